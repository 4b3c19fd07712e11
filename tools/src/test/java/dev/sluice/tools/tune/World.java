package dev.sluice.tools.tune;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A program and a sink of which it is known what each setting does; drawn from a seed. */
final class World {
  final double recordsPerSecond;
  private final double recordBytes;
  private final double chunkBytes;
  private final double ratio;
  private final double encoding;
  private final double packing;
  private final double chunkNanos;
  private final double idleNanos;
  private final double roundTrip;

  World(long seed) {
    Random random = new Random(seed);
    recordsPerSecond = Math.exp(Math.log(200) + random.nextDouble() * Math.log(1000));
    recordBytes = 3 + 10 * random.nextDouble();
    chunkBytes = 100 + 2000 * random.nextDouble();
    ratio = 0.6 + 0.4 * random.nextDouble();
    encoding = 50 + 200 * random.nextDouble();
    packing = 10 + 100 * random.nextDouble();
    chunkNanos = 30_000 + 300_000 * random.nextDouble();
    idleNanos = 5e6 * random.nextDouble();
    roundTrip = 1e6 + 30e6 * random.nextDouble();
  }

  /** As it is measured once. */
  private World(World truth, Random random, double noise) {
    recordsPerSecond = truth.recordsPerSecond;
    recordBytes = truth.recordBytes;
    chunkBytes = truth.chunkBytes;
    ratio = truth.ratio;
    encoding = truth.encoding;
    packing = truth.packing;
    chunkNanos = truth.chunkNanos * Math.exp(noise * random.nextGaussian());
    idleNanos = truth.idleNanos * Math.exp(noise * random.nextGaussian());
    roundTrip = truth.roundTrip * Math.exp(noise * random.nextGaussian());
  }

  /** What a setting does. */
  Answer truth(Setting setting) {
    boolean isPacked = !setting.compression().equals(Setting.NO_COMPRESSION);
    double each = (setting.serializer().equals("binary") ? 1 : 1.8) * recordBytes;
    each *= isPacked ? ratio : 1;
    double delay = setting.delay().toNanos();
    double records =
        Math.max(
            1,
            Math.min(
                Math.min(setting.chunkRecords(), recordsPerSecond * delay / 1e9),
                setting.chunkBytes() / each));
    double wait = records / recordsPerSecond * 1e9;
    return Answers.exact(
        setting,
        wait / 2 + roundTrip,
        wait + 1.3 * roundTrip,
        each + chunkBytes / records,
        encoding + (isPacked ? packing : 0) + chunkNanos / records + idleNanos / recordsPerSecond,
        recordsPerSecond / records);
  }

  /**
   * What a prediction says of settings: what it measured once, as the sink's times, is off for all
   * of them, encoding for those with the same one, and each setting a little. The intervals are as
   * wide as that.
   */
  List<Answer> noisy(List<Setting> settings, Random random, double noise) {
    World seen = new World(this, random, noise);
    Map<String, Double> encodings = new HashMap<>();
    List<Answer> all = new ArrayList<>();
    for (Setting setting : settings) {
      Answer truth = seen.truth(setting);
      double own =
          encodings.computeIfAbsent(
              setting.serializer() + setting.compression(),
              any -> 1 + noise / 4 * random.nextGaussian());
      double delay = 1 + noise / 20 * random.nextGaussian();
      double bytes = 1 + noise / 100 * random.nextGaussian();
      double cpu = own * (1 + 0.005 * random.nextGaussian());
      all.add(
          new Answer(
              setting,
              truth.p50Nanos() * delay,
              truth.p99Nanos() * delay,
              truth.bytes() * bytes,
              truth.cpuNanos() * Math.max(0.1, cpu),
              truth.messages() * bytes,
              List.of(
                  2 * noise * roundTrip,
                  2 * noise * roundTrip,
                  0.0,
                  Math.hypot(2 * noise, 0.06) * truth.cpuNanos(),
                  0.0)));
    }
    return all;
  }
}
