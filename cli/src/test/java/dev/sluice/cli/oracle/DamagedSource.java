package dev.sluice.cli.oracle;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.tools.rows.ChunkMaker;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Chunks of a few producers and types in one file or several, of which some were lost, damaged,
 * repeated, moved or forged. Drawn from a seed.
 */
final class DamagedSource {
  /** Record times are within so many nanoseconds from here. */
  static final long START = 1_700_000_000_000_000_000L;

  static final int SPAN = 100;

  /** Two of them have a record time. */
  static final List<RecordType> TYPES =
      List.of(type("app.call", true), type("app.order", true), type("app.tick", false));

  /** The key of all chunks that are signed. */
  static final byte[] KEY = "a key of at least thirty-two bytes".getBytes(StandardCharsets.UTF_8);

  final List<Path> files = new ArrayList<>();
  final boolean signed;

  /** Whether there is a chunk whose body nobody can read; only a reader of bodies finds it. */
  boolean hasUnreadable;

  private final Random random;
  private List<Piece> pieces = new ArrayList<>();

  /** A chunk to be, or bytes that are none. */
  private static final class Piece implements Cloneable {
    long producer;
    long sequence;
    long range;
    long emitted;
    long dropped;
    boolean end;
    boolean unreadable;
    boolean unsigned;
    List<int[]> records = new ArrayList<>();
    byte[] garbage;

