package dev.sluice.cli.oracle;

import dev.sluice.api.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** How chunks come to those who read them; no answer may depend on it. */
enum Way {
  /** As a producer whose chunks have several senders delivers them. */
  OVERTAKEN {
    @Override
    List<Chunk> order(List<Chunk> chunks, Random random) {
      List<Chunk> all = new ArrayList<>(chunks);
      for (int i = 0; i < all.size(); i++) {
        int to = Math.min(all.size() - 1, i + random.nextInt(8));
        Collections.swap(all, i, to);
      }
      return all;
    }
  },

  /** In no order at all. */
  SHUFFLED {
    @Override
    List<Chunk> order(List<Chunk> chunks, Random random) {
      List<Chunk> all = new ArrayList<>(chunks);
      Collections.shuffle(all, random);
      return all;
    }
  },

  /** As an acknowledgement that gets lost makes it: some come twice. */
  DUPLICATED {
    @Override
    List<Chunk> order(List<Chunk> chunks, Random random) {
      List<Chunk> all = new ArrayList<>();
      for (Chunk chunk : chunks) {
        all.add(chunk);
        if (random.nextInt(3) == 0) {
          all.add(chunks.get(random.nextInt(chunks.size())));
        }
      }
      return all;
    }
  },

  /** Partitions by producer, one read after the other. */
  BY_PRODUCER {
    @Override
    List<Chunk> order(List<Chunk> chunks, Random random) {
      return partitions(chunks, chunk -> Long.hashCode(chunk.accounting().producerId()));
    }
  },

  /** Partitions by chunk, one read after the other. */
  BY_CHUNK {
    @Override
    List<Chunk> order(List<Chunk> chunks, Random random) {
      return partitions(chunks, chunk -> Long.hashCode(chunk.accounting().sequence() * 31));
    }
  },

  /** Chunks made few large ones. */
  COMPACTED {
    @Override
    Path through(Program program, Path file, Random random) throws IOException {
      Path compacted = next(file, "compacted.slu");
      Shell.run(
          0,
          "compact",
          file,
          "--to",
          compacted,
          "--chunk-records",
          random.nextBoolean() ? 10 : 1000);
      return compacted;
    }
  },

  /** Cut by producers and merged again. */
  CUT_AND_MERGED {
    @Override
    Path through(Program program, Path file, Random random) throws IOException {
      List<Object> merge = new ArrayList<>(List.of("merge"));
      for (Producer producer : program.producers) {
        Path part = next(file, "part-" + merge.size() + ".slu");
        Shell.run(0, "cut", file, "--producer", String.format("%016x", producer.id), "--to", part);
        merge.add(part);
      }
      Path merged = next(file, "merged.slu");
      merge.addAll(List.of("--to", merged));
      Shell.run(0, merge.toArray());
      return merged;
    }
  },

  /** Cut at a time, between chunks, and merged again. */
  CUT_BY_TIME_AND_MERGED {
    @Override
    Path through(Program program, Path file, Random random) throws IOException {
      Instant time = time(program, random);
      if (time == null) {
        return file;
      }
      Path before = next(file, "before.slu");
      Path since = next(file, "since.slu");
      Path merged = next(file, "merged.slu");
      Shell.run(0, "merge", file, "--until", time, "--to", before);
      Shell.run(0, "merge", file, "--from", time, "--to", since);
      boolean swap = random.nextBoolean();
      Shell.run(0, "merge", swap ? since : before, swap ? before : since, "--to", merged);
      return merged;
    }
  },

  /** A text log of Kieker and back. */
  KIEKER {
    @Override
    Path through(Program program, Path file, Random random) throws IOException {
      return Kieker.andBack(program, file);
    }
  };

  private static final int PARTITIONS = 3;

  /** Whether chunks of a producer come one after the other as they did before. */
  boolean keepsOrder() {
    return this == BY_PRODUCER || this == COMPACTED || this == CUT_AND_MERGED || this == KIEKER;
  }

  /** The chunks as they come on this way. */
  List<Chunk> order(List<Chunk> chunks, Random random) {
    return chunks;
  }

  /** What a command makes of them on this way. */
  Path through(Program program, Path file, Random random) throws IOException {
    return file;
  }

  /** When one of its records was made, but not the first; null if there are no others. */
  private static Instant time(Program program, Random random) {
    List<Long> times =
        program.producers.stream()
            .flatMap(producer -> producer.emitted.stream())
            .filter(Emission::came)
            .map(one -> one.time)
            .sorted()
            .distinct()
            .toList();
    return times.size() < 2
        ? null
        : Instant.EPOCH.plusNanos(times.get(1 + random.nextInt(times.size() - 1)));
  }

  static Path next(Path file, String name) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + "-" + name);
    Files.deleteIfExists(next);
    return next;
  }

  private static List<Chunk> partitions(
      List<Chunk> chunks, java.util.function.ToIntFunction<Chunk> key) {
    List<Chunk> all = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (Chunk chunk : chunks) {
        if (Math.floorMod(key.applyAsInt(chunk), PARTITIONS) == partition) {
          all.add(chunk);
        }
      }
    }
    return all;
  }
}
