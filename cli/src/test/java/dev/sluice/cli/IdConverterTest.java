package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Ids;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class IdConverterTest {
  private final IdConverter converter = new IdConverter();

  @Test
  void id_is_taken_as_commands_and_as_records_have_it() {
    long id = 371663517490675265L;
    assertThat(converter.convert(Ids.print(id))).isEqualTo(id);
    assertThat(converter.convert("371663517490675265")).isEqualTo(id);
    assertThat(converter.convert("-371663517490675265")).isEqualTo(-id);
    assertThat(converter.convert("1234567890123456"))
        .as("hexadecimal")
        .isEqualTo(0x1234567890123456L);
    for (String wrong : new String[] {"9999999999999999999", "xyz", "371663517490675265a"}) {
      assertThatThrownBy(() -> converter.convert(wrong))
          .isInstanceOf(TypeConversionException.class)
          .hasMessageContaining("id");
    }
  }
}
