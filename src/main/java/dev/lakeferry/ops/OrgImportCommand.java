package dev.lakeferry.ops;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.naming.NamingVersion;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets the rules of many organisations. */
@Command(
    name = "import",
    description = {
      "Sets the table-naming versions of many organisations, all or none.",
      "The file has one organisation a line, as CSV (id,naming_version) or as JSON"
          + " ({\"id\": \"…\", \"naming_version\": \"…\"})."
    },
    footer = {"", "Example:", "  bin/lakeferry org import organisations.csv"})
final class OrgImportCommand extends OperatorCommand {
  @Parameters(paramLabel = "FILE", description = "The file, in UTF-8; - reads standard input.")
  private String file;

  OrgImportCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Map<String, NamingVersion> versions = OrganizationLines.read(InputLines.of(file));
    workplace()
        .withState(
            state -> {
              state.useTransaction(
                  handle -> versions.forEach((id, version) -> set(state, id, version)));
              return null;
            });
    say("%d organisations set.", versions.size());
  }

  private static void set(Jdbi state, String id, NamingVersion version) {
    try {
      // Within the transaction: this thread's handle is the one that is open.
      new Organizations(state).set(id, version);
    } catch (FinalFailure e) {
      throw new CommandFailure(e.getMessage() + " No line of the file was taken.", e);
    }
  }
}
