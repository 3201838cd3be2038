package dev.lakeferry.web;

import java.util.Set;

/** Somebody who showed who they are. */
record Caller(String name, Set<Access> may) {}
