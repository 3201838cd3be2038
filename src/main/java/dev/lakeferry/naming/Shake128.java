package dev.lakeferry.naming;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * SHAKE-128 of FIPS 202, which Java 17 has no public form of. Only for tags in names: it makes no
 * promise about timing, so it is not for secrets.
 */
final class Shake128 {

  private static final int RATE = 168;
  private static final int LANES = 25;
  private static final int ROUNDS = 24;

  /**
   * Rotations and the order of lanes of the combined steps rho and pi (FIPS 202, §3.2.2, §3.2.3).
   */
  private static final int[] ROTATIONS = {
    1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44
  };

  private static final int[] LANE_ORDER = {
    10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1
  };

  private static final long[] ROUND_CONSTANTS = {
    0x0000000000000001L, 0x0000000000008082L, 0x800000000000808aL, 0x8000000080008000L,
    0x000000000000808bL, 0x0000000080000001L, 0x8000000080008081L, 0x8000000000008009L,
    0x000000000000008aL, 0x0000000000000088L, 0x0000000080008009L, 0x000000008000000aL,
    0x000000008000808bL, 0x800000000000008bL, 0x8000000000008089L, 0x8000000000008003L,
    0x8000000000008002L, 0x8000000000000080L, 0x000000000000800aL, 0x800000008000000aL,
    0x8000000080008081L, 0x8000000000008080L, 0x0000000080000001L, 0x8000000080008008L
  };

  private Shake128() {}

  /** The first bytes of the message's output, as many as asked for. */
  static byte[] digest(byte[] message, int bytes) {
    byte[] padded = Arrays.copyOf(message, (message.length / RATE + 1) * RATE);
    padded[message.length] ^= 0x1f;
    padded[padded.length - 1] ^= (byte) 0x80;

    long[] state = new long[LANES];
    ByteBuffer blocks = ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN);
    while (blocks.hasRemaining()) {
      for (int lane = 0; lane < RATE / Long.BYTES; lane++) {
        state[lane] ^= blocks.getLong();
      }
      permute(state);
    }

    ByteBuffer output =
        ByteBuffer.allocate((bytes / RATE + 1) * RATE).order(ByteOrder.LITTLE_ENDIAN);
    while (output.position() < bytes) {
      for (int lane = 0; lane < RATE / Long.BYTES; lane++) {
        output.putLong(state[lane]);
      }
      permute(state);
    }
    return Arrays.copyOf(output.array(), bytes);
  }

  private static void permute(long[] state) {
    long[] columns = new long[5];
    for (int round = 0; round < ROUNDS; round++) {
      theta(state, columns);
      rhoAndPi(state);
      chi(state, columns);
      state[0] ^= ROUND_CONSTANTS[round];
    }
  }

  private static void theta(long[] state, long[] columns) {
    for (int x = 0; x < 5; x++) {
      columns[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
    }
    for (int x = 0; x < 5; x++) {
      long parity = columns[(x + 4) % 5] ^ Long.rotateLeft(columns[(x + 1) % 5], 1);
      for (int y = 0; y < LANES; y += 5) {
        state[x + y] ^= parity;
      }
    }
  }

  private static void rhoAndPi(long[] state) {
    long moved = state[1];
    for (int i = 0; i < LANE_ORDER.length; i++) {
      long next = state[LANE_ORDER[i]];
      state[LANE_ORDER[i]] = Long.rotateLeft(moved, ROTATIONS[i]);
      moved = next;
    }
  }

  private static void chi(long[] state, long[] row) {
    for (int y = 0; y < LANES; y += 5) {
      System.arraycopy(state, y, row, 0, 5);
      for (int x = 0; x < 5; x++) {
        state[x + y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
      }
    }
  }
}
