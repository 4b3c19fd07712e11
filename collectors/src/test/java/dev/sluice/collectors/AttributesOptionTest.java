package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AttributesOptionTest extends CollectorTest {
  @Test
  void attributes_are_in_each_chunk_by_name() {
    start(manual().attribute("service", "shop").attribute("rack", "a7"));
    emit(1);
    collector.close(Duration.ofSeconds(1));
    assertThat(writer.chunks)
        .isNotEmpty()
        .allSatisfy(
            chunk ->
                assertThat(chunk.header().attributes().toString())
                    .isEqualTo("{rack=a7, service=shop}"));
  }

  @Test
  void a_bad_attribute_is_a_mistake_in_the_configuration() {
    assertThatThrownBy(() -> manual().attribute("Rack", "a7").build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("attribute name 'Rack' is not");
  }
}
