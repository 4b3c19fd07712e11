package dev.sluice.support.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaBindingTest {
  private static final Accounting ACCOUNTING = new Accounting.Builder(0xab).sequence(12).build();

  @Test
  void headers_tell_in_ascii_what_the_chunk_says() {
    Map<String, String> texts = new LinkedHashMap<>();
    KafkaBinding.headers(ChunkHeader.of(7, 100, 34, ACCOUNTING))
        .forEach((name, value) -> texts.put(name, ascii(value)));

    assertThat(texts)
        .containsExactly(
            Map.entry("sluice.format", "7"),
            Map.entry("sluice.version", "1"),
            Map.entry("sluice.producer", "00000000000000ab"),
            Map.entry("sluice.sequence", "12"),
            Map.entry("sluice.records", "34"));
  }

  @Test
  void a_record_and_a_producer_have_the_texts_that_keys_and_headers_are_made_of() {
    assertThat(ascii(KafkaBinding.producerKey(ACCOUNTING))).isEqualTo("00000000000000ab");
    assertThat(ascii(KafkaBinding.sequence(ACCOUNTING))).isEqualTo("12");
    assertThat(ascii(KafkaBinding.record(5))).isEqualTo("5");
  }

  private static String ascii(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
