package dev.lakeferry.publish;

import dev.lakeferry.naming.TableName;
import java.util.Optional;

/**
 * That a publication fills its shadow by committed steps ahead of the swap.
 *
 * @param adopted the shadow of an earlier attempt to go on with, filled by the same plan from the
 *     same landing; empty to make one
 */
public record Staging(Optional<TableName> adopted) {}
