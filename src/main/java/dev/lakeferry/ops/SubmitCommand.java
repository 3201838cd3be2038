package dev.lakeferry.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.Jdbi;

/** Puts completions into an inbox: all of them or none. */
abstract class SubmitCommand extends OperatorCommand {
  private static final int LISTED = 20;

  SubmitCommand(Workplace workplace) {
    super(workplace);
  }

  /** The lines of a file, read; if any is wrong, each such line is told and none is taken. */
  static <T> List<T> many(String file, Function<String, T> parser) {
    List<T> rows = new ArrayList<>();
    InputLines.of(file).read((number, line) -> rows.add(parser.apply(line)));
    return rows;
  }

  /** What options say, read. */
  final <T> T one(Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage() + ". Nothing was submitted.");
    }
  }

  /**
   * Inserts them and says so.
   *
   * @param file where they came from, or null for options
   * @param insert into the inbox of a state database; answers the inbox id
   */
  final <T> void submit(
      String file, List<T> rows, ToLongFunction<T> team, Function<Jdbi, ToLongFunction<T>> insert) {
    if (rows.isEmpty()) {
      say("There is no line in %s; nothing to do.", file);
      return;
    }
    List<Long> ids =
        workplace()
            .withState(
                state -> {
                  ToLongFunction<T> inbox = insert.apply(state);
                  // The store's statements take part: this thread's handle is the one that is open.
                  return state.inTransaction(
                      handle -> rows.stream().map(inbox::applyAsLong).toList());
                });
    if (ids.size() <= LISTED) {
      ids.forEach(id -> say("Inbox id %d", id));
    } else {
      say(
          "%d completions, inbox ids from %d to %d",
          ids.size(), ids.get(0), ids.get(ids.size() - 1));
    }
    List<Long> teams = rows.stream().map(team::applyAsLong).distinct().toList();
    say(
        "While the service runs it takes them within %s. Follow them with: bin/lakeferry runs%s",
        Took.of(workplace().settings().duration("lakeferry.claim.period").toMillis()),
        teams.size() == 1 ? " --team " + teams.get(0) : "");
  }
}
