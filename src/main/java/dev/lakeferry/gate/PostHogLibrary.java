package dev.lakeferry.gate;

import com.posthog.PersonProfiles;
import com.posthog.PostHogConfig;
import com.posthog.errortracking.PostHogErrorTrackingConfig;
import com.posthog.internal.FlagDefinition;
import com.posthog.internal.LocalEvaluationResponse;
import com.posthog.internal.PostHogSerializer;
import com.posthog.server.internal.FlagEvaluator;
import com.posthog.surveys.PostHogSurveysConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is used of PostHog's server library: its format of definitions and its evaluation. Its
 * client is not used: that asks PostHog for every flag that it cannot evaluate itself, reports each
 * decision as an event, and looks a group's properties up under the wrong names.
 */
final class PostHogLibrary {
  private final PostHogSerializer serializer;
  private final FlagEvaluator evaluator;

  PostHogLibrary() {
    PostHogConfig config = quiet();
    serializer = new PostHogSerializer(config);
    evaluator = new FlagEvaluator(config);
  }

  /** A configuration with which nothing is sent: both parts only look for its log. */
  private static PostHogConfig quiet() {
    return new PostHogConfig(
        "none",
        "http://127.0.0.1",
        false,
        true,
        false,
        1,
        false,
        null,
        false,
        false,
        1,
        1,
        1,
        1,
        null,
        null,
        false,
        null,
        id -> id,
        false,
        PersonProfiles.NEVER,
        false,
        null,
        new PostHogSurveysConfig(),
        (a, b, c, d, e) -> null,
        (a, b, c, d, e) -> null,
        new PostHogErrorTrackingConfig(),
        null);
  }

  /**
   * Reads definitions.
   *
   * @return null for an empty text
   * @throws com.google.gson.JsonParseException if the text is none
   */
  LocalEvaluationResponse parse(String json) {
    return serializer.getGson().fromJson(json, LocalEvaluationResponse.class);
  }

  /**
   * Evaluates a flag.
   *
   * @param key whom it is drawn for: a person's distinct id or a group's key
   * @return true, false, or the name of the variant that is on
   * @throws Exception if it cannot be decided with these properties; Kotlin declares none
   */
  Object evaluate(
      LocalEvaluationResponse all, FlagDefinition flag, String key, Map<String, ?> properties)
      throws Exception {
    return evaluator.matchFeatureFlagProperties(
        flag,
        key,
        properties,
        all.getCohorts() == null ? Map.of() : all.getCohorts(),
        all.getFlags().stream()
            .collect(
                Collectors.toMap(
                    FlagDefinition::getKey, Function.identity(), (one, other) -> other)),
        new HashMap<>());
  }
}
