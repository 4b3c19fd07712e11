package dev.sluice.benchmarks.analysis;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.benchmarks.rate.Executions;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.CpuUtilizationWriter;
import dev.sluice.monitoring.records.MemSwapUsageWriter;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;

/** Files of chunks as an application emits them: traces of ten nested executions, or samples. */
final class Recording {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int BURST = 10_000;

  /** Records of a chunk, unless said otherwise. */
  static final int CHUNK_RECORDS = 1024;

  private static final long FIRST_TIME = 1_795_222_196_000_000_000L;
  private static final long MEMORY = 1L << 34;
  private static final long SEED = 20_131_127;

  /** Records of a data set: 16 of processors, one of memory. */
  static final int SAMPLES = 17;

  private Recording() {}

  /** Writes that many executions, a multiple of ten, to a file that does not exist. */
  static void write(Path file, long executions) {
    write(file, executions, CHUNK_RECORDS);
  }

  /** The same in chunks of that many records. */
  static void write(Path file, long executions, int chunkRecords) {
    write(
        file,
        executions,
        chunkRecords,
        rows -> {
          OperationExecutionWriter writer = OperationExecutionWriter.create(rows);
          Symbol signature = rows.symbol(Executions.SIGNATURE);
          Symbol host = rows.symbol(Executions.HOST);
          Executions made = Executions.made();
          for (long left = executions; left > 0; left -= BURST) {
            made.next(
                (int) Math.min(left, BURST),
                (trace, tin, tout, ess) ->
                    writer.emit(signature, null, trace, tin, tout, host, ess, ess, false));
          }
        });
  }

  /**
   * Writes that many samples, a multiple of {@link #SAMPLES}, to a file that does not exist: of 16
   * processors and the memory, every second.
   */
  static void writeSamples(Path file, long samples) {
    write(
        file,
        samples,
        CHUNK_RECORDS,
        rows -> {
          CpuUtilizationWriter processors = CpuUtilizationWriter.create(rows);
          MemSwapUsageWriter memory = MemSwapUsageWriter.create(rows);
          Symbol host = rows.symbol(Executions.HOST);
          Symbol[] ids = new Symbol[SAMPLES - 1];
          for (int i = 0; i < ids.length; i++) {
            ids[i] = rows.symbol("cpu" + i);
          }
          Random random = new Random(SEED);
          long time = FIRST_TIME;
          for (long left = samples; left > 0; left -= SAMPLES) {
            for (Symbol id : ids) {
              double user = random.nextInt(70) / 100.0;
              double system = random.nextInt(30) / 100.0;
              double idle = 1 - user - system;
              processors.emit(time, host, id, user, system, 0, 0, 0, user + system, idle);
            }
            long used = (long) random.nextInt(1 << 20) << 12;
            memory.emit(time, host, MEMORY, used, MEMORY - used, 0, 0, 0);
            time += 1_000_000_000L;
          }
        });
  }

  private static void write(Path file, long records, int chunkRecords, Consumer<RowSink> emitter) {
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse(
                "file:" + file + "?policy=block&block.deadline=60s&chunk.records=" + chunkRecords));
    emitter.accept(collector.rows());
    CollectorReport report = collector.close(PATIENCE);
    if (report.acknowledged() != records) {
      throw new IllegalStateException("not all was written: " + report);
    }
  }
}
