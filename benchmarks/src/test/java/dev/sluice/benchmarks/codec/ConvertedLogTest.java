package dev.sluice.benchmarks.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kieker.analysis.plugin.reader.newio.deserializer.BinaryDeserializer;
import kieker.common.configuration.Configuration;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.common.record.flow.trace.concurrency.SplitEvent;
import kieker.common.record.jvm.GCRecord;
import kieker.common.record.misc.KiekerMetadataRecord;
import kieker.common.record.system.CPUUtilizationRecord;
import kieker.monitoring.writer.serializer.BinarySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks of Kieker's own collector, to ours and back, are what Kieker's own reader reads. */
class ConvertedLogTest {
  @TempDir private Path directory;

  private static List<IMonitoringRecord> records() {
    List<IMonitoringRecord> records = new ArrayList<>();
    records.add(new KiekerMetadataRecord("2.0.2", "shop", "host", 1, false, 0, "NANOSECONDS", 1));
    for (int i = 0; i < 100; i++) {
      long time = 1_700_000_000_000_000_000L + i;
      records.add(
          new OperationExecutionRecord(
              "void Shop.buy" + i % 7 + "()",
              "<no-session-id>",
              i / 9,
              time,
              time + 7,
              "höst",
              i % 9,
              i % 4));
      records.add(new SplitEvent(time, i, 2));
    }
    records.add(new CPUUtilizationRecord(5, "host", "0", 0.1, Double.NaN, 0.3, 0, 0, 0.4, 1e-9));
    records.add(new GCRecord(6, "host", "vm", "G1; young", 7, -1));
    for (int i = 0; i < records.size(); i++) {
      records.get(i).setLoggingTimestamp(1_700_000_000_000_001_000L + i);
    }
    return records;
  }

  private static int run(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    PrintStream errors = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(OutputStream.nullOutputStream(), errors, false), words);
  }

  @Test
  void kieker_reads_what_its_own_collector_wrote_after_a_way_through_chunks() throws IOException {
    List<IMonitoringRecord> records = records();
    ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
    int length = new BinarySerializer(new Configuration()).serializeRecords(records, buffer);
    Path kieker = directory.resolve("kieker");
    Files.write(kieker, java.util.Arrays.copyOf(buffer.array(), length));

    assertThat(run("convert", kieker, "--to", directory.resolve("a.slu"))).isZero();
    Path back = directory.resolve("back");
    assertThat(
            run(
                "convert",
                directory.resolve("a.slu"),
                "--to",
                "kieker-chunks:" + back,
                "--chunk-records",
                50))
        .isZero();

    BinaryDeserializer reader = new BinaryDeserializer(new Configuration(), null);
    List<IMonitoringRecord> read = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(back))) {
      while (in.available() > 0) {
        byte[] chunk = in.readNBytes(in.readInt());
        read.addAll(reader.deserializeRecords(ByteBuffer.wrap(chunk), chunk.length));
      }
    }
    assertThat(read).isEqualTo(records);
  }
}
