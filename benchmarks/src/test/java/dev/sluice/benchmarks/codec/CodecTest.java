package dev.sluice.benchmarks.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codecs over a small log with a record of each type. {@link Codec#stage} compares the records. */
class CodecTest {
  private static final String MAP =
      """
      $0=kieker.common.record.misc.KiekerMetadataRecord
      $1=kieker.common.record.flow.trace.TraceMetadata
      $2=kieker.common.record.flow.trace.operation.BeforeOperationEvent
      $3=kieker.common.record.flow.trace.operation.AfterOperationEvent
      $4=kieker.common.record.controlflow.OperationExecutionRecord
      $5=kieker.common.record.system.CPUUtilizationRecord
      $6=kieker.common.record.system.MemSwapUsageRecord
      $7=kieker.common.record.jvm.GCRecord
      $8=kieker.common.record.jvm.ThreadsStatusRecord
      $9=kieker.common.record.jvm.ClassLoadingRecord
      $10=kieker.common.record.jvm.CompilationRecord
      $11=kieker.common.record.jvm.MemoryRecord
      """;
  private static final String LOG =
      """
      $0;1000;1.0;KIEKER;host;17;true;5;NANOSECONDS;1
      $1;1001;77;3;session;host;76;-1
      $2;1002;900;77;1;void a.B.c();a.B
      $3;1003;950;77;2;void a.B.c();a.B
      $4;1004;void a.B.c();session;78;901;951;host;4;2
      $5;1005;960;host;0;0.125;NaN;0.5;0.0;1.0;0.75;0.3
      $6;1006;961;host;1;2;3;4;5;6
      $7;1007;962;host;vm;copy;7;8
      $8;1008;963;host;vm;9;10;11;12
      $9;1009;964;host;vm;13;14;15
      $10;1010;965;host;vm;hotspot;16
      $11;1011;966;host;vm;17;18;19;20;21;22;23;24;25
      """;

  @TempDir private Path data;
  private TestBatch records;

  @BeforeEach
  void write() throws IOException {
    for (String folder :
        List.of(
            "kieker-self-2017-mixed",
            "jpetstore-2015-mixed",
            "events-2017-throughput",
            "events-2014")) {
      Path log = Files.createDirectory(data.resolve(folder));
      Files.writeString(log.resolve("kieker.map"), MAP);
      Files.writeString(log.resolve("log.dat"), LOG);
    }
    records = KiekerLogs.realMix(data);
  }

  @Test
  void every_codec_gives_back_every_type() {
    assertThat(records.size()).isEqualTo(48);
    for (Subject subject : Subject.all()) {
      for (int chunkRecords : new int[] {1, 7, 48}) {
        assertThat(subject.codec().stage(records, chunkRecords).bytes())
            .as("%s, chunks of %d", subject, chunkRecords)
            .isPositive();
      }
    }
  }

  @Test
  void cursors_and_getters_visit_the_same_values() {
    Codec kieker = new KiekerCodec();
    Codec binary = new Subject("binary", "none").codec();
    for (int chunkRecords : new int[] {1, 48}) {
      kieker.stage(records, chunkRecords);
      binary.stage(records, chunkRecords);
      for (int chunk = 0; chunk < records.size() / chunkRecords; chunk++) {
        assertThat(binary.decode(chunk)).isNotZero().isEqualTo(kieker.decode(chunk));
      }
    }
  }

  @Test
  void the_container_of_kieker_is_counted_whole() {
    TestBatch one = new TestBatch();
    TestBatch.Entry execution = records.entries().get(4);
    one.add(execution.type(), execution.values().toArray());

    long strings = 0;
    for (String text :
        List.of(
            "kieker.common.record.controlflow.OperationExecutionRecord",
            "void a.B.c()",
            "session",
            "host")) {
      strings += 1 + text.getBytes(StandardCharsets.UTF_8).length;
    }
    // Two identifiers; class and logging time; three texts, longs and two ints; strings; a size.
    long expected = 8 + (4 + 8) + (3 * 4 + 3 * 8 + 2 * 4) + (1 + strings) + 4;

    assertThat(new KiekerCodec().stage(one, 1).bytes()).isEqualTo(expected);
  }

  @Test
  void the_generated_stream_is_always_the_same() {
    TestBatch stream = GeneratedStream.records();

    assertThat(stream.size()).isEqualTo(GeneratedStream.RECORDS);
    assertThat(stream.entries()).isEqualTo(GeneratedStream.records().entries());
    assertThat(stream.entries().stream().map(entry -> entry.values().get(1)).distinct())
        .hasSize(60);
  }
}
