package dev.lakeferry.ops;

import dev.lakeferry.naming.NamingVersion;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a table-naming version by its id. */
final class NamingVersionOption implements ITypeConverter<NamingVersion> {
  @Override
  public NamingVersion convert(String id) {
    try {
      return NamingVersion.of(id);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
