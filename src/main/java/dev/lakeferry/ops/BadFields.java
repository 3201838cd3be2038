package dev.lakeferry.ops;

import java.util.LinkedHashMap;
import java.util.Map;

/** Fields of a completion that are wrong, each with what is wrong; the field is named in it. */
final class BadFields extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, String> byField;

  BadFields(Map<String, String> byField) {
    super(String.join("; ", byField.values()));
    this.byField = new LinkedHashMap<>(byField);
  }

  Map<String, String> byField() {
    return byField;
  }
}
