package dev.lakeferry;

/** Starts Lakeferry. */
public final class Lakeferry {
  private Lakeferry() {}

  public static void main(String[] args) {
    System.out.println("lakeferry");
  }
}
