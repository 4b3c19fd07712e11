package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.spi.Serializer;
import dev.sluice.testkit.Mutations;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.Warns;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java and Python accept and refuse the same inputs, and read the same from those they accept. */
@Tag("one-jdk")
@Warns("this version does not know how they are stored")
class DifferentialTest {
  private static final int MUTATIONS =
      Integer.getInteger("sluice.mutations", Seeds.amount(1_000, 6_000));

  private static final int LARGEST_SEED = 3_000;

  @TempDir private Path directory;

  @Test
  void mutated_chunks_mean_the_same_to_both_decoders() throws Exception {
    long seed = Seeds.first("mutated vectors");
    Random random = new Random(seed);
    List<byte[]> seeds = seeds();
    int accepted = 0;
    try (PythonDecoder python = PythonDecoder.start()) {
      for (int i = 0; i < MUTATIONS; i++) {
        byte[] input = mutated(seeds.get(random.nextInt(seeds.size())), random);
        Decoded ours = JavaDecoder.decode(input);
        Decoded theirs = python.decode(input);
        assertThat(theirs.comparable())
            .as(
                "seed %d: Java: %s; Python: %s; %s",
                seed, ours.damages(), theirs.damages(), HexFormat.of().formatHex(input))
            .isEqualTo(ours.comparable());
        accepted += ours.exitCode() == 0 ? 1 : 0;
      }
    }
    System.out.println(MUTATIONS + " mutated chunks, " + accepted + " accepted by both decoders");
    assertThat(accepted).as("seed %d", seed).isBetween(MUTATIONS / 50, MUTATIONS * 49 / 50);
  }

  @Test
  void forged_chunks_are_refused_by_both_decoders_that_have_keys() throws Exception {
    long seed = Seeds.first("forged chunks");
    Random random = new Random(seed);
    List<Path> good =
        SpecFiles.signed().stream().filter(f -> SpecFiles.name(f).startsWith("good")).toList();
    Path keys = SpecFiles.keys(directory);
    int parsed = 0;
    try (PythonDecoder python = PythonDecoder.start(keys.toString())) {
      for (int i = 0; i < MUTATIONS / 4; i++) {
        byte[] genuine = SpecFiles.bytes(good.get(random.nextInt(good.size())));
        byte[] input = mutated(genuine, random);
        Decoded ours = JavaDecoder.verify(input, keys);
        Decoded theirs = python.decode(input);
        assertThat(theirs.comparable())
            .as("seed %d: Java: %s; Python: %s", seed, ours.damages(), theirs.damages())
            .isEqualTo(ours.comparable());
        assertThat(ours.exitCode() == 0)
            .as("seed %d", seed)
            .isEqualTo(Arrays.equals(input, genuine));
        parsed += ours.damages().toString().contains("signature is of no key") ? 1 : 0;
      }
    }
    assertThat(parsed).as("seed %d", seed).isPositive();
  }

  @Test
  void damaged_streams_are_cut_at_the_same_places_by_both_decoders() throws Exception {
    int streams = MUTATIONS / 10;
    long seed = Seeds.first("damaged streams");
    Random random = new Random(seed);
    List<byte[]> seeds = seeds();
    int damages = 0;
    try (PythonDecoder python = PythonDecoder.start()) {
      for (int i = 0; i < streams; i++) {
        byte[] input = damagedStream(seeds, random);
        Decoded ours = JavaDecoder.decode(input);
        Decoded theirs = python.decode(input);
        assertThat(places(theirs))
            .as("seed %d: %s", seed, HexFormat.of().formatHex(input))
            .isEqualTo(places(ours));
        assertThat(theirs.comparable()).as("seed %d", seed).isEqualTo(ours.comparable());
        damages += ours.damages().size();
      }
    }
    assertThat(damages).as("seed %d", seed).isGreaterThan(streams / 2);
  }

  /** Where damage is and how long, without the reason. */
  private static List<String> places(Decoded decoded) {
    return decoded.damages().stream()
        .filter(line -> line.contains("@"))
        .map(line -> line.replaceAll("^.*@(\\d+): .*, (\\d+) bytes$", "$1+$2"))
        .toList();
  }

  /** Some chunks, cut off, with single bits changed, or with others in what looks like a body. */
  private static byte[] damagedStream(List<byte[]> seeds, Random random) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      byte[] chunk = seeds.get(random.nextInt(seeds.size())).clone();
      switch (random.nextInt(5)) {
        case 0 -> chunk = Arrays.copyOf(chunk, random.nextInt(chunk.length));
        case 1 -> chunk[random.nextInt(chunk.length)] ^= (byte) (1 << random.nextInt(8));
        case 2 -> chunk[4 + random.nextInt(5)] ^= (byte) (1 << random.nextInt(8));
        case 3 -> {
          byte[] longer = Arrays.copyOf(chunk, chunk.length + random.nextInt(3000));
          ChunkFrame.correct(longer);
          chunk = Arrays.copyOf(longer, Math.min(chunk.length, 50));
        }
        default -> {
          // stays whole
        }
      }
      stream.writeBytes(chunk);
    }
    return stream.toByteArray();
  }

  /** Single chunks: all small vectors, and some that the encoders write. */
  private static List<byte[]> seeds() throws Exception {
    List<byte[]> seeds = new ArrayList<>();
    SpecFiles.vectors().stream()
        .filter(file -> !SpecFiles.name(file).startsWith("zstd-")) // Python 3.11 has no zstd
        .forEach(file -> seeds.add(SpecFiles.bytes(file)));
    for (Serializer serializer : ServiceLoader.load(Serializer.class)) {
      SerializerPair pair = SerializerPair.named(serializer.name());
      for (int records : new int[] {2, 20, 150}) {
        seeds.add(pair.chunk(pair.encoder(), SampleRecords.mixed(records).build()).toByteArray());
        seeds.add(
            pair.chunk(pair.encoder(), SampleRecords.operations(records).build()).toByteArray());
      }
    }
    seeds.removeIf(
        seed ->
            seed.length > LARGEST_SEED
                || ChunkLayout.claimedLength(seed, 0, LARGEST_SEED) != seed.length);
    return seeds;
  }

  /** With the length and the CRC made right again, so that decoders get behind them. */
  private static byte[] mutated(byte[] seed, Random random) {
    int bodyLength = bodyLength(seed);
    int bodyAt = seed.length - ChunkLayout.CRC_BYTES - bodyLength;
    byte[] head = Arrays.copyOf(seed, bodyAt);
    byte[] body = Arrays.copyOfRange(seed, bodyAt, bodyAt + bodyLength);
    if (body.length == 0 || random.nextInt(8) == 0) {
      int at = random.nextInt(head.length);
      head[at] =
          (byte) (random.nextBoolean() ? random.nextInt() : head[at] ^ 1 << random.nextInt(8));
    } else {
      body = Mutations.of(body, random);
    }
    byte[] result = Arrays.copyOf(head, head.length + body.length + ChunkLayout.CRC_BYTES);
    System.arraycopy(body, 0, result, head.length, body.length);
    if (random.nextInt(20) == 0) {
      ChunkFrame.correctCrc(result);
    } else {
      ChunkFrame.correct(result);
    }
    return result;
  }

  private static int bodyLength(byte[] seed) {
    try {
      return ChunkLayout.parse(seed, 0, seed.length).header().bodyLength();
    } catch (MalformedChunkException e) {
      throw new AssertionError(e);
    }
  }
}
