package dev.lakeferry.gate;

import dev.openfeature.flagd.grpc.evaluation.Evaluation.EventStreamRequest;
import dev.openfeature.flagd.grpc.evaluation.Evaluation.EventStreamResponse;
import dev.openfeature.flagd.grpc.evaluation.Evaluation.ResolveBooleanRequest;
import dev.openfeature.flagd.grpc.evaluation.Evaluation.ResolveBooleanResponse;
import dev.openfeature.flagd.grpc.evaluation.ServiceGrpc;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A flagd server as far as its evaluation protocol is spoken for boolean flags. */
final class FakeFlagd implements AutoCloseable {
  private final String flag;
  private final Predicate<ResolveBooleanRequest> rule;
  private final List<ResolveBooleanRequest> asked = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch stuck;
  private Server server;

  FakeFlagd(String flag, Predicate<ResolveBooleanRequest> rule) {
    this.flag = flag;
    this.rule = rule;
    this.server = start(0);
  }

  private Server start(int port) {
    try {
      return NettyServerBuilder.forAddress(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
          .addService(new Service())
          .build()
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.getPort();
  }

  List<ResolveBooleanRequest> asked() {
    return asked;
  }

  /** Answers nothing until the latch opens. */
  void stick(CountDownLatch until) {
    stuck = until;
  }

  void stop() {
    server.shutdownNow();
    try {
      server.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers again at the former port. */
  void restart(int port) {
    server = start(port);
  }

  private final class Service extends ServiceGrpc.ServiceImplBase {
    @Override
    public void resolveBoolean(
        ResolveBooleanRequest request, StreamObserver<ResolveBooleanResponse> answer) {
      CountDownLatch until = stuck;
      if (until != null) {
        try {
          until.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      asked.add(request);
      if (!request.getFlagKey().equals(flag)) {
        answer.onError(Status.NOT_FOUND.withDescription("FLAG_NOT_FOUND").asRuntimeException());
        return;
      }
      boolean on = rule.test(request);
      answer.onNext(
          ResolveBooleanResponse.newBuilder()
              .setValue(on)
              .setVariant(on ? "on" : "off")
              .setReason(on ? "TARGETING_MATCH" : "DEFAULT")
              .build());
      answer.onCompleted();
    }

    @Override
    public void eventStream(
        EventStreamRequest request, StreamObserver<EventStreamResponse> answer) {
      answer.onNext(EventStreamResponse.newBuilder().setType("provider_ready").build());
    }
  }

  @Override
  public void close() {
    stop();
  }
}
