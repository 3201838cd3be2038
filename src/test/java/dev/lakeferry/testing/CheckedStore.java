package dev.lakeferry.testing;

import dev.lakeferry.faults.FaultyStore;
import dev.lakeferry.faults.StoreFault;
import dev.lakeferry.faults.StoreRequest;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A store in front of another that records requests, and refuses those whose session has ended, as
 * AWS does: with the token in its answer.
 */
public final class CheckedStore implements AutoCloseable {
  private final FaultyStore store;
  private final List<StoreRequest> requests = new CopyOnWriteArrayList<>();
  private final FaultyStore.Trouble refusals;

  /** Takes what decides whether a session's token is good. */
  public CheckedStore(URI behind, Predicate<String> isGood) {
    store = new FaultyStore(behind);
    refusals =
        store.trouble(
            request -> {
              requests.add(request);
              return !isGood.test(token(request));
            },
            new StoreFault.Answer(
                400,
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message><Token-0>session-of-the-test</Token-0><RequestId>F1</RequestId></Error>"""));
  }

  public URI endpoint() {
    return store.endpoint();
  }

  public int refused() {
    return refusals.hits();
  }

  public List<StoreRequest> requests() {
    return requests;
  }

  /** Requests of a method whose target holds a text. */
  public List<StoreRequest> requests(String method, String text) {
    return requests.stream()
        .filter(one -> one.method().equals(method) && one.target().contains(text))
        .toList();
  }

  /** The sessions that requests came with. */
  public Set<String> sessions() {
    return requests.stream()
        .map(CheckedStore::token)
        .filter(token -> token != null)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String token(StoreRequest request) {
    return request.headers().get("x-amz-security-token");
  }

  @Override
  public void close() {
    store.close();
  }
}
