package dev.lakeferry.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableNamingTest {

  @ParameterizedTest
  @CsvFileSource(
      resources = "/naming/import-tables.tsv",
      delimiter = '\t',
      numLinesToSkip = 1,
      encoding = "UTF-8")
  void importsAreNamedByTheOrganisationsVersion(
      String sourceType, String prefix, String name, String copyV1, String legacyBatchV1) {
    assertThat(TableNaming.importTable(NamingVersion.COPY_V1, 7, sourceType, prefix, name))
        .isEqualTo(new TableName("insights_data_imports_team_7", copyV1));
    assertThat(TableNaming.importTable(NamingVersion.LEGACY_BATCH_V1, 7, sourceType, prefix, name))
        .isEqualTo(new TableName("insights_data_imports_team_7", legacyBatchV1));
  }

  @Test
  void aSourceSchemasNameIsNormalisedBeforeItIsJoined() {
    assertThat(imported(NamingVersion.COPY_V1, "Stripe", "prod", "SubscriptionItems+"))
        .isEqualTo("stripe_prod_subscription_itemsx");
  }

  @Test
  void anEmptyPrefixIsNoPrefix() {
    assertThat(imported(NamingVersion.COPY_V1, "Stripe", "", "invoices"))
        .isEqualTo(imported(NamingVersion.COPY_V1, "Stripe", null, "invoices"))
        .isEqualTo("stripe_invoices");
  }

  @Test
  void aLeadingDigitGetsTheKindInFront() {
    assertThat(imported(NamingVersion.COPY_V1, "3PL", null, "orders"))
        .isEqualTo("data_import_3pl_orders");
    assertThat(imported(NamingVersion.LEGACY_BATCH_V1, "3PL", null, "orders"))
        .isEqualTo("_3_pl_orders");
  }

  @Test
  void longNamesOfTheLegacyVersionStayApartByTheirTag() {
    String head = "a_long_name_that_two_tables_share_at_its_beginning_";
    String tail = "_and_again_at_its_very_end_of_all";
    assertThat(imported(NamingVersion.LEGACY_BATCH_V1, "Postgres", null, head + "one" + tail))
        .hasSize(63)
        .isNotEqualTo(
            imported(NamingVersion.LEGACY_BATCH_V1, "Postgres", null, head + "two" + tail));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  ", "\u00a0", "\t\n"})
  void anImportWithoutANameFailsForGood(String name) {
    assertThatThrownBy(
            () -> TableNaming.importTable(NamingVersion.COPY_V1, 7, "Stripe", "prod", name))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("team 7")
        .hasMessageContaining("source schema's name is missing or blank");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  "})
  void anImportWithoutASourceTypeFailsForGood(String sourceType) {
    assertThatThrownBy(
            () -> TableNaming.importTable(NamingVersion.COPY_V1, 7, sourceType, null, "invoices"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("source type is missing or blank");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void aTeamThatCannotExistFailsForGood(long teamId) {
    assertThatThrownBy(() -> TableNaming.importsSchema(teamId)).isInstanceOf(FinalFailure.class);
    assertThatThrownBy(() -> TableNaming.modelTable(teamId, "revenue"))
        .isInstanceOf(FinalFailure.class);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          My Saved Query,                   my_saved_query
          '',                               model
          __,                               model
          123,                              model_123
          événement,                        v_nement
          22340f3a8f1c4d0e9d6b5c4a3b2a1908, model_22340f3a8f1c4d0e9d6b5c4a3b2a1908
          select,                           select
          """)
  void modelsAreNamedByTheirLabel(String label, String table) {
    assertThat(TableNaming.modelTable(42, label))
        .isEqualTo(new TableName("insights_data_modeling_team_42", table));
  }

  @Test
  void aModelsNameIsCutToSixtyThreeCharacters() {
    assertThat(TableNaming.modelTable(42, "a".repeat(70)).table()).isEqualTo("a".repeat(63));
  }

  @Test
  void aModelWithoutALabelHasItsSavedQuerysName() {
    assertThat(TableNaming.modelTable(42, null, "Daily revenue").table())
        .isEqualTo(TableNaming.modelTable(42, "  ", "Daily revenue").table())
        .isEqualTo("daily_revenue");
    assertThat(TableNaming.modelTable(42, "Weekly", "Daily revenue").table()).isEqualTo("weekly");
    assertThat(TableNaming.modelTable(42, null, null).table()).isEqualTo("model");
  }

  private static String imported(
      NamingVersion version, String sourceType, String prefix, String name) {
    return TableNaming.importTable(version, 7, sourceType, prefix, name).table();
  }
}
