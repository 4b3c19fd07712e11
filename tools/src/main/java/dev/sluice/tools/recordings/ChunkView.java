package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.support.Plugins;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.format.SafeText;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

/** Prints one chunk: its header, and what its decoder says about its body. */
public final class ChunkView {
  private final PrintStream out;
  private final Map<Integer, ChunkDecoder> decoders = new HashMap<>();

  ChunkView(PrintStream out) {
    this.out = out;
  }

  /** Returns whether the body is sound. */
  boolean show(long number, Chunk chunk, SourcePosition position) {
    ChunkHeader header = chunk.header();
    Accounting accounting = header.accounting();
    out.printf(
        "chunk %s  %s at %s%s%s%n",
        number,
        Figures.count(chunk.length(), "byte"),
        position,
        accounting.closeReason() == 0
            ? ""
            : ", closed by " + CloseReason.label(accounting.closeReason()),
        accounting.end() ? ", the producer's last" : "");
    String told = accounting.producerName();
    line("producer", accounting.producer() + (told == null ? "" : " " + SafeText.word(told)));
    String sequence = Figures.count(accounting.sequence());
    line(
        "sequence",
        accounting.isRange()
            ? Figures.count(accounting.firstSequence()) + " to " + sequence + ", which it replaces"
            : sequence);
    line("records", Figures.count(header.recordCount()) + density(chunk));
    if (accounting.hasTime()) {
      line(
          "time",
          Instants.nanos(accounting.firstTime() + accounting.clockOffset())
              + " to "
              + Instants.nanos(accounting.lastTime() + accounting.clockOffset()));
    }
    line(
        "so far",
        "%s emitted, %s dropped"
            .formatted(Figures.count(accounting.emitted()), Verdict.drops(accounting.dropped())));
    line(
        "header", Figures.count(header.length(), "byte") + ", serializer " + header.serializerId());
    header
        .attributes()
        .asMap()
        .forEach((name, value) -> line("attribute", name + "=" + SafeText.word(value)));
    line("body", Figures.count(header.bodyLength(), "byte") + compression(header));
    boolean sound = showBody(chunk);
    out.println();
    return sound;
  }

  private static String density(Chunk chunk) {
    int records = chunk.header().recordCount();
    return records == 0
        ? ""
        : ", " + Figures.digits((double) chunk.length() / records) + " bytes each";
  }

  private static String compression(ChunkHeader header) {
    String name =
        switch (header.compression()) {
          case ChunkLayout.COMPRESSION_LZ4 -> "LZ4";
          case ChunkLayout.COMPRESSION_ZSTD -> "zstd";
          default -> "compression " + header.compression();
        };
    return header.compression() == 0
        ? ""
        : ", " + name + " of " + Figures.count(header.rawLength());
  }

  private boolean showBody(Chunk chunk) {
    try {
      ChunkDecoder decoder =
          decoders.computeIfAbsent(chunk.header().serializerId(), ChunkView::newDecoder);
      decoder.decode(chunk);
      decoder.describe().lines().forEach(text -> out.println("  " + text));
      return true;
    } catch (MalformedChunkException e) {
      line("damaged", e.getMessage());
    } catch (ConfigurationException e) {
      line("unknown", e.getMessage());
    }
    return false;
  }

  /** Returns a decoder for the chunks of a serializer. */
  public static ChunkDecoder newDecoder(int id) {
    return Plugins.find(
            Deserializer.class,
            plugin -> Integer.toString(plugin.id()),
            Integer.toString(id),
            "serializer id")
        .newDecoder(DecodeLimits.FORMAT);
  }

  private void line(String name, String value) {
    out.println("  " + name + " ".repeat(10 - name.length()) + value);
  }
}
