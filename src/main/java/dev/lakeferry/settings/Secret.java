package dev.lakeferry.settings;

import java.util.Objects;

/** A credential that does not print itself. */
public final class Secret {
  private final String value;

  /** Wraps a credential; not null. */
  public Secret(String value) {
    this.value = Objects.requireNonNull(value);
  }

  /** The credential in clear text, for the one call that needs it. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "***";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }
}
