package dev.sluice.kafbat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import io.kafbat.ui.serde.api.DeserializeResult;
import io.kafbat.ui.serde.api.PropertyResolver;
import io.kafbat.ui.serde.api.Serde;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkSerdeTest {
  private static final PropertyResolver NOTHING = properties(Map.of());

  private static PropertyResolver properties(Map<String, Object> values) {
    return new PropertyResolver() {
      @Override
      public <T> Optional<T> getProperty(String key, Class<T> type) {
        return Optional.ofNullable(type.cast(values.get(key)));
      }

      @Override
      public <T> Optional<List<T>> getListProperty(String key, Class<T> type) {
        return Optional.empty();
      }

      @Override
      public <K, V> Optional<Map<K, V>> getMapProperty(String key, Class<K> k, Class<V> v) {
        return Optional.empty();
      }
    };
  }

  private static DeserializeResult show(Map<String, Object> properties, byte[] value) {
    try (Serde serde = new ChunkSerde()) {
      serde.configure(properties(properties), NOTHING, NOTHING);
      return serde.deserializer("records", Serde.Target.VALUE).deserialize(null, value);
    }
  }

  private static byte[] notes(String serializer, int count, String text) throws Exception {
    SerializerPair pair = SerializerPair.named(serializer);
    TestBatch rows = new TestBatch();
    for (int i = 0; i < count; i++) {
      rows.add(SampleRecords.NOTE, 1_000_000_007L * i, text, 0.5, (byte) 1, new byte[] {1, 2});
    }
    Accounting accounting =
        new Accounting.Builder(0x1f)
            .name("shop")
            .sequence(7)
            .emitted(count + 12)
            .dropped(DropCounts.ofLabels(Map.of("ring_full", 12L)))
            .times(0, 1_000_000_007L * (count - 1))
            .build();
    Chunk like = pair.chunk(pair.encoder(), rows.build());
    ChunkHeader header =
        ChunkHeader.of(like.header().serializerId(), 0, count, accounting)
            .with(Attributes.of(Map.of("zone", "north")));
    return pair.chunk(SerializerPair.body(like), header).toByteArray();
  }

  private static void assertJson(String text) {
    try (JsonParser json = new JsonFactory().createParser(text)) {
      while (json.nextToken() != null) {
        // to the end
      }
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"binary", "protobuf"})
  void header_and_records_are_shown(String serializer) throws Exception {
    DeserializeResult shown = show(Map.of(), notes(serializer, 3, "<b>hi</b>"));

    assertThat(shown.getType()).isEqualTo(DeserializeResult.Type.JSON);
    assertJson(shown.getResult());
    assertThat(shown.getResult())
        .contains(
            "\"producer\":\"000000000000001f\",\"name\":\"shop\",\"attributes\":{\"zone\":\"north\"},"
                + "\"sequence\":7,\"end\":false",
            "\"emittedSoFar\":15,\"droppedSoFar\":{\"ring_full\":12}",
            "\"recordCount\":3,\"types\":[\"test.note.1\"],\"records\":[",
            "{\"type\":\"test.note.1\",\"time\":\"1970-01-01T00:00:01.000000007Z\","
                + "\"text\":\"<b>hi</b>\",\"load\":0.5,\"level\":1,\"data\":\"AQI=\"}",
            "\"notShown\":0}");
    assertThat(shown.getAdditionalProperties())
        .containsEntry("producer", "000000000000001f")
        .containsEntry("sequence", 7L)
        .containsEntry("records", 3);
  }

  @Test
  void no_more_than_the_first_records_and_characters_are_shown() throws Exception {
    String few = show(Map.of("records", 2), notes("binary", 500, "x")).getResult();
    String small = show(Map.of("bytes", 1_000), notes("binary", 500, "x")).getResult();
    String large = show(Map.of(), notes("binary", 500, "x".repeat(60_000))).getResult();

    assertThat(few).endsWith("\"notShown\":498}");
    assertThat(small).hasSizeLessThan(2_000).contains("\"notShown\":4");
    assertThat(large).hasSizeLessThan(300_000).contains("x… (60000 characters)");
    assertJson(large);
  }

  @Test
  void what_is_no_chunk_or_damaged_is_told_in_words() throws Exception {
    byte[] damaged = notes("binary", 5, "x");
    damaged[damaged.length / 2] ^= 1;
    byte[] other = "{}".getBytes(StandardCharsets.UTF_8);

    for (byte[] value : new byte[][] {damaged, other, {}, null}) {
      DeserializeResult shown = show(Map.of(), value);
      assertThat(shown.getType()).isEqualTo(DeserializeResult.Type.STRING);
      assertThat(shown.getResult()).startsWith("no chunk of Sluice, or a damaged one: ");
    }
  }

  @Test
  void header_of_a_chunk_that_nobody_can_decode_is_shown() throws Exception {
    SerializerPair binary = SerializerPair.named("binary");
    ChunkHeader header = ChunkHeader.of((short) 77, 0, 5, Accounting.of(1));
    byte[] chunk = binary.chunk(new byte[20], header).toByteArray();

    DeserializeResult shown = show(Map.of(), chunk);

    assertJson(shown.getResult());
    assertThat(shown.getResult())
        .contains("\"recordCount\":5", "records cannot be read: no deserializer for id 77");
  }

  @Test
  void values_are_read_and_nothing_is_written() {
    Serde serde = new ChunkSerde();

    assertThat(serde.canDeserialize("t", Serde.Target.VALUE)).isTrue();
    assertThat(serde.canDeserialize("t", Serde.Target.KEY)).isFalse();
    assertThat(serde.canSerialize("t", Serde.Target.VALUE)).isFalse();
    assertThat(serde.getSchema("t", Serde.Target.VALUE)).isEmpty();
    assertThat(serde.getDescription()).get().asString().contains("first 100 records");
    assertThatThrownBy(() -> serde.configure(properties(Map.of("records", -1)), NOTHING, NOTHING))
        .hasMessage("records must be >= 0, was -1");
  }

  /** As the user interface loads it: from a class loader that asks its parent last. */
  @Test
  void plug_ins_are_found_in_a_class_loader_of_its_own() throws Exception {
    byte[] chunk = notes("binary", 3, "x");
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      path.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader own = new ChildFirst(path.toArray(URL[]::new))) {
      Serde serde =
          (Serde) own.loadClass(ChunkSerde.class.getName()).getConstructor().newInstance();
      assertThat(serde.getClass()).isNotSameAs(ChunkSerde.class);
      serde.configure(NOTHING, NOTHING, NOTHING);

      DeserializeResult shown =
          serde.deserializer("t", Serde.Target.VALUE).deserialize(null, chunk);

      assertThat(shown.getResult()).contains("\"notShown\":0");
    }
  }

  private static final class ChildFirst extends URLClassLoader {
    ChildFirst(URL[] path) {
      super(path, ChunkSerdeTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.sluice.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }
}
