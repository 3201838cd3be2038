package dev.lakeferry.settings;

import java.util.function.IntSupplier;

/** What holds where a setting is not set. */
sealed interface Fallback {

  /** How the documentation tells it. */
  String words();

  /** Nothing: the setting stays empty. */
  record None() implements Fallback {
    @Override
    public String words() {
      return "";
    }
  }

  /** A text, in which <code>${key}</code> stands for another setting's value. */
  record Template(String text) implements Fallback {
    @Override
    public String words() {
      return text;
    }

    boolean isLiteral() {
      return !text.contains("${");
    }
  }

  /** Depends on whether somebody set another setting; its own defaults don't count. */
  record WhereSet(String key, String then, String otherwise) implements Fallback {
    @Override
    public String words() {
      return then + " where " + key + " is set, else " + otherwise;
    }
  }

  /** Found out from the machine. */
  record Measured(String words, IntSupplier number) implements Fallback {}
}
