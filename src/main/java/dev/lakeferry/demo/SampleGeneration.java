package dev.lakeferry.demo;

import java.util.List;
import java.util.Optional;

/**
 * A prepared folder of the sample, or a version of a Delta table.
 *
 * @param announced its completion
 * @param files what is written into the folder
 * @param delta the version that the files make up; absent for a prepared folder
 */
record SampleGeneration(
    SampleCompletion announced, List<SampleFile> files, Optional<SampleDelta> delta) {

  /** The folder below the prefix of the source bucket, ending in a slash. */
  String folder() {
    return announced.announcement().place() + "/";
  }
}
