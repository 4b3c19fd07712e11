package dev.sluice.benchmarks.sizing;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.support.wire.KafkaBinding;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.utils.Utils;

/**
 * Over which partitions producers are spread by their keys, as Kafka's own partitioner does it. A
 * producer's id is drawn when it starts, so there are several draws. For one thread.
 */
final class Spread {
  private static final long SEED = 20_261_123;

  /** By draw and producer, the hash of its key. */
  private final int[][] hashes;

  Spread(int draws, int producers) {
    Random random = new Random(SEED);
    hashes = new int[draws][producers];
    for (int[] draw : hashes) {
      Arrays.setAll(
          draw,
          producer ->
              Utils.toPositive(
                  Utils.murmur2(KafkaBinding.producerKey(Accounting.of(random.nextLong())))));
    }
  }

  /** For each draw, what the partition has that has most. */
  double[] most(int partitions, List<Load> producers, ToLongFunction<Load> what) {
    double[] most = new double[hashes.length];
    for (int draw = 0; draw < hashes.length; draw++) {
      long[] sums = new long[partitions];
      for (int producer = 0; producer < producers.size(); producer++) {
        sums[hashes[draw][producer] % partitions] += what.applyAsLong(producers.get(producer));
      }
      most[draw] = Arrays.stream(sums).max().orElse(0);
    }
    return most;
  }
}
