package dev.lakeferry.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.Secret;
import java.util.Optional;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;

class StateDatabaseIT {

  @Test
  void migratesOnceAndFindsItsTablesWithoutNamingTheSchema() throws Exception {
    try (StateDatabase state = StateDatabase.open(FreshState.empty(), 2)) {
      assertThat(state.migrate()).isPositive();
      assertThat(state.migrate()).isZero();
      try (var connection = state.dataSource().getConnection();
          var statement = connection.createStatement();
          var rows = statement.executeQuery("SELECT count(*) FROM workflow_run")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isZero();
      }
    }
  }

  @Test
  void everyColumnSaysWhatItMeans() {
    try (StateDatabase state = FreshState.open()) {
      assertThat(
              Rows.column(
                  state,
                  String.class,
                  """
                                  SELECT attrelid::regclass || '.' || attname
                                  FROM pg_attribute
                                  JOIN pg_class ON pg_class.oid = attrelid
                                  WHERE relnamespace = 'lakeferry'::regnamespace
                                    AND relkind = 'r'
                                    AND relname <> 'flyway_schema_history'
                                    AND attnum > 0
                                    AND NOT attisdropped
                                    AND col_description(attrelid, attnum) IS NULL
                                  """))
          .isEmpty();
    }
  }

  @Test
  void opensWhileTheDatabaseIsDownAndFailsOnlyWhenUsed() {
    var nobody =
        new DatabaseSettings(
            "localhost", 1, "lakeferry", "nobody", new Secret("x"), "disable", Optional.empty());
    try (StateDatabase state = StateDatabase.open(nobody, 1)) {
      assertThatThrownBy(state::migrate).isInstanceOf(FlywayException.class);
    }
  }

  @Test
  void connectionsOutsideThePoolShowTheirName() throws Exception {
    try (StateDatabase state = FreshState.open();
        var connection = state.connect("lakeferry attempt 7");
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT current_setting('application_name')")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("lakeferry attempt 7");
    }
  }
}
