package dev.lakeferry.ops;

import dev.lakeferry.naming.TableName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A table as an argument, {@code SCHEMA.TABLE}. */
final class TableArgument implements ITypeConverter<TableName> {
  @Override
  public TableName convert(String text) {
    return TableName.parse(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' must be SCHEMA.TABLE, as bin/lakeferry runs shows it".formatted(text)));
  }
}
