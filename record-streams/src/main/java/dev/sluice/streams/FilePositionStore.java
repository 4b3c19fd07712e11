package dev.sluice.streams;

import dev.sluice.api.config.SmallFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Positions in a small text file, a line for each producer: id, records delivered, sequences, and
 * of a chunk that was handled in part its sequence and how many records were handled and rejected.
 * A new version is written beside it, forced to the device and moved over the old one. For one
 * thread.
 */
public final class FilePositionStore implements PositionStore {
  private static final String HEADING = "sluice positions 1";

  /** Instead of sequences, where there are none. */
  private static final String NONE = "-";

  private static final Pattern LINE =
      Pattern.compile(
          "([0-9a-f]{16}) (\\d{1,19}) ([0-9a-f,:?-]+)(?: (\\d{1,19}) (\\d{1,10}) (\\d{1,10}))?");

  /** More than a million producers have. */
  private static final int MOST_BYTES = 256 << 20;

  private final Path file;
  private List<Position> saved;

  private FilePositionStore(Path file) {
    this.file = file;
  }

  /** In that file; it and its directory are created by the first save. */
  public static FilePositionStore create(Path file) {
    return new FilePositionStore(file.toAbsolutePath());
  }

  @Override
  public List<Position> load() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    List<String> lines = read().lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(HEADING)) {
      throw new IOException(
          file + " does not start with '" + HEADING + "'; is it a position file?");
    }
    List<Position> positions = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      positions.add(parse(lines.get(i), i + 1));
    }
    return positions;
  }

  private String read() throws IOException {
    try {
      return new String(SmallFile.read(file, MOST_BYTES), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IOException("cannot read positions from " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void save(List<Position> positions) throws IOException {
    if (positions.equals(saved)) {
      return;
    }
    try {
      replace(positions);
    } catch (IOException e) {
      throw new IOException("cannot save positions to " + file + ": " + e, e);
    }
    saved = List.copyOf(positions);
  }

  private void replace(List<Position> positions) throws IOException {
    Files.createDirectories(file.getParent());
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
            FileChannel.open(
                next,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
        Writer text =
            new BufferedWriter(Channels.newWriter(channel, StandardCharsets.ISO_8859_1))) {
      text.append(HEADING).append('\n');
      for (Position p : positions) {
        text.append(HexFormat.of().toHexDigits(p.producerId()))
            .append(' ')
            .append(Long.toString(p.delivered()))
            .append(' ')
            .append(p.sequences().isEmpty() ? NONE : p.sequences());
        Position.Part part = p.part();
        if (part != null) {
          text.append(" " + part.sequence() + " " + part.records() + " " + part.rejected());
        }
        text.append('\n');
      }
      text.flush();
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private Position parse(String line, int number) throws IOException {
    Matcher matcher = LINE.matcher(line);
    if (matcher.matches()) {
      try {
        String sequences = matcher.group(3).equals(NONE) ? "" : matcher.group(3);
        if (!sequences.isEmpty()) {
          SequenceText.read(sequences, givenUp -> {}, (from, to) -> {});
        }
        Position.Part part =
            matcher.group(4) == null
                ? null
                : new Position.Part(
                    Long.parseLong(matcher.group(4)),
                    Integer.parseInt(matcher.group(5)),
                    Integer.parseInt(matcher.group(6)));
        return new Position(
            Long.parseUnsignedLong(matcher.group(1), 16),
            Long.parseLong(matcher.group(2)),
            sequences,
            part);
      } catch (IllegalArgumentException e) {
        // falls through to the one message for all mistakes
      }
    }
    throw new IOException(file + " is damaged in line " + number + "; remove it to start anew");
  }
}
