package dev.lakeferry.ops;

import dev.lakeferry.publish.Rehearsal;
import java.util.function.Supplier;

/**
 * A completion's dry run, not begun yet.
 *
 * @param workflow that would carry it
 * @param job the completion's
 * @param rehearsal runs it; throws a RunFailure as a run would fail
 */
record DryTrial(String workflow, String job, Supplier<Rehearsal> rehearsal) {}
