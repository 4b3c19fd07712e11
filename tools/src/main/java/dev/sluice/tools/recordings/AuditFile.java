package dev.sluice.tools.recordings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.JsonTree;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Audits as {@link Audit#toJson} writes them, one behind the other in a file. */
public final class AuditFile {
  private AuditFile() {}

  /**
   * Reads them.
   *
   * @throws ToolException if there is none, or something else
   */
  public static List<Audit> read(Path file) throws IOException {
    List<Audit> audits = new ArrayList<>();
    try (Reader text = Files.newBufferedReader(file);
        JsonParser json = new JsonFactory().createParser(text)) {
      while (json.nextToken() != null) {
        audits.add(audit(object(JsonTree.value(json))));
      }
      Audit.merge(audits);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw noAudits(file, e);
    }
    if (audits.isEmpty()) {
      throw noAudits(file, null);
    }
    return audits;
  }

  private static ToolException noAudits(Path file, Exception cause) {
    return new ToolException(
        file + " contains no audits as written by 'sluice verify --json' and Audit.toJson", cause);
  }

  private static Audit audit(Map<?, ?> fields) {
    List<ProducerAudit> producers = new ArrayList<>();
    for (Object producer : get(fields, "producers", List.class)) {
      producers.add(producer(object(producer)));
    }
    return new Audit(
        number(fields, "chunks"),
        number(fields, "records"),
        number(fields, "damaged"),
        number(fields, "skippedBytes"),
        number(fields, "forgotten"),
        producers);
  }

  private static ProducerAudit producer(Map<?, ?> fields) {
    Map<?, ?> byLabel = get(fields, "dropped", Map.class);
    Map<String, Long> dropped = new LinkedHashMap<>();
    for (Object label : byLabel.keySet()) {
      dropped.put((String) label, number(byLabel, (String) label));
    }
    return new ProducerAudit(
        get(fields, "id", String.class),
        fields.get("name") == null ? null : get(fields, "name", String.class),
        number(fields, "emitted"),
        number(fields, "delivered"),
        number(fields, "rejected"),
        DropCounts.ofLabels(dropped),
        number(fields, "gaps"),
        number(fields, "unknown"),
        number(fields, "duplicates"),
        number(fields, "conflicts"),
        get(fields, "ended", Boolean.class),
        get(fields, "sequences", String.class));
  }

  private static Map<?, ?> object(Object value) {
    if (value instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new IllegalArgumentException("no object");
  }

  private static long number(Map<?, ?> fields, String name) {
    return get(fields, name, Long.class);
  }

  private static <T> T get(Map<?, ?> fields, String name, Class<T> type) {
    if (!type.isInstance(fields.get(name))) {
      throw new IllegalArgumentException("no " + name);
    }
    return type.cast(fields.get(name));
  }
}
