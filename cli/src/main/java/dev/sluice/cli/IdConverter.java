package dev.sluice.cli;

import dev.sluice.api.chunk.Ids;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the id of a trace as all commands print it. */
public final class IdConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return Ids.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
