package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.naming.NamingVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who owns a table's name, and by which rule names are made. */
class OwnershipIT {
  private static final String LAKE = RunningState.LAKE;

  private final RunningState at = new RunningState();
  private final TableBinding binding = new TableBinding(at.state.jdbi());
  private final Organizations organizations = new Organizations(at.state.jdbi());

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void aTableBelongsToOneSourceSchemaAndAnotherIsRefusedNamingBoth() {
    binding.bind(LAKE, RunningState.TABLE, "source_schema", "a1", "invoices");
    binding.bind(LAKE, RunningState.TABLE, "source_schema", "a1", "invoices renamed");

    assertThatThrownBy(
            () -> binding.bind(LAKE, RunningState.TABLE, "source_schema", "a2", "Invoices"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("a1 (invoices renamed)")
        .hasMessageContaining("a2 (Invoices)")
        .hasMessageContaining(RunningState.TABLE.toString());
    assertThatThrownBy(() -> binding.bind(LAKE, RunningState.TABLE, "saved_query", "a1", null))
        .isInstanceOf(FinalFailure.class);
    binding.bind("another lake", RunningState.TABLE, "source_schema", "a2", "Invoices");
  }

  @Test
  void anUnknownOrganisationIsNewOrRefusedAsSet() {
    assertThat(organizations.namingVersion("o", UnknownOrganization.COPY_V1))
        .isEqualTo(NamingVersion.COPY_V1);
    assertThat(organizations.namingVersion(null, UnknownOrganization.COPY_V1))
        .isEqualTo(NamingVersion.COPY_V1);
    assertThatThrownBy(() -> organizations.namingVersion("o", UnknownOrganization.REFUSE))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("o");
  }

  @Test
  void theRuleMayChangeUntilDataIsWrittenUnderIt() {
    organizations.set("o", NamingVersion.COPY_V1);
    organizations.set("o", NamingVersion.LEGACY_BATCH_V1);
    organizations.markWritten("o", NamingVersion.LEGACY_BATCH_V1);

    organizations.set("o", NamingVersion.LEGACY_BATCH_V1);
    assertThatThrownBy(() -> organizations.set("o", NamingVersion.COPY_V1))
        .isInstanceOf(FinalFailure.class);
    assertThat(organizations.namingVersion("o", UnknownOrganization.REFUSE))
        .isEqualTo(NamingVersion.LEGACY_BATCH_V1);
  }

  @Test
  void writingUnderTheDefaultFixesItAndAChangeInBetweenIsNoticed() {
    organizations.markWritten("o", NamingVersion.COPY_V1);
    assertThatThrownBy(() -> organizations.set("o", NamingVersion.LEGACY_BATCH_V1))
        .isInstanceOf(FinalFailure.class);

    organizations.set("p", NamingVersion.LEGACY_BATCH_V1);
    assertThatThrownBy(() -> organizations.markWritten("p", NamingVersion.COPY_V1))
        .isInstanceOf(RetryableFailure.class);
    organizations.markWritten(null, NamingVersion.COPY_V1);
  }
}
