package dev.lakeferry.gate;

import com.posthog.internal.FlagDefinition;
import com.posthog.internal.LocalEvaluationResponse;
import dev.lakeferry.settings.Settings;
import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.FeatureProvider;
import dev.openfeature.sdk.Metadata;
import dev.openfeature.sdk.ProviderEvaluation;
import dev.openfeature.sdk.Reason;
import dev.openfeature.sdk.Value;
import dev.openfeature.sdk.exceptions.FlagNotFoundError;
import dev.openfeature.sdk.exceptions.GeneralError;
import dev.openfeature.sdk.exceptions.TypeMismatchError;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * PostHog's flags, evaluated here. A person's flag is drawn for the team's UUID, with the
 * properties {@code team_id}, {@code team_uuid} and {@code organization_id}; a group's for the
 * groups {@code organization} and {@code project}, whose properties are {@code id} and {@code
 * $group_key}. A variant counts as on. Nothing is sent to PostHog.
 */
final class PostHogFlags implements FlagSource {
  private static final String NAME = "posthog";
  private static final String ORGANIZATION = "organization";
  private static final String PROJECT = "project";

  private final FlagDefinitions definitions;
  private final PostHogLibrary library = new PostHogLibrary();

  PostHogFlags(PostHogPlace place, Clock clock) {
    definitions = new FlagDefinitions(place, library, clock);
    definitions.start();
  }

  static PostHogFlags of(Settings settings) {
    return new PostHogFlags(PostHogPlace.of(settings), Clock.systemUTC());
  }

  @Override
  public FeatureProvider provider() {
    return new Provider();
  }

  @Override
  public Optional<String> problem() {
    return definitions.problem();
  }

  @Override
  public String problemKind() {
    return "FLAG_DEFINITIONS";
  }

  @Override
  public String remedy() {
    return "see whether PostHog answers at LAKEFERRY_FLAGS_POSTHOG_HOST and takes"
        + " LAKEFERRY_FLAGS_POSTHOG_PERSONAL_KEY, and that the flag needs nothing that is not known"
        + " here; a restart is not needed";
  }

  @Override
  public void close() {
    definitions.close();
  }

  private ProviderEvaluation<Boolean> evaluate(String name, EvaluationContext subject) {
    LocalEvaluationResponse all = definitions.current();
    FlagDefinition flag =
        all.getFlags().stream()
            .filter(known -> known.getKey().equals(name))
            .findFirst()
            .orElseThrow(() -> new FlagNotFoundError("PostHog has no flag of that name"));
    if (!flag.getActive()) {
      return answer(false, null, Reason.DISABLED);
    }
    Integer group = flag.getFilters().getAggregationGroupTypeIndex();
    return group == null
        ? decide(all, flag, subject.getTargetingKey(), person(subject))
        : byGroup(all, flag, groupType(all, group), subject);
  }

  private static String groupType(LocalEvaluationResponse all, int index) {
    Map<String, String> types = all.getGroupTypeMapping();
    String type = types == null ? null : types.get(Integer.toString(index));
    if (!ORGANIZATION.equals(type) && !PROJECT.equals(type)) {
      throw new GeneralError(
          "the flag is by groups of the type %s; known are organization and project"
              .formatted(type));
    }
    return type;
  }

  private ProviderEvaluation<Boolean> byGroup(
      LocalEvaluationResponse all, FlagDefinition flag, String type, EvaluationContext subject) {
    String key = text(subject, type.equals(PROJECT) ? "team_id" : "organization_id");
    return key == null
        ? answer(false, null, Reason.DEFAULT)
        : decide(all, flag, key, Map.of("id", key, "$group_key", key));
  }

  private ProviderEvaluation<Boolean> decide(
      LocalEvaluationResponse all, FlagDefinition flag, String key, Map<String, ?> properties) {
    Object decided;
    try {
      decided = library.evaluate(all, flag, key, properties);
    } catch (Exception inconclusive) {
      throw new GeneralError(
          "it cannot be decided with what is known here: " + inconclusive.getMessage());
    }
    if (decided instanceof String variant) {
      return answer(true, variant, Reason.TARGETING_MATCH);
    }
    boolean on = Boolean.TRUE.equals(decided);
    return answer(on, null, on ? Reason.TARGETING_MATCH : Reason.DEFAULT);
  }

  private static Map<String, ?> person(EvaluationContext subject) {
    Map<String, String> properties = new HashMap<>();
    for (String name : new String[] {"team_id", "team_uuid", "organization_id"}) {
      String value = text(subject, name);
      if (value != null) {
        properties.put(name, value);
      }
    }
    return properties;
  }

  /** Ids are whole numbers, which the context holds as doubles. */
  private static String text(EvaluationContext subject, String name) {
    Value value = subject.getValue(name);
    if (value == null) {
      return null;
    }
    return value.isNumber() ? Long.toString(value.asDouble().longValue()) : value.asString();
  }

  private static ProviderEvaluation<Boolean> answer(boolean on, String variant, Reason reason) {
    return ProviderEvaluation.<Boolean>builder()
        .value(on)
        .variant(variant)
        .reason(reason.name())
        .build();
  }

  /** Knows boolean flags alone: gates have no others. */
  private final class Provider implements FeatureProvider {
    @Override
    public Metadata getMetadata() {
      return () -> NAME;
    }

    @Override
    public ProviderEvaluation<Boolean> getBooleanEvaluation(
        String name, Boolean fallback, EvaluationContext subject) {
      return evaluate(name, subject);
    }

    @Override
    public ProviderEvaluation<String> getStringEvaluation(
        String name, String fallback, EvaluationContext subject) {
      throw noGate();
    }

    @Override
    public ProviderEvaluation<Integer> getIntegerEvaluation(
        String name, Integer fallback, EvaluationContext subject) {
      throw noGate();
    }

    @Override
    public ProviderEvaluation<Double> getDoubleEvaluation(
        String name, Double fallback, EvaluationContext subject) {
      throw noGate();
    }

    @Override
    public ProviderEvaluation<Value> getObjectEvaluation(
        String name, Value fallback, EvaluationContext subject) {
      throw noGate();
    }

    private static TypeMismatchError noGate() {
      return new TypeMismatchError("a gate's flag is boolean");
    }
  }
}
