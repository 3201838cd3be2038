package dev.lakeferry.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a snapshot's {@code commit_extra_info} tells whoever reads the lake's history. */
final class CommitInfo {
  private CommitInfo() {}

  static String json(Publication publication) {
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
