package dev.sluice.cli;

import dev.sluice.api.chunk.Ids;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the id of a trace as all commands print it. As records have it, a number with more digits
 * than that, it is taken as well.
 */
public final class IdConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return text.matches("-?\\d{17,19}") ? Long.valueOf(text) : Long.valueOf(Ids.parse(text));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "an id has at most 16 hexadecimal digits, was '" + text + "'");
    }
  }
}
