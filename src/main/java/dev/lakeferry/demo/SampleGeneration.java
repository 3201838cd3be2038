package dev.lakeferry.demo;

import java.util.List;

/**
 * A prepared folder of the sample.
 *
 * @param announced its completion
 * @param files what lies in the folder
 */
record SampleGeneration(SampleCompletion announced, List<SampleFile> files) {

  /** {@code <folder path>/<prepared folder>/}, below the prefix of the source bucket. */
  String folder() {
    return announced.completion().folderPath()
        + "/"
        + announced.completion().preparedFolder()
        + "/";
  }
}
