package dev.lakeferry.ops;

import dev.lakeferry.upkeep.Step;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A step of upkeep by its id. */
final class StepArgument implements ITypeConverter<Step> {
  @Override
  public Step convert(String text) {
    try {
      return Step.of(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