    Piece copy() {
      try {
        Piece copy = (Piece) clone();
        copy.records = new ArrayList<>(records);
        return copy;
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static RecordType type(String name, boolean timed) {
    Field.Role role = timed ? Field.Role.RECORD_TIME : Field.Role.TIMESTAMP;
    return new RecordType(
        name, 1, List.of(new Field("time", FieldType.LONG, role), Field.of("n", FieldType.LONG)));
  }

  /** Writes it into a new directory. */
  DamagedSource(Random random, Path directory) throws IOException {
    this.random = random;
    signed = random.nextInt(10) == 0;
    int producers = 1 + random.nextInt(3);
    for (int i = 0; i < producers; i++) {
      interleave(program(random.nextLong()));
    }
    for (int faults = random.nextInt(4); faults > 0; faults--) {
      fault();
    }
    Files.createDirectory(directory);
    int count = 1 + random.nextInt(3);
    boolean dealt = random.nextBoolean();
    List<ByteArrayOutputStream> contents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      contents.add(new ByteArrayOutputStream());
    }
    for (int i = 0; i < pieces.size(); i++) {
      int file = dealt ? random.nextInt(count) : i * count / pieces.size();
      contents.get(file).write(bytes(pieces.get(i)));
    }
    for (int i = 0; i < count; i++) {
      byte[] bytes = contents.get(i).toByteArray();
      if (bytes.length > 0) {
        files.add(Files.write(directory.resolve(i + ".slu"), damaged(bytes)));
      }
    }
  }

  /** What a program writes that ends as it should, but for drops now and then. */
  private List<Piece> program(long producer) {
    List<Piece> chunks = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    long emitted = 0;
    long dropped = 0;
    int time = random.nextInt(SPAN / 2);
    for (int sequence = 0; sequence < count; sequence++) {
      Piece chunk = new Piece();
      chunk.producer = producer;
      chunk.sequence = sequence;
      int kind = random.nextInt(TYPES.size() + 2);
      for (int records = random.nextInt(5); records > 0; records--) {
        int type = kind < TYPES.size() ? kind : random.nextInt(TYPES.size());
        chunk.records.add(new int[] {type, Math.min(SPAN, time += random.nextInt(5))});
      }
      emitted += chunk.records.size();
      if (random.nextInt(20) == 0) {
        emitted++;
        dropped++;
      }
      chunk.emitted = emitted;
      chunk.dropped = dropped;
      chunk.end = sequence == count - 1;
      chunks.add(chunk);
    }
    return chunks;
  }

  private void interleave(List<Piece> others) {
    List<Piece> both = new ArrayList<>();
    int at = 0;
    for (Piece other : others) {
      while (at < pieces.size() && random.nextBoolean()) {
        both.add(pieces.get(at++));
      }
      both.add(other);
    }
    both.addAll(pieces.subList(at, pieces.size()));
    pieces = both;
  }

  private void fault() {
    int at = random.nextInt(pieces.size());
    Piece piece = pieces.get(at);
    switch (random.nextInt(15)) {
      case 0 -> remove(at);
      case 1 -> remove(0);
      case 2 -> pieces.forEach(each -> each.end &= each.producer != piece.producer);
      case 3 -> Collections.shuffle(pieces, random);
      case 4 -> Collections.swap(pieces, at, random.nextInt(pieces.size()));
      case 5 -> insert(piece);
      case 6 -> insert(others(piece.copy()));
      case 7 -> insert(totals(piece.copy()));
      case 8 -> totals(piece);
      case 9 -> others(piece);
      case 10 -> insert(range(piece.copy()));
      case 11 -> insert(behindEnd(piece.copy()));
      case 12 -> insert(garbage());
      case 13 -> {
        piece.unreadable = true;
        hasUnreadable = true;
      }
      default -> piece.unsigned = true;
    }
  }

  private void remove(int at) {
    if (pieces.size() > 1) {
      pieces.remove(at);
    }
  }

  private void insert(Piece piece) {
    pieces.add(random.nextInt(pieces.size() + 1), piece);
  }

  /** Other records under the same number: of another type, at other times, or more or fewer. */
  private Piece others(Piece piece) {
    int type = random.nextInt(TYPES.size());
    int records = random.nextBoolean() ? piece.records.size() : random.nextInt(6);
    piece.records.clear();
    for (int i = 0; i < records; i++) {
      piece.records.add(new int[] {type, random.nextInt(SPAN)});
    }
    return piece;
  }

  private Piece totals(Piece piece) {
    piece.emitted = Math.max(0, piece.emitted + random.nextInt(11) - 5);
    piece.dropped = Math.min(piece.emitted, random.nextInt(3));
    piece.end ^= random.nextInt(4) == 0;
    return piece;
  }

  private Piece range(Piece piece) {
    piece.range = random.nextInt((int) piece.sequence + 1);
    return piece;
  }

  private Piece behindEnd(Piece piece) {
    piece.sequence += 1 + random.nextInt(8);
    piece.end = random.nextInt(3) == 0;
    return piece;
  }

  private Piece garbage() {
    Piece garbage = new Piece();
    garbage.garbage = new byte[1 + random.nextInt(50)];
    random.nextBytes(garbage.garbage);
    return garbage;
  }

  /** Now and then with a bit that changed, or without the end. */
  private byte[] damaged(byte[] bytes) {
    switch (random.nextInt(20)) {
      case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> {
        return Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
      }
      default -> {}
    }
    return bytes;
  }

  private byte[] bytes(Piece piece) throws IOException {
    if (piece.garbage != null) {
      return piece.garbage;
    }
    try {
      Chunk chunk = piece.unreadable ? unreadable(piece) : chunk(piece);
      return (signed && !piece.unsigned ? signed(chunk) : chunk).toByteArray();
    } catch (RecordEncodeException e) {
      throw new IOException(e);
    }
  }

  private static Accounting.Builder accounting(Piece piece) {
    return new Accounting.Builder(piece.producer)
        .name(name(piece.producer))
        .sequence(piece.sequence)
        .replacing(piece.range)
        .emitted(piece.emitted)
        .dropped(
            piece.dropped == 0
                ? DropCounts.NONE
                : DropCounts.ofLabels(Map.of("ring_full", piece.dropped)))
        .end(piece.end);
  }

  private static String name(long producer) {
    return producer % 4 == 0 ? null : "program " + producer % 2;
  }

  private static Chunk chunk(Piece piece) throws RecordEncodeException {
    ChunkMaker maker = new ChunkMaker(1000, new Options(Map.of()));
    ParsedRecord record = new ParsedRecord();
    for (int[] each : piece.records) {
      record.begin(TYPES.get(each[0]));
      record.set(0, START + each[1]);
      record.set(1, each[1]);
      maker.add(record, 0);
    }
    return maker.seal(accounting(piece), Attributes.of(Map.of("service", "shop")));
  }

  /** A body that no decoder takes; without times, so that no selection of times leaves it out. */
  private static Chunk unreadable(Piece piece) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + 3 + ChunkLayout.CRC_BYTES];
    Arrays.fill(bytes, (byte) 0xff);
    int records = Math.max(1, piece.records.size());
    return ChunkLayout.seal(
        bytes,
        ChunkLayout.MAX_HEADER_BYTES,
        ChunkHeader.of(new BinarySerializer().id(), 3, records, accounting(piece).build()));
  }

  private static Chunk signed(Chunk chunk) {
    int bodyAt = ChunkLayout.MAX_HEADER_BYTES;
    int body = chunk.header().bodyLength();
    byte[] bytes = new byte[bodyAt + body + ChunkLayout.CRC_BYTES];
    System.arraycopy(chunk.bodyArray(), chunk.bodyOffset(), bytes, bodyAt, body);
    return ChunkLayout.seal(bytes, bodyAt, chunk.header(), new ChunkSigner(List.of(KEY)));
  }
}
