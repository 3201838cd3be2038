package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublicationIdTest {

  @Test
  void anAttemptLooksForItsOwnAndEveryEarlierCommit() {
    PublicationId third = new PublicationId("run-1", 3, "job-1", "schema-1");

    assertThat(third.commitMessage()).isEqualTo("run-1 attempt 3");
    assertThat(third.commitMessages())
        .containsExactly("run-1 attempt 1", "run-1 attempt 2", "run-1 attempt 3");
  }

  @Test
  void aRunWhoseIdBeginsWithAnothersIsNotTakenForIt() {
    assertThat(new PublicationId("run-1", 12, "job", "schema").commitMessages())
        .doesNotContain(new PublicationId("run", 1, "job", "schema").commitMessage())
        .doesNotContain(new PublicationId("run-1 attempt 1", 2, "j", "s").commitMessage());
  }
}
