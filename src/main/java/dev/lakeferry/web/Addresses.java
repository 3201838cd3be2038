package dev.lakeferry.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads addresses without asking anybody for a name. */
final class Addresses {
  private static final Pattern NUMBERS =
      Pattern.compile(
          "[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(?:%[^\\]]*)?\\]?");

  private Addresses() {}

  /** Whether it is an address, in numbers, of the machine itself. */
  static boolean isLoopback(String address) {
    if (!NUMBERS.matcher(address).matches()) {
      return false;
    }
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The name in a Host header or an origin, in lower case and without its port. */
  static String hostOf(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.startsWith("[")) {
      int end = lower.indexOf(']');
      return end < 0 ? lower : lower.substring(0, end + 1);
    }
    int colon = lower.indexOf(':');
    return colon < 0 ? lower : lower.substring(0, colon);
  }
}
