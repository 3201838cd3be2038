package dev.lakeferry.faults;

import dev.lakeferry.testing.Link;
import dev.lakeferry.testing.Threads;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * An object store that fails when it is told to, in front of one that does not. A connection serves
 * one request.
 */
public final class FaultyStore implements AutoCloseable {
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
  private static final int CHUNK = 16_384;

  private final InetSocketAddress store;
  private final ServerSocket entrance;
  private volatile Trouble trouble;

  public FaultyStore(URI endpoint) {
    store = new InetSocketAddress(endpoint.getHost(), endpoint.getPort());
    try {
      entrance = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Threads.start("store", this::accept);
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + entrance.getLocalPort());
  }

  /** Fails with the requests that are meant, until it is closed. */
  public Trouble trouble(Predicate<StoreRequest> which, StoreFault fault) {
    return trouble(which, fault, Integer.MAX_VALUE);
  }

  /** The same, for so many requests at most. */
  public Trouble trouble(Predicate<StoreRequest> which, StoreFault fault, int most) {
    Trouble begun = new Trouble(which, fault, most);
    trouble = begun;
    return begun;
  }

  /** A time of faults. */
  public final class Trouble implements AutoCloseable {
    private final Predicate<StoreRequest> which;
    private final StoreFault fault;
    private final int most;
    private final AtomicInteger hits = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);

    private Trouble(Predicate<StoreRequest> which, StoreFault fault, int most) {
      this.which = which;
      this.fault = fault;
      this.most = most;
    }

    private boolean takes(StoreRequest request) {
      return which.test(request) && hits.incrementAndGet() <= most;
    }

    public int hits() {
      return Math.min(hits.get(), most);
    }

    void awaitHits(int number) {
      Awaitility.await("requests that meet the fault")
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(10))
          .until(() -> hits() >= number);
    }

    @Override
    public void close() {
      if (trouble == this) {
        trouble = null;
      }
      over.countDown();
    }
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket client = entrance.accept();
        Threads.start("store request", () -> serve(client));
      } catch (IOException e) {
        if (!entrance.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      StoreRequest request = StoreRequest.parse(head(in));
      Trouble current = trouble;
      StoreFault fault = current != null && current.takes(request) ? current.fault : null;
      if (fault instanceof StoreFault.Answer answer) {
        body(request, client);
        client.getOutputStream().write(answer.bytes());
        return;
      }
      if (fault instanceof StoreFault.Wait) {
        current.over.await();
      }
      forward(
          request,
          client,
          fault instanceof StoreFault.CutAnswer cut ? cut.bytes() : Long.MAX_VALUE);
    } catch (EOFException e) {
      // The client kept a connection that it did not need.
    } catch (IOException e) {
      // Either side has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < END_OF_HEAD.length) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.write(next);
      matched = next == END_OF_HEAD[matched] ? matched + 1 : next == END_OF_HEAD[0] ? 1 : 0;
    }
    return head.toByteArray();
  }

  private static byte[] body(StoreRequest request, Socket client) throws IOException {
    if (request.headers().containsKey("expect")) {
      client
          .getOutputStream()
          .write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }
    return client.getInputStream().readNBytes(Math.toIntExact(request.bodyLength()));
  }

  private void forward(StoreRequest request, Socket client, long most) throws IOException {
    byte[] body = body(request, client);
    try (Socket upstream = new Socket()) {
      upstream.connect(store, 5_000);
      OutputStream to = upstream.getOutputStream();
      to.write(request.forwarded());
      to.write(body);
      InputStream answer = upstream.getInputStream();
      byte[] chunk = new byte[CHUNK];
      long left = most;
      for (int read = answer.read(chunk); read >= 0; read = answer.read(chunk)) {
        int some = (int) Math.min(read, left);
        client.getOutputStream().write(chunk, 0, some);
        left -= some;
        if (left == 0) {
          Link.reset(client);
          return;
        }
      }
    }
  }

  @Override
  public void close() {
    Trouble last = trouble;
    if (last != null) {
      last.close();
    }
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
