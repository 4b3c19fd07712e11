package dev.sluice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class ConvertCommandTest {
  private static final String MAP =
      """
      $0=kieker.common.record.misc.KiekerMetadataRecord
      $1=kieker.common.record.controlflow.OperationExecutionRecord
      $2=kieker.common.record.OperationExecutionRecord
      $3=com.acme.OrderRecord
      $4=kieker.common.record.flow.trace.concurrency.SplitEvent
      """;

  private static final String LOG =
      """
      $0;-1;2.0.2;KIEKER;host;1;false;0;NANOSECONDS;1
      $1;1283156545581511026;Catalog.getBook(boolean);N/A;64;1283156498771185344;1283156498773323582;SRV1;1;2
      $2;1283156545581511027;0;Catalog.getBook(boolean);NULL;65;1283156498771185345;1283156498773323583;SRV1;1;2
      $3;1283156545581511028;pear;0.10
      $4;1283156545581511029;1283156545581511028;65;3
      $4;1283156545581511029;soon;65;3
      $9;1283156545581511030;nobody
      a line of another program
      """;

  @TempDir Path directory;

  private Path kieker;
  private final CommandRun command = new CommandRun();

  @BeforeEach
  void log() throws IOException {
    kieker = Files.createDirectory(directory.resolve("shop log"));
    Files.writeString(kieker.resolve("kieker.map"), MAP);
    Files.writeString(kieker.resolve("kieker-1.dat"), LOG);
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void every_line_of_a_text_log_is_a_record() {
    assertThat(command.run("convert", kieker.toString(), "--to", path("a.slu"))).isZero();
    assertThat(command.lines().get(0)).startsWith("8 records of ");

    assertThat(command.run("verify", path("a.slu"))).isZero();
    assertThat(command.run("cat", path("a.slu"), "--format", "jsonl", "--bare")).isZero();
    assertThat(command.lines()).hasSize(8);
    assertThat(command.lines().get(1))
        .isEqualTo(
            "{\"type\":\"sluice.operation_execution.1\",\"operationSignature\":\"Catalog.getBook(boolean)\","
                + "\"sessionId\":\"N/A\",\"traceId\":64,\"tin\":1283156498771185344,\"tout\":1283156498773323582,"
                + "\"hostname\":\"SRV1\",\"eoi\":1,\"ess\":2,\"exception\":false,"
                + "\"loggingTimestamp\":1283156545581511026,"
                + "\"kiekerClass\":\"kieker.common.record.controlflow.OperationExecutionRecord\"}");
    assertThat(command.lines().get(2)).contains("\"traceId\":65", "\"experimentId\":0");
    assertThat(command.lines().get(3))
        .contains("kieker.com.acme.order_record.1", "\"value1\":\"pear\"", "\"value2\":\"0.10\"");
    assertThat(command.lines().get(4)).contains("kieker.flow.trace.concurrency.split_event.1");
    assertThat(command.lines().get(5)).contains("\"line\":\"1283156545581511029;soon;65;3\"");
    assertThat(command.lines().get(7)).contains("\"line\":\"a line of another program\"");
  }

  /** Writes {@code LOG} as often as asked for, in that format. */
  private static byte[] compressed(String format, int times) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (format) {
          case "gz" -> new GZIPOutputStream(bytes);
          case "df" -> new DeflaterOutputStream(bytes);
          case "xz" -> new XZOutputStream(bytes, new LZMA2Options(1));
          default -> new BZip2CompressorOutputStream(bytes);
        }) {
      out.write(LOG.repeat(times).getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "df", "xz", "bz2"})
  void compressed_logs_are_read_too(String format) throws IOException {
    Files.delete(kieker.resolve("kieker-1.dat"));
    Files.write(kieker.resolve("kieker-1.dat." + format), compressed(format, 1));

    assertThat(command.run("convert", kieker.toString(), "--to", path("a.slu"))).isZero();
    assertThat(command.lines().get(0)).startsWith("8 records of ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "df", "xz", "bz2"})
  void a_log_that_is_cut_off_or_damaged_is_told_and_the_rest_is_kept(String format)
      throws IOException {
    byte[] whole = compressed(format, 1000);
    Files.write(kieker.resolve("kieker-2.dat." + format), Arrays.copyOf(whole, whole.length / 2));
    whole[whole.length / 2] ^= 0x55;
    Files.write(kieker.resolve("kieker-3.dat." + format), whole);
    Files.write(kieker.resolve("kieker-4.dat." + format), new byte[] {1, 2, 3});

    assertThat(command.run("convert", kieker.toString(), "--to", path("a.slu"))).isEqualTo(1);
    assertThat(command.output())
        .containsPattern(
            "rest of .*kieker-2.dat." + format + ": (it is incomplete|Unexpected end of stream)")
        .contains("kieker-3.dat." + format + ": ")
        .contains("kieker-4.dat." + format + ": ");
    assertThat(command.run("verify", path("a.slu"))).isZero();
  }

  @Test
  void what_is_there_is_not_overwritten_and_a_wrong_source_leaves_nothing() throws IOException {
    Files.writeString(directory.resolve("a.slu"), "mine");
    assertThat(command.run("convert", kieker.toString(), "--to", path("a.slu"))).isEqualTo(2);
    assertThat(command.errors()).contains("exists already");
    assertThat(Files.readString(directory.resolve("a.slu"))).isEqualTo("mine");

    Files.writeString(kieker.resolve("kieker.map"), "what is this?");
    assertThat(command.run("convert", kieker.toString(), "--to", path("b.slu"))).isEqualTo(2);
    assertThat(command.errors()).contains("line 1", "$1=text");
    assertThat(directory.toFile().list()).containsOnly("shop log", "a.slu");
  }

  @ParameterizedTest
  @CsvSource({
    "x.jsonl, '', line 1 of",
    "x.csv, '', line 1 of",
    "x.csv, '\n\"', a value in quotes",
    "shop log, '', line 1 of",
  })
  void a_line_without_end_is_told_and_not_kept_in_memory(String name, String start, String told)
      throws IOException {
    boolean isLog = name.equals("shop log");
    Path text = isLog ? kieker.resolve("kieker-9.dat") : directory.resolve(name);
    String line = start.isEmpty() ? "a".repeat(17 << 20) : "a\n\"" + "a\n".repeat(9 << 20);
    Files.writeString(text, line);

    assertThat(command.run("convert", path(name), "--to", path("a.slu"), "--as", "x"))
        .isEqualTo(isLog ? 1 : 2);

    assertThat(command.errors() + command.output()).contains(told, " is longer than 16 MiB");
    assertThat(Files.exists(directory.resolve("a.slu"))).isEqualTo(isLog);
  }

  private static List<String> sorted(String... parts) {
    return Stream.of(parts).flatMap(String::lines).map(ConvertCommandTest::withoutId).toList();
  }

  /** Classes are numbered anew. */
  private static String withoutId(String line) {
    return line.replaceFirst("^\\$\\d+;", "");
  }

  @Test
  void a_text_log_comes_back_line_by_line() throws IOException {
    command.run("convert", kieker.toString(), "--to", path("a.slu"));
    assertThat(command.run("convert", path("a.slu"), "--to", "kieker:" + path("back"))).isZero();

    Path log = directory.resolve("back/kieker-000-Sluice.dat");
    assertThat(sorted(Files.readString(log))).isEqualTo(sorted(LOG));
    assertThat(Files.readString(directory.resolve("back/kieker.map")))
        .contains("=kieker.common.record.OperationExecutionRecord\n", "=com.acme.OrderRecord\n");
  }

  @Test
  void other_units_of_time_stamps_come_back_too() throws IOException {
    String micros =
        LOG.replace("NANOSECONDS", "MICROSECONDS").replaceAll("(\\d{16})\\d{3};", "$1;");
    Files.writeString(kieker.resolve("kieker-1.dat"), micros);
    command.run("convert", kieker.toString(), "--to", path("a.slu"));
    command.run("cat", path("a.slu"), "--type", "sluice.operation_execution");
    assertThat(command.output()).startsWith("2010-08-30T08:21:38.773323000Z");

    command.run("convert", path("a.slu"), "--to", "kieker:" + path("back"));
    assertThat(sorted(Files.readString(directory.resolve("back/kieker-000-Sluice.dat"))))
        .isEqualTo(sorted(micros));
  }

  @Test
  void chunks_of_kieker_s_collector_hold_all_but_what_its_classes_cannot() throws IOException {
    command.run("convert", kieker.toString(), "--to", path("a.slu"));
    assertThat(command.run("convert", path("a.slu"), "--to", "kieker-chunks:" + path("k.bin")))
        .isEqualTo(1);
    assertThat(command.output()).contains("1 records of kieker.com.acme.order_record.1");

    assertThat(command.run("convert", path("k.bin"), "--to", path("b.slu"))).isZero();
    assertThat(command.run("convert", path("b.slu"), "--to", "kieker:" + path("back"))).isZero();
    assertThat(sorted(Files.readString(directory.resolve("back/kieker-000-Sluice.dat"))))
        .isEqualTo(
            sorted(LOG.replace(";0;Catalog", ";Catalog")).stream()
                .filter(line -> !line.contains("pear") && !line.contains("soon"))
                .limit(4)
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"kieker:", "kieker-chunks:"})
  void producers_that_become_one_are_told(String form) throws IOException {
    Path second = Files.createDirectory(kieker.resolve("second"));
    Files.writeString(second.resolve("kieker.map"), MAP);
    Files.writeString(second.resolve("kieker-1.dat"), LOG);
    assertThat(command.run("convert", kieker.toString(), "--to", path("a.slu"))).isZero();
    assertThat(command.run("convert", path("a.slu"), "--to", form + path("one"))).isEqualTo(1);
    assertThat(command.output()).contains("lost  2 producers, which are joined");
  }

  @Test
  void json_lines_and_csv_come_back_as_the_records_that_they_were() throws Exception {
    Path chunks = MadeChunks.write(directory.resolve("made.slu"), MadeChunks.of(7, 3));
    command.run("cat", chunks.toString(), "--format", "jsonl", "--bare");
    String before = command.output();
    command.run("cat", chunks.toString(), "--format", "jsonl");
    Files.writeString(directory.resolve("a.jsonl"), command.output());

    assertThat(command.run("convert", path("a.jsonl"), "--to", path("a.slu"))).isZero();
    assertThat(command.run("verify", path("a.slu"))).isZero();
    assertThat(command.output()).contains("made 7", "service");
    command.run("cat", path("a.slu"), "--format", "jsonl", "--bare");
    assertThat(command.output()).isEqualTo(before);

    String type = "sluice.cpu_utilization.1";
    command.run("cat", chunks.toString(), "--format", "csv", "--type", type);
    Files.writeString(directory.resolve("a.csv"), command.output());
    assertThat(command.run("convert", path("a.csv"), "--to", path("b.slu"))).isEqualTo(2);
    assertThat(command.run("convert", path("a.csv"), "--to", path("b.slu"), "--as", type)).isZero();
    command.run("cat", path("b.slu"), "--format", "jsonl", "--bare");
    assertThat(command.output().lines().toList())
        .isEqualTo(before.lines().filter(line -> line.contains("cpu_util")).toList());
  }

  @Test
  void json_lines_of_others_get_types_from_their_values() throws IOException {
    Files.writeString(
        directory.resolve("a.jsonl"),
        """
        {"type":"shop.order","at":1700000000000000000,"pears":3,"paid":true,"who":"me; =1+1\\n"}
        {"type":"shop.order","at":1700000000000000001,"pears":2.5,"paid":false,"who":null}
        no record
        {"type":"No Name","at":1}
        """);
    assertThat(command.run("convert", path("a.jsonl"), "--to", path("a.slu"), "--time", "at"))
        .isEqualTo(1);
    assertThat(command.output()).contains("2 records", "(first: line 3)", "(first: line 4)");
    command.run("cat", path("a.slu"), "--format", "csv", "--bare");
    assertThat(command.lines())
        .containsExactly(
            "at,pears,paid,who",
            "1700000000000000000,3,true,\"me; =1+1\\n\"",
            "1700000000000000001,2.5,false,");
    command.run("cat", path("a.slu"));
    assertThat(command.output()).startsWith("2023-11-14T22:13:20.000000000Z a.jsonl");
  }

  @Test
  void time_that_no_record_has_is_refused_with_the_fields() throws IOException {
    Files.writeString(directory.resolve("a.csv"), "\ufefftime,name\r\n1700000000000000000,a\r\n");
    for (String field : List.of("nope", "name")) {
      String[] words = {
        "convert", path("a.csv"), "--as", "shop.row", "--to", path("a.slu"), "--time"
      };
      assertThat(command.run(Stream.concat(Stream.of(words), Stream.of(field)).toArray()))
          .isEqualTo(2);
      assertThat(command.errors()).contains("--time " + field, "known fields: time, name");
      assertThat(directory.resolve("a.slu")).doesNotExist();
    }
    Files.writeString(
        directory.resolve("a.jsonl"), "{\"type\":\"a.b\",\"at\":\"1700000000000000000\"}\n");
    assertThat(command.run("convert", path("a.jsonl"), "--to", path("b.slu"), "--time", "at"))
        .isZero();
    command.run("cat", path("b.slu"));
    assertThat(command.output()).startsWith("2023-11-14T22:13:20.000000000Z a.jsonl");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.csv", "kieker-9.dat"})
  void other_encodings_are_reported_and_read_with_the_option(String name) throws IOException {
    boolean isLog = name.endsWith(".dat");
    String text =
        isLog ? "$3;7;gr\u00fc\u00dfe\n" : "{\"type\":\"a.b\",\"n\":\"gr\u00fc\u00dfe\"}\n";
    text = name.endsWith("csv") ? "n\ngr\u00fc\u00dfe\n" : text;
    Path file = (isLog ? kieker : directory).resolve(name);
    Files.write(file, text.getBytes(Charset.forName("IBM850")));
    String from = (isLog ? kieker : file).toString();
    assertThat(command.run("convert", from, "--as", "a.b", "--to", path("a.slu"))).isEqualTo(1);
    assertThat(command.output())
        .contains("1 lines that are not UTF-8", "line " + (name.endsWith("csv") ? 2 : 1) + " of ");
    String[] more = {"convert", from, "--as", "a.b", "--encoding", "IBM850", "--to", path("b.slu")};
    assertThat(command.run((Object[]) more)).isZero();
    command.run("cat", path("b.slu"), "--format", "jsonl");
    assertThat(command.output()).contains("gr\u00fc\u00dfe");
  }

  /** A binary log with one record and a part of another, in a zip file. */
  @Test
  void binary_logs_are_read_from_a_zip_file_up_to_where_they_are_cut_off() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream log = new DataOutputStream(bytes);
    for (int i = 0; i < 2; i++) {
      log.writeInt(0);
      log.writeLong(1_283_156_545_581_511_026L);
      log.writeInt(1);
      log.writeInt(2);
      log.writeLong(64);
      log.writeLong(1_283_156_498_771_185_344L);
      log.writeLong(1_283_156_498_773_323_582L);
      log.writeInt(3);
      log.writeInt(1);
      log.writeInt(2);
    }
    String map = MAP.lines().toList().get(1).replace("$1", "$0") + "\n$1=a()\n$2=N/A\n$3=SRV1\n";
    Path zip = directory.resolve("log.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("shop/kieker.map"));
      out.write(map.getBytes(StandardCharsets.UTF_8));
      out.putNextEntry(new ZipEntry("shop/kieker-1.bin"));
      out.write(bytes.toByteArray(), 0, bytes.size() - 3);
    }

    assertThat(command.run("convert", zip, "--to", path("a.slu"))).isEqualTo(1);
    assertThat(command.output()).contains("1 record of ", "kieker-1.bin: a record is incomplete");
    assertThat(command.run("convert", path("a.slu"), "--to", "kieker:" + path("back"))).isZero();
    assertThat(directory.resolve("back/kieker-000-Sluice.dat"))
        .hasContent(
            "$0;1283156545581511026;a();N/A;64;1283156498771185344;1283156498773323582;SRV1;1;2");
  }
}
