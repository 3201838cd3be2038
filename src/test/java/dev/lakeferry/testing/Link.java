package dev.lakeferry.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a server that can be cut and that can fall silent. One replica has one to itself, so
 * that it can be cut off alone.
 */
public final class Link implements AutoCloseable {
  private static final int CHUNK = 16_384;

  private final InetSocketAddress server;
  private final ServerSocket entrance;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;
  private volatile boolean answersLost;
  private boolean silent;

  /** Leads to a server. */
  public Link(String host, int port) {
    server = new InetSocketAddress(host, port);
    try {
      entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Threads.start("link", this::accept);
  }

  /** Of the loopback address, where it begins. */
  public int port() {
    return entrance.getLocalPort();
  }

  /** Resets every connection, and refuses new ones until it is mended. */
  public void cut() {
    cut = true;
    open.forEach(Link::reset);
  }

  /** Carries to the server, and resets the connection once that answers, until it is mended. */
  public void loseAnswers() {
    answersLost = true;
  }

  /** Carries nothing more, without a word to either side, until it is mended. */
  public synchronized void fallSilent() {
    silent = true;
  }

  /** Carries again. */
  public synchronized void mend() {
    cut = false;
    answersLost = false;
    silent = false;
    notifyAll();
  }

  private synchronized void awaitVoice() throws InterruptedException {
    while (silent) {
      wait();
    }
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket client = entrance.accept();
        if (cut) {
          reset(client);
        } else {
          Threads.start("link", () -> connect(client));
        }
      } catch (IOException e) {
        if (!entrance.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void connect(Socket client) {
    Socket upstream = new Socket();
    open.add(client);
    open.add(upstream);
    try {
      awaitVoice();
      upstream.connect(server, 5_000);
      Threads.start("link back", () -> carry(upstream, client, true));
      carry(client, upstream, false);
    } catch (IOException e) {
      end(client, upstream);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void carry(Socket from, Socket to, boolean answers) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        awaitVoice();
        if (answers && answersLost) {
          reset(to);
          return;
        }
        out.write(chunk, 0, read);
      }
      awaitVoice();
    } catch (IOException e) {
      // Either side has ended; so does the other.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(from, to);
    }
  }

  private void end(Socket one, Socket other) {
    for (Socket socket : new Socket[] {one, other}) {
      open.remove(socket);
      try {
        socket.close();
      } catch (IOException e) {
        // It is gone either way.
      }
    }
  }

  /** Ends a connection with RST instead of FIN. */
  public static void reset(Socket socket) {
    try {
      socket.setOption(StandardSocketOptions.SO_LINGER, 0);
      socket.close();
    } catch (IOException | IllegalArgumentException e) {
      // It is gone either way.
    }
  }

  @Override
  public void close() {
    mend();
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    open.forEach(Link::reset);
  }
}
