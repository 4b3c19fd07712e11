package dev.sluice.api.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttributesTest {
  private static final int PLAIN = 36;

  private static byte[] chunk(Attributes attributes) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + ChunkLayout.CRC_BYTES];
    ChunkHeader header = ChunkHeader.of(1, 0, 0, Accounting.of(7)).with(attributes);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header).toByteArray();
  }

  private static Attributes parsed(byte[] bytes) throws MalformedChunkException {
    return ChunkLayout.parse(bytes, 0, bytes.length).header().attributes();
  }

  @Test
  void they_come_back_in_their_order_and_cost_nothing_where_there_are_none() throws Exception {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("rack", "");
    values.put("service", "shop ä");
    values.put("pid", "4711");
    values.put("a.b_c-d9", "x".repeat(255));
    Attributes attributes = Attributes.of(values);
    byte[] bytes = chunk(attributes);

    assertThat(parsed(bytes)).isEqualTo(attributes);
    assertThat(parsed(bytes).asMap().keySet()).containsExactlyElementsOf(values.keySet());
    assertThat(chunk(Attributes.NONE)).hasSize(PLAIN);
    assertThat(chunk(Attributes.of(Map.of("service", "shop")))).hasSize(PLAIN + 6);
    assertThat(chunk(Attributes.of(Map.of("rack", "a7")))).hasSize(PLAIN + 9);
  }

  @Test
  void the_most_there_may_be_come_back() throws Exception {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < Attributes.MAX; i++) {
      values.put("name" + i, "x".repeat(20));
    }
    assertThat(parsed(chunk(Attributes.of(values))).asMap()).isEqualTo(values);
    values.put("one.more", "");
    assertThatThrownBy(() -> Attributes.of(values)).hasMessageContaining("33 attributes");
    values.keySet().removeIf(name -> !name.endsWith("1"));
    values.replaceAll((name, value) -> "y".repeat(255));
    assertThatThrownBy(() -> Attributes.of(values)).hasMessageContaining("over 1024");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Service", "1a", "a b", "ä", "a=b"})
  void bad_names_are_refused(String name) {
    assertThatThrownBy(() -> Attributes.of(Map.of(name, "v")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attribute name '" + name + "'");
  }

  @Test
  void long_values_are_refused() {
    assertThatThrownBy(() -> Attributes.of(Map.of("rack", "ä".repeat(128))))
        .hasMessageContaining("attribute 'rack' has 256 bytes, more than 255");
  }

  @Test
  void a_tag_that_is_even_is_skipped_and_one_that_is_odd_is_named() throws Exception {
    byte[] free = chunk(Attributes.of(Map.of("rack", "a7")));
    int tagAt = free.length - ChunkLayout.CRC_BYTES - 9;
    free[tagAt] = 100;
    assertThat(parsed(resealed(free)).asMap()).isEmpty();
    free[tagAt] = 101;
    assertThatThrownBy(() -> parsed(resealed(free))).hasMessageContaining("needs header tag 101");
    free[tagAt] = 1;
    free[tagAt + 2] = 5;
    assertThatThrownBy(() -> parsed(resealed(free)))
        .hasMessageContaining("needs feature 5 (racka7)");
  }

  private static byte[] resealed(byte[] bytes) {
    int crcAt = bytes.length - ChunkLayout.CRC_BYTES;
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(crcAt, ChunkLayout.crc(bytes, 0, crcAt));
    return bytes;
  }
}
