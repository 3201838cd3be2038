package dev.lakeferry.check;

/**
 * What a probe found.
 *
 * @param found what is, as a clause or sentence
 * @param change what to do about it; empty where nothing has to be done
 * @param blocks whether what needs this part is not worth trying
 */
record Finding(Result result, String found, String change, boolean blocks) {

  static Finding ok(String found) {
    return new Finding(Result.OK, found, "", false);
  }

  static Finding warning(String found, String change) {
    return new Finding(Result.WARNING, found, change, false);
  }

  /** Failed, and dead for whatever needs it. */
  static Finding failed(String found, String change) {
    return new Finding(Result.FAILED, found, change, true);
  }

  /** Failed, but there: what needs it is tried all the same. */
  static Finding refused(String found, String change) {
    return new Finding(Result.FAILED, found, change, false);
  }

  static Finding notChecked(String why) {
    return new Finding(Result.NOT_CHECKED, why, "", true);
  }
}
