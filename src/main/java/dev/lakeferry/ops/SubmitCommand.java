package dev.lakeferry.ops;

import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.publish.Rehearsal;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Puts completions into an inbox, all of them or none, or tries them without. */
abstract class SubmitCommand<T> extends OperatorCommand {
  private static final int LISTED = 20;

  SubmitCommand(Workplace workplace) {
    super(workplace);
  }

  abstract CompletionInput input();

  /** Reads the completions; throws IllegalArgumentException if options are wrong. */
  abstract List<T> read(CompletionInput input);

  abstract boolean isDryRun();

  abstract DryTrial trial(T row);

  abstract long team(T row);

  /** Answers the inbox id. */
  abstract long insert(CompletionStore inbox, T row);

  @Override
  public final void run() {
    List<T> rows = rows();
    if (rows.isEmpty()) {
      say("There is no line in %s; nothing to do.", input().file());
    } else if (isDryRun()) {
      rehearse(rows);
    } else {
      submit(rows);
    }
  }

  private List<T> rows() {
    try {
      return read(input());
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage() + ". Nothing was submitted.");
    }
  }

  private void submit(List<T> rows) {
    List<Long> ids =
        workplace()
            .withState(
                state -> {
                  CompletionStore inbox = new CompletionStore(state);
                  // The store's statements take part: this thread's handle is the one that is open.
                  return state.inTransaction(
                      handle -> {
                        List<Long> inserted = rows.stream().map(row -> insert(inbox, row)).toList();
                        audit(handle, inserted);
                        return inserted;
                      });
                });
    if (ids.size() <= LISTED) {
      ids.forEach(id -> say("Inbox id %d", id));
    } else {
      say(
          "%d completions, inbox ids from %d to %d",
          ids.size(), ids.get(0), ids.get(ids.size() - 1));
    }
    List<Long> teams = rows.stream().map(this::team).distinct().toList();
    say(
        "While the service runs it takes them within %s. Follow them with: bin/lakeferry runs%s",
        Took.of(workplace().settings().duration("lakeferry.claim.period").toMillis()),
        teams.size() == 1 ? " --team " + teams.get(0) : "");
  }

  private static void audit(Handle handle, List<Long> ids) {
    AuditLog.write(
        handle,
        Actor.commandLine(),
        "submit",
        ids.size() == 1 ? "1 completion" : ids.size() + " completions",
        Map.of("first_inbox_id", ids.get(0), "last_inbox_id", ids.get(ids.size() - 1)));
  }

  private void rehearse(List<T> rows) {
    int refused = 0;
    for (T row : rows) {
      refused += wouldPublish(trial(row)) ? 0 : 1;
      out().flush();
    }
    if (refused > 0) {
      throw new CommandFailure(
          "%d of %d would not be published. Nothing was changed.".formatted(refused, rows.size()));
    }
  }

  private boolean wouldPublish(DryTrial trial) {
    try {
      Rehearsal rehearsal = trial.rehearsal().get();
      RehearsalText.print(rehearsal, trial.workflow(), out());
      return rehearsal.wouldPublish();
    } catch (RunFailure e) {
      say("Dry run of job %s by %s; nothing was changed.", trial.job(), trial.workflow());
      say("  It would fail: %s", e.getMessage());
      return false;
    }
  }
}
