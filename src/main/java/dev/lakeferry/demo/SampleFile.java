package dev.lakeferry.demo;

import java.util.List;

/**
 * A Parquet file of the sample.
 *
 * @param path below the prepared folder, Hive directories included
 * @param rows how many rows the query gives
 * @param query DuckDB's SELECT of its rows; the same rows every time
 */
record SampleFile(String path, long rows, String query) {

  static long rows(List<SampleFile> files) {
    return files.stream().mapToLong(SampleFile::rows).sum();
  }
}
