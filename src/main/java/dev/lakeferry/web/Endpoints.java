package dev.lakeferry.web;

import java.util.List;

/** Something that is served over HTTP. */
@FunctionalInterface
public interface Endpoints {

  /** Asked once, at the start of the service. */
  List<Endpoint> endpoints();
}
