package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.support.KeyedHash;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text of {@link Positions}: a line for each item, its words in a fixed order. */
final class PositionsText {
  private static final String HEADING = "sluice positions 3";
  private static final String END = "end";

  private final Map<String, Long> offsets = new LinkedHashMap<>();
  private final Map<Long, Positions.Begun> begun = new LinkedHashMap<>();
  private final Map<Long, String> fingerprints = new LinkedHashMap<>();
  private final List<ProducerAudit> producers = new ArrayList<>();
  private Audit audit = Positions.NONE.audit();
  private String hashKey;
  private Iterator<String> words;

  private PositionsText() {}

  static String write(Positions positions) {
    StringBuilder text = new StringBuilder(HEADING).append('\n');
    if (positions.hashKey() != null) {
      line(text, "key", positions.hashKey());
    }
    positions.audit().producers().forEach(producer -> line(text, "producer", words(producer)));
    positions
        .begun()
        .forEach(
            (id, p) ->
                line(text, "part", id, p.sequence(), p.fingerprint(), p.records(), p.rejected()));
    positions.fingerprints().forEach((id, hashes) -> line(text, "chunks", id, hashes));
    positions.offsets().forEach((name, offset) -> line(text, "offset", encoded(name), offset));
    Audit a = positions.audit();
    line(text, "all", a.chunks(), a.records(), a.damaged(), a.skippedBytes(), a.forgotten());
    return text.append(END).append('\n').toString();
  }

  private static void line(StringBuilder text, String kind, Object... words) {
    text.append(kind);
    Arrays.stream(words).forEach(word -> text.append(' ').append(word));
    text.append('\n');
  }

  private static Object[] words(ProducerAudit producer) {
    StringBuilder drops = new StringBuilder("-");
    producer.dropped().byLabel().forEach((cause, n) -> drops.append(cause + ":" + n + ","));
    return new Object[] {
      producer.id(),
      encoded(producer.name()),
      producer.emitted(),
      producer.delivered(),
      producer.rejected(),
      drops,
      producer.gaps(),
      producer.unknown(),
      producer.duplicates(),
      producer.conflicts(),
      producer.ended(),
      producer.sequences()
    };
  }

  /**
   * Returns a text of a value that may be null; the first character distinguishes null from a text.
   */
  private static String encoded(String text) {
    return text == null ? "-" : "=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static Positions read(String text) throws IOException {
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(HEADING)) {
      throw new IOException(
          "it does not begin with '"
              + HEADING
              + "', so it is something else or of another version");
    }
    if (!lines.get(lines.size() - 1).equals(END)) {
      throw new IOException("it is cut off");
    }
    PositionsText read = new PositionsText();
    for (int i = 1; i < lines.size() - 1; i++) {
      try {
        read.line(lines.get(i));
      } catch (RuntimeException e) {
        // Whatever it is that a damaged line leads to.
        throw new IOException("line " + (i + 1) + " is damaged", e);
      }
    }
    return new Positions(read.audit, read.offsets, read.begun, read.fingerprints, read.hashKey);
  }

  private void line(String line) {
    words = Arrays.asList(line.split(" ")).iterator();
    switch (words.next()) {
      case "producer" -> producers.add(producer());
      case "part" -> begun.put(Long.parseLong(words.next()), begun());
      case "key" -> hashKey = KeyedHash.withKey(words.next()).key();
      case "chunks" ->
          fingerprints.put(Long.parseLong(words.next()), Fingerprints.checked(words.next()));
      case "offset" -> offsets.put(decoded(), number());
      case "all" -> audit = new Audit(number(), number(), number(), number(), number(), producers);
      default -> throw new IllegalArgumentException("no such line");
    }
    if (words.hasNext()) {
      throw new IllegalArgumentException("too long");
    }
  }

  private ProducerAudit producer() {
    ProducerAudit producer =
        new ProducerAudit(
            HexFormat.of().toHexDigits(HexFormat.fromHexDigitsToLong(words.next())),
            decoded(),
            number(),
            number(),
            number(),
            drops(),
            number(),
            number(),
            number(),
            number(),
            Boolean.parseBoolean(words.next()),
            words.next());
    SequenceText.read(producer.sequences(), givenUp -> {}, (from, to) -> {});
    return producer;
  }

  private Positions.Begun begun() {
    return new Positions.Begun(
        number(), KeyedHash.Value.parse(words.next()).toString(), (int) number(), (int) number());
  }

  private DropCounts drops() {
    Map<String, Long> drops = new LinkedHashMap<>();
    for (String drop : words.next().substring(1).split(",")) {
      if (!drop.isEmpty()) {
        String[] pair = drop.split(":");
        drops.put(pair[0], Long.parseLong(pair[1]));
      }
    }
    return DropCounts.ofLabels(drops);
  }

  private String decoded() {
    String word = words.next();
    return word.equals("-") ? null : URLDecoder.decode(word.substring(1), StandardCharsets.UTF_8);
  }

  private long number() {
    long number = Long.parseLong(words.next());
    if (number < 0) {
      throw new IllegalArgumentException("negative");
    }
    return number;
  }
}
