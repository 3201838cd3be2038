package dev.lakeferry.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;

/** What a snapshot's {@code commit_extra_info} tells whoever reads the lake's history. */
final class CommitInfo {
  private CommitInfo() {}

  /** Says in the running transaction who it is of. */
  static void set(LakeSession session, Publication publication, String message) {
    session.execute(
        "CALL ducklake_set_commit_message(?, ?, ?, extra_info => ?)",
        Lake.ALIAS,
        "lakeferry",
        message,
        json(publication));
  }

  private static String json(Publication publication) {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    info.put("run", publication.id().runId());
    info.put("attempt", publication.id().attempt());
    info.put("job", publication.id().jobId());
    info.put("subject", publication.id().subjectId());
    info.put("table", publication.table().toString());
    info.put("rows", publication.plan().rows());
    info.put("files", publication.plan().files());
    return info.toString();
  }
}
