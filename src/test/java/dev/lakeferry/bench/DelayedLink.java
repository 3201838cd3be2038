package dev.lakeferry.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A way to a store on which every request arrives later, as on the way to one that is not on the
 * same machine. What follows on one connection is not held up by what went before: a long request
 * arrives as fast as it was sent, only later.
 */
final class DelayedLink implements AutoCloseable {
  private static final int CHUNK = 65_536;

  private final URI store;
  private final long nanos;
  private final ServerSocket entrance;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  DelayedLink(URI store, Duration delay) {
    if (!"http".equals(store.getScheme())) {
      throw new IllegalArgumentException(
          "--latency is for stores at http://, since a certificate would not be this machine's.");
    }
    this.store = store;
    this.nanos = delay.toNanos();
    try {
      entrance = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + entrance.getLocalPort());
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "delayed link");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        connect(entrance.accept());
      } catch (IOException e) {
        if (!entrance.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket upstream = new Socket();
    open.add(client);
    open.add(upstream);
    try {
      upstream.connect(
          new InetSocketAddress(store.getHost(), store.getPort() < 0 ? 80 : store.getPort()));
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
    } catch (IOException e) {
      end(client, upstream);
      throw e;
    }
    BlockingQueue<Chunk> onTheWay = new LinkedBlockingQueue<>();
    start(() -> take(client, onTheWay));
    start(() -> deliver(onTheWay, client, upstream));
    start(() -> answer(upstream, client));
  }

  /**
   * A piece of a request.
   *
   * @param due when it arrives, by {@link System#nanoTime}
   * @param bytes empty at the end
   */
  private record Chunk(long due, byte[] bytes) {}

  private void take(Socket client, BlockingQueue<Chunk> onTheWay) {
    byte[] buffer = new byte[CHUNK];
    try {
      InputStream in = client.getInputStream();
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        onTheWay.add(new Chunk(System.nanoTime() + nanos, java.util.Arrays.copyOf(buffer, read)));
      }
    } catch (IOException e) {
      // The client has ended; so does the connection.
    } finally {
      onTheWay.add(new Chunk(System.nanoTime() + nanos, new byte[0]));
    }
  }

  private void deliver(BlockingQueue<Chunk> onTheWay, Socket client, Socket upstream) {
    try {
      OutputStream out = upstream.getOutputStream();
      for (Chunk chunk = onTheWay.take(); chunk.bytes().length > 0; chunk = onTheWay.take()) {
        long left = chunk.due() - System.nanoTime();
        if (left > 0) {
          Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
        out.write(chunk.bytes());
      }
    } catch (IOException e) {
      // Either side has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(client, upstream);
    }
  }

  private void answer(Socket upstream, Socket client) {
    try {
      upstream.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException e) {
      // Either side has ended.
    } finally {
      end(client, upstream);
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

  @Override
  public void close() {
    try {
      entrance.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
