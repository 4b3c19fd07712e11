package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.spi.Serializer;
import org.junit.jupiter.api.Test;

class PluginsTest {
  @Test
  void an_unknown_plug_in_is_named_with_what_there_is() {
    assertThatThrownBy(
            () -> Plugins.find(Serializer.class, Serializer::name, "binray", "serializer"))
        .hasMessageStartingWith("unknown serializer 'binray'");
  }
}
