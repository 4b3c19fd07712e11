package dev.sluice.cli.oracle;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.cli.oracle.Emission.Fate;
import dev.sluice.tools.rows.ChunkMaker;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What came of a program, as chunks of a given size. */
final class Recording {
  private Recording() {}

  /** The chunks of all producers: each one's in order, and those of several as they come. */
  static List<Chunk> chunks(Program program, int size, Random random) {
    List<Iterator<Chunk>> rest = new ArrayList<>();
    for (Producer producer : program.producers) {
      rest.add(new Sealing(producer, size, random).chunks().iterator());
    }
    List<Chunk> all = new ArrayList<>();
    while (!rest.isEmpty()) {
      Iterator<Chunk> next = rest.get(random.nextInt(rest.size()));
      if (next.hasNext()) {
        all.add(next.next());
      } else {
        rest.remove(next);
      }
    }
    return all;
  }

  static Path write(Path file, List<Chunk> chunks) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (Chunk chunk : chunks) {
        out.write(chunk.array(), chunk.offset(), chunk.length());
      }
    }
    return file;
  }

  /** One producer's chunks. */
  private static final class Sealing {
    private final Producer producer;
    private final int size;
    private final boolean late;
    private final boolean endAlone;
    private final ChunkMaker maker = new ChunkMaker(Integer.MAX_VALUE, new Options(Map.of()));
    private final ParsedRecord row = new ParsedRecord();
    private final Map<String, Long> dropped = new LinkedHashMap<>();
    private final List<Chunk> chunks = new ArrayList<>();
    private long emitted;
    private long sequence;
    private Fate fate = Fate.CAME;
    private long lost;

    Sealing(Producer producer, int size, Random random) {
      this.producer = producer;
      this.size = size;
      late = random.nextBoolean();
      endAlone = random.nextBoolean();
    }

    List<Chunk> chunks() {
      try {
        for (Emission one : producer.emitted) {
          if (one.fate == Fate.NO_END) {
            break;
          }
          take(one);
        }
        pass(Fate.CAME);
        if (producer.killed) {
          if (maker.rows() > 0) {
            seal(false);
          }
        } else if (endAlone && maker.rows() > 0) {
          seal(false);
          seal(true);
        } else {
          seal(true);
        }
      } catch (RecordEncodeException e) {
        throw new AssertionError(e);
      }
      return chunks;
    }

    private void take(Emission one) throws RecordEncodeException {
      if (one.fate == Fate.DROPPED) {
        dropped.merge(one.cause, 1L, Long::sum);
      } else {
        if (one.fate != fate) {
          pass(one.fate);
        }
        if (fate != Fate.CAME) {
          lost++;
        } else {
          if (maker.rows() == size) {
            seal(false);
          }
          add(one);
        }
      }
      emitted++;
      if (!late && maker.rows() == size) {
        seal(false);
      }
    }

    /** From records that came to those in chunks that did not, or back. */
    private void pass(Fate next) throws RecordEncodeException {
      if (fate == Fate.CAME && maker.rows() > 0) {
        seal(false);
      }
      sequence += (lost + size - 1) / size;
      lost = 0;
      fate = next;
    }

    private void seal(boolean end) throws RecordEncodeException {
      chunks.add(
          maker.seal(
              new Accounting.Builder(producer.id)
                  .name(producer.name)
                  .clockOffset(producer.clockOffset)
                  .sequence(sequence++)
                  .emitted(emitted)
                  .dropped(DropCounts.ofLabels(dropped))
                  .end(end),
              Attributes.NONE));
    }

    private void add(Emission one) {
      row.begin(one.type);
      for (int i = 0; i < one.values.size(); i++) {
        Object value = one.values.get(i);
        if (one.type.fields().get(i).type() == FieldType.BOOLEAN) {
          row.set(i, (Boolean) value ? 1L : 0L);
        } else if (value instanceof Number number) {
          row.set(i, number.longValue());
        } else if (value instanceof byte[] bytes) {
          row.set(i, bytes);
        } else {
          row.set(i, (String) value);
        }
      }
      if (!maker.add(row, producer.clockOffset)) {
        throw new AssertionError("a record that does not fit a chunk");
      }
    }
  }
}
