package dev.sluice.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.distributed.DistributedStatus.Instance;
import dev.sluice.distributed.DistributedStatus.Look;
import dev.sluice.distributed.DistributedStatus.Partition;
import dev.sluice.pages.LivePage;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.testkit.Browser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributedFiguresTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String HOSTILE = "<img/src=x/onerror=acted=1>\u202e";
  private static final Pattern FIELD = Pattern.compile("\"([a-zA-Z0-9]+)\":");

  private static final List<String> CAUSES = List.of("`closed`", "`ring_full`");

  private final DistributedFigures figures = new DistributedFigures("kafka://b/records", "shop");

  private static Audit audit(long records, long gaps, Map<String, Long> dropped) {
    ProducerAudit producer =
        new ProducerAudit(
            "07",
            "<b>shop</b>",
            2 * records,
            records,
            0,
            DropCounts.ofLabels(dropped),
            gaps,
            0,
            0,
            0,
            false,
            "");
    return new Audit(records / 100, records, 3, 99, 0, List.of(producer));
  }

  private static Look look(List<Instance> instances, long committed, Audit audit) {
    String owner = instances.isEmpty() ? null : instances.get(0).id();
    List<Partition> partitions =
        List.of(
            new Partition("records-0", owner, committed, 40),
            new Partition("records-1", owner, 7, 7),
            new Partition("shop-parts-repartition-0", null, 5, 6));
    return new Look(instances, partitions, audit);
  }

  private static List<Instance> one() {
    return List.of(new Instance("abcd", "shop-abcd", HOSTILE, 2, 2));
  }

  private String json() throws IOException {
    return new String(figures.json(true), StandardCharsets.US_ASCII);
  }

  /** Two looks, two seconds apart. */
  private void work() {
    figures.update(look(one(), 10, audit(1_000, 1, Map.of("closed", 1L))), 0);
    figures.update(
        look(one(), 30, audit(3_000, 2, Map.of("closed", 1L, "ring_full", 5L))), 2 * SECOND);
  }

  @Test
  void rates_are_of_what_was_committed_between_two_looks() throws IOException {
    figures.update(look(one(), 10, audit(1_000, 1, Map.of("closed", 1L))), 0);
    assertThat(json())
        .contains("\"state\":\"running\"", "\"recordsPerSecond\":null", "\"lastCommit\":null")
        .contains("\"rate\":0,", "\"minutes\":{\"spanSeconds\":1,\"time\":[]");
    work();
    assertThat(json())
        .contains("\"recordsPerSecond\":1000,\"lag\":11,\"records\":3000,\"chunks\":30")
        .contains("\"damaged\":3,\"gaps\":2,\"dropped\":6", "\"rate\":1000,")
        .contains("\"committed\":30,\"end\":40,\"lag\":10,\"perSecond\":10")
        .contains("\"dropped\":{\"closed\":1,\"ring_full\":5}")
        .contains("\"lag\":[11],\"missing\":[1],\"dropped\":{\"closed\":[0],\"ring_full\":[5]}")
        .doesNotContain("p99", "\"lastCommit\":null");
  }

  @Test
  void without_an_instance_it_stands_still_or_is_done() throws IOException {
    assertThat(json()).contains("\"lag\":null");
    figures.update(look(List.of(), 10, audit(10, 0, Map.of())), 0);
    assertThat(json()).contains("\"state\":\"standing\"").contains("\"instance\":null");
    assertThat(figures.isAllDone()).isFalse();
    List<Partition> all = List.of(new Partition("records-0", null, 9, 9));
    figures.update(new Look(List.of(), all, audit(20, 0, Map.of())), SECOND);
    assertThat(json()).contains("\"state\":\"done\"");
    assertThat(figures.isAllDone()).isTrue();
  }

  @Test
  void trouble_keeps_the_last_figures_but_no_rate() throws IOException {
    work();
    figures.trouble("b:9092 does not answer; trying again");
    assertThat(json())
        .contains("\"state\":\"trouble\",\"trouble\":\"b:9092 does not answer; trying again\"")
        .contains("\"recordsPerSecond\":null,\"lag\":11,\"records\":3000", "\"perSecond\":null");
    figures.update(look(one(), 40, audit(4_000, 2, Map.of("ring_full", 5L))), 12 * SECOND);
    assertThat(json()).contains("\"state\":\"running\"").contains("\"recordsPerSecond\":100,");
  }

  @Test
  void an_analysis_that_begins_anew_has_no_negative_rate() throws IOException {
    work();
    figures.update(look(one(), 0, audit(100, 0, Map.of())), 3 * SECOND);
    assertThat(json()).doesNotContain(":-", "[-", ",-");
  }

  @Test
  void the_terminal_shows_the_same() {
    work();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DistributedText.print(figures, new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("shop: 1 instance, 3,000 records analysed, 1,000 records/s, lag 11 messages")
        .contains("2 chunks missing", "6 records dropped")
        .containsPattern("records-0 +abcd +30 +40 +10 +10")
        .doesNotContain("\u202e");
  }

  @Test
  void every_field_is_documented() throws IOException {
    work();
    String pages =
        Files.readString(Path.of("../docs/distributed.md"))
            + Files.readString(Path.of("../docs/watch.md"));
    List<String> fields =
        FIELD.matcher(json()).results().map(field -> "`" + field.group(1) + "`").toList();
    assertThat(fields)
        .hasSizeGreaterThan(40)
        .filteredOn(field -> !CAUSES.contains(field))
        .allMatch(pages::contains);
  }

  @Tag("full")
  @Test
  void a_browser_shows_all_of_it_and_texts_do_not_act(@TempDir Path folder) throws Exception {
    Browser browser = Browser.in(folder);
    work();
    try (LiveServer server = LiveServer.start("127.0.0.1", 0, LivePage.ofDistributed())) {
      server.show(LiveServer.DATA, figures.json(true));
      URI page = URI.create("http://127.0.0.1:" + server.address().getPort() + "/");

      String dom = browser.open(page);

      assertThat(dom)
          .contains(
              "data-shown=\"3000\"", ">running<", "records 0–1", "5 because its buffer was full")
          .contains("&lt;img/src=x", "&lt;b&gt;shop", ">nobody<")
          .doesNotContain("<img/", "<b>shop", ">no answer<");
      assertThat(dom.split("role=\"img\"", -1)).hasSizeGreaterThan(3);
    }
  }
}
