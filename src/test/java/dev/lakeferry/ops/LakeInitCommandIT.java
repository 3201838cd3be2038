package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.demo.EmbeddedPostgres;
import dev.lakeferry.ops.Operator.Answer;
import dev.lakeferry.testing.SharedStack;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class LakeInitCommandIT {
  @Test
  void everythingIsMadeOnceAndNothingTheSecondTime() {
    Operator operator = Operator.onNothing();
    Answer refused = operator.run("lake", "init");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("does not exist", "--create-bucket");
    Answer first = operator.run("lake", "init", "--create-bucket");
    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isZero();
    assertThat(first.out())
        .containsPattern("Bucket .*: created")
        .containsPattern("Guard .*: created")
        .containsPattern("Lake in schema ducklake_meta .*: created")
        .containsPattern("State database .*: created")
        .contains("brought up to date", "Ready.");
    Answer second = operator.run("lake", "init");
    assertThat(second.exitCode()).isZero();
    assertThat(second.out()).doesNotContain("created", "brought up to date").contains("Ready.");
    assertThat(operator.run("runs").exitCode()).isZero();
  }

  @Test
  void whereNoStateDatabaseCanBeMadeTheCatalogsServesWithAWarning() throws SQLException {
    Operator operator = Operator.onNothing();
    String catalog = operator.settings().catalog().database();
    superuser("CREATE ROLE modest_%s LOGIN PASSWORD 'modest'".formatted(catalog));
    superuser("CREATE DATABASE %s OWNER modest_%s".formatted(catalog, catalog));
    operator
        .set("DUCKLAKE_RDS_USERNAME", "modest_" + catalog)
        .set("DUCKLAKE_RDS_PASSWORD", "modest");
    Answer answer = operator.run("lake", "init", "--create-bucket");
    assertThat(answer.err()).isEmpty();
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .containsSubsequence("not made", "CREATE DATABASE", "WARNING")
        .contains("LAKEFERRY_STATE_DATABASE=" + catalog);
    operator.set("LAKEFERRY_STATE_DATABASE", catalog);
    assertThat(operator.run("runs").exitCode()).isZero();
    assertThat(operator.run("lake", "init").out()).doesNotContain("WARNING");
  }

  @Test
  void aWrongPasswordIsToldWithoutIt() {
    Operator operator = Operator.onNothing().set("DUCKLAKE_RDS_PASSWORD", "not-that-one");
    Answer answer = operator.run("lake", "init", "--create-bucket");
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err())
        .contains("refused the login", "DUCKLAKE_RDS_PASSWORD")
        .doesNotContain("not-that-one", "\tat ");
  }

  private static void superuser(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                SharedStack.get().postgres().jdbcUrl("postgres"),
                EmbeddedPostgres.SUPERUSER,
                EmbeddedPostgres.SUPERUSER);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
