package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.tools.format.Csv;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether all records come out, and what the audit says of them. */
final class Records {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Records() {}

  /** Lines of JSON, in any order. */
  static void lines(Program program, List<String> lines) throws IOException {
    if (program.foreign) {
      assertThat(lines).hasSize(program.producers.get(0).emitted.size());
      return;
    }
    List<String> said = new ArrayList<>();
    for (String line : lines) {
      List<String> fields = new ArrayList<>();
      for (Map.Entry<String, JsonNode> field : JSON.readTree(line).properties()) {
        if (!field.getKey().equals("_producer")) {
          fields.add(field.getValue().isNull() ? null : field.getValue().asText());
        }
      }
      said.add(fields.toString());
    }
    List<String> right = new ArrayList<>();
    for (Producer producer : program.producers) {
      for (Emission record : producer.emitted) {
        if (record.came()) {
          List<Object> fields = new ArrayList<>(record.values);
          fields.replaceAll(Records::text);
          fields.add(0, record.type.qualifiedName());
          fields.add(0, String.format("%016x", producer.id));
          right.add(fields.toString());
        }
      }
    }
    Collections.sort(said);
    Collections.sort(right);
    assertThat(said).as("records").isEqualTo(right);
  }

  /** The types of which a record came. */
  static List<RecordType> types(Program program) {
    return program.producers.stream()
        .flatMap(producer -> producer.emitted.stream())
        .filter(Emission::came)
        .map(one -> one.type)
        .distinct()
        .toList();
  }

  /** Comma-separated values of the records of a type, in any order. */
  static void csv(Program program, RecordType type, String text) {
    if (program.foreign) {
      long right =
          program.producers.get(0).emitted.stream().filter(one -> one.type == type).count();
      assertThat(text.split("\r\n")).as("lines of %s", type).hasSize((int) right + 1);
      return;
    }
    List<String> right = new ArrayList<>();
    for (Producer producer : program.producers) {
      for (Emission record : producer.emitted) {
        if (record.came() && record.type == type) {
          List<Object> cells = new ArrayList<>(record.values);
          cells.add(0, String.format("%016x", producer.id));
          cells.add(0, producer.name);
          cells.replaceAll(value -> value instanceof String cell ? Csv.value(cell) : value);
          right.add(
              cells.stream()
                  .map(value -> value == null ? "" : text(value).toString())
                  .collect(Collectors.joining(",")));
        }
      }
    }
    List<String> said = new ArrayList<>(List.of(text.split("\r\n")));
    String names =
        type.fields().stream().map(Field::name).collect(Collectors.joining(",", ",", ""));
    assertThat(said.remove(0)).as("names").isEqualTo("_producer,_producerId" + names);
    Collections.sort(said);
    Collections.sort(right);
    assertThat(said).as("lines of %s", type).isEqualTo(right);
  }

  private static Object text(Object value) {
    return value instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : value;
  }

  /** What {@code verify --json} says, or {@code audit.json}. */
  static void audit(Program program, JsonNode audit) {
    boolean whole = program.producers.stream().allMatch(Producer::whole);
    assertThat(audit.get("complete").asBoolean()).as("complete").isEqualTo(whole);
    assertThat(audit.get("producers")).hasSameSizeAs(program.producers);
    for (JsonNode said : audit.get("producers")) {
      Producer producer =
          program.producers.stream()
              .filter(one -> said.get("id").asText().equals(String.format("%016x", one.id)))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no such producer: " + said));
      try {
        audit(producer, said);
        if (audit.has("losses")) {
          losses(producer, audit.get("losses"));
        }
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "\nin " + said, e);
      }
    }
  }

  private static void audit(Producer producer, JsonNode said) {
    assertThat(said.get("delivered").asLong()).as("delivered").isEqualTo(count(producer, "CAME"));
    assertThat(said.get("ended").asBoolean()).as("ended").isEqualTo(!producer.killed);
    assertThat(said.get("conflicts").asLong()).as("conflicts").isZero();
    assertThat(said.get("gaps").asLong() > 0)
        .as("gaps")
        .isEqualTo(count(producer, "GAP") + count(producer, "BEFORE_START") > 0);
    assertThat(said.get("emitted").asLong())
        .as("emitted")
        .isEqualTo(producer.emitted.size() - count(producer, "NO_END"));
    JsonNode dropped = said.get("dropped");
    producer.emitted.stream()
        .filter(one -> one.fate == Emission.Fate.DROPPED)
        .collect(Collectors.groupingBy(one -> one.cause, Collectors.counting()))
        .forEach(
            (cause, count) -> assertThat(dropped.path(cause).asLong()).as(cause).isEqualTo(count));
  }

  /**
   * Every record that was lost, but behind the last chunk, is between the times of a loss; unless
   * it has not the time of its place, because the clock was set back.
   */
  private static void losses(Producer producer, JsonNode losses) {
    List<JsonNode> own = new ArrayList<>();
    for (JsonNode loss : losses) {
      if (loss.get("producer").asText().equals(String.format("%016x", producer.id))) {
        own.add(loss);
      }
    }
    List<Emission> all = producer.emitted;
    for (int i = 0; i < all.size(); i++) {
      Emission record = all.get(i);
      boolean inOrder =
          all.subList(0, i).stream().allMatch(one -> one.time <= record.time)
              && all.subList(i, all.size()).stream().allMatch(one -> one.time >= record.time);
      if (inOrder && !record.came() && record.fate != Emission.Fate.NO_END) {
        String reason = '"' + record.fate.name().toLowerCase(Locale.ROOT) + '"';
        assertThat(own)
            .as("losses, of %s at %d", record.fate, record.time)
            .anyMatch(
                loss ->
                    loss.get("from").asLong(Long.MIN_VALUE) <= record.time
                        && record.time <= loss.get("until").asLong(Long.MAX_VALUE)
                        && loss.get("reasons").toString().contains(reason));
      }
    }
    assertThat(own.isEmpty())
        .isEqualTo(
            producer.emitted.stream()
                .allMatch(one -> one.came() || one.fate == Emission.Fate.NO_END));
  }

  private static long count(Producer producer, String fate) {
    return producer.emitted.stream().filter(one -> one.fate.name().equals(fate)).count();
  }
}
