package dev.lakeferry;

import dev.lakeferry.ops.Commands;
import java.util.List;

/** Starts Lakeferry: the command that the arguments name. */
public final class Lakeferry {
  private Lakeferry() {}

  public static void main(String[] args) {
    System.exit(new Commands(List.of()).execute(args));
  }
}
