package dev.sluice.cli.oracle;

import dev.sluice.api.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** How the records of a program come to those who ask: the size of chunks, and up to two ways. */
final class Journey {
  private static final int[] SIZES = {1, 7, 7, 7, 1_000, 100_000};

  private static final List<Way> WAYS =
      List.copyOf(EnumSet.range(Way.OVERTAKEN, Way.CUT_AND_MERGED));

  /** Of which one has draws of its own. */
  private static final List<Way> LATER = List.copyOf(EnumSet.complementOf(EnumSet.copyOf(WAYS)));

  private final Random random;
  private final int size;
  private final List<Way> ways = new ArrayList<>();

  /** As that seed draws it. */
  Journey(long seed) {
    random = Program.random(seed, "ways");
    size = SIZES[random.nextInt(SIZES.length)];
    for (int i = random.nextInt(3); i > 0; i--) {
      ways.add(WAYS.get(random.nextInt(WAYS.size())));
    }
    Random later = Program.random(seed, "later ways");
    if (later.nextInt(5) == 0) {
      ways.add(later.nextInt(ways.size() + 1), LATER.get(later.nextInt(LATER.size())));
    }
  }

  /** Sends all there; once. */
  Path source(Program program, Path directory) throws IOException {
    program.inOrder = ways.stream().allMatch(Way::keepsOrder);
    List<Chunk> chunks = Recording.chunks(program, size, random);
    for (Way way : ways) {
      chunks = way.order(chunks, random);
    }
    Path file = Recording.write(directory.resolve("records"), chunks);
    for (Way way : ways) {
      file = way.through(program, file, random);
    }
    return file;
  }

  @Override
  public String toString() {
    return "chunks of " + size + " " + ways;
  }
}
