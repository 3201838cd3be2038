package dev.lakeferry.ops;

import dev.lakeferry.naming.TableName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code SCHEMA.TABLE}; the first dot parts them, since schemas have none. */
final class TableArgument implements ITypeConverter<TableName> {
  @Override
  public TableName convert(String text) {
    String[] parts = text.split("\\.", 2);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new TypeConversionException("'%s' must be SCHEMA.TABLE".formatted(text));
    }
    return new TableName(parts[0], parts[1]);
  }
}
