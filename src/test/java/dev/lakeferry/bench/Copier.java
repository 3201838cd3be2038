package dev.lakeferry.bench;

import java.util.List;

/** Copies objects on the store's side, several at a time. */
interface Copier extends AutoCloseable {
  /** Copies keys below a prefix of the source bucket to one of the lake's. */
  void copy(List<String> keys, String from, String to) throws Exception;

  @Override
  void close();
}
