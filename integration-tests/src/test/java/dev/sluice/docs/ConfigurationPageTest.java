package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Key;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.select.InstrumentationKeys;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.support.SigningKeys;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.ServiceLoader.Provider;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/configuration.md} to what the code reads. */
@Tag("one-jdk")
class ConfigurationPageTest {
  private static final String INTRODUCTION =
      """
      # Configuration

      A sink or a source is a URI; its options stand behind the question mark:

          kafka://b1:9092,b2:9092/records?chunk.records=512&compression=lz4

      On the application's side every option may also be given outside of the URI, under the same name. What stands
      higher goes before what stands lower:

      | place | `chunk.records` there |
      |---|---|
      | the sink's URI | `?chunk.records=512` |
      | the agent's options | `chunk.records=512` |
      | a system property | `-Dsluice.chunk.records=512` |
      | the environment | `SLUICE_CHUNK_RECORDS=512` |
      | `sluice.properties` in the working directory, or the file that `-Dsluice.config=FILE` or `SLUICE_CONFIG` names | `sluice.chunk.records=512` |
      | `sluice.properties` on the class path | `sluice.chunk.records=512` |
      | the program's code, as `Monitor.builder().name("shop")` | |

      The agent, `Monitor.process()` and `Monitor.builder().open()` take the sink from there as well (`sluice.sink`); an
      option that nobody knows or that does not fit the sink is then an error that names the nearest one, and all mistakes
      are told at once; from the environment, where `SLUICE_HOME` may be somebody else's, it is a warning. A program that names its sink itself, as in `Monitor.to("file:records")`, takes those options from
      there that fit. `monitor.configuration()` tells what is in effect and where each value comes from; values of keys that
      look like secrets are never shown. It is logged when the monitor opens, at DEBUG, and at INFO what was given if
      any of it comes from outside of the code.

      Options with † open, send, load or delete something. A `sluice.properties` in the working directory that somebody else
      may have written (see [monitoring.md](monitoring.md#without-code)) may not set them.

      Bytes are written `65536`, `64KiB` or `1MB`; times need a unit: `200ms`, `5s`, `1h`, `7d`.

      This page is generated from the code; a test fails if it is out of date.
      """;

  /** Words of options that name or change something outside of the program. */
  private static final Pattern REACHES_OUT =
      Pattern.compile(
          "(?i)\\b(files?|director(y|ies)|paths?|jars?|URI|address(es)?|hosts?|class(es)?|PEM|secret"
              + "|certificate|encrypts|settings|deleted|older|group)\\b");

  /** Options whose text has such a word, and that reach nothing. */
  private static final Set<String> HARMLESS =
      Set.of("hostname", "samplers", "watch.period", "attributes.", "from");

  private static final Pattern AGENT =
      Pattern.compile(
          "-javaagent:[^=\\s]*sluice-agent[\\w.-]*\\.jar=[\"']?(\\w[^\"'`\\s)]*=[^\"'`\\s)]*)");

  private final StringBuilder page = new StringBuilder(INTRODUCTION);
  private final List<Key<?>> all = new ArrayList<>();

  private void section(String title, List<Key<?>> keys) {
    page.append("\n## ").append(title).append("\n\n");
    if (keys.isEmpty()) {
      page.append("No options.\n");
      return;
    }
    page.append("| option | values | default | meaning |\n|---|---|---|---|\n");
    for (Key<?> key : keys) {
      String name = key.name().endsWith(".") ? key.name() + "*" : key.name();
      String byDefault = key.defaultText();
      page.append(
          "| `%s`%s | %s | %s | %s |%n"
              .formatted(
                  name,
                  key.isPowerful() ? " †" : "",
                  GeneratedPage.cell(key.type()),
                  byDefault == null || byDefault.isEmpty() ? "" : GeneratedPage.cell(byDefault),
                  GeneratedPage.cell(key.description())));
      all.add(key);
    }
  }

  private static <P> List<P> plugins(Class<P> kind, Comparator<P> order) {
    return ServiceLoader.load(kind).stream().map(Provider::get).sorted(order).toList();
  }

  private void sections() {
    section("Monitor", Monitor.keys());
    section("Instrumentation, by the agent or of sources", InstrumentationKeys.ALL);
    section("Every sink", ChunkingCollector.keys());
    for (RawWriterFactory writer :
        plugins(RawWriterFactory.class, Comparator.comparing(RawWriterFactory::scheme))) {
      section("Sinks `" + writer.scheme() + ":`", writer.keys());
    }
    for (Serializer serializer :
        plugins(Serializer.class, Comparator.comparing(Serializer::name))) {
      section("`serializer=" + serializer.name() + "`", serializer.keys());
    }
    section(
        "Every source that is read by a record stream",
        List.of(RecordStreamBuilder.MAX_PRODUCERS, RecordStreamBuilder.RANGES, SigningKeys.VERIFY));
    for (RawReaderFactory reader :
        plugins(RawReaderFactory.class, Comparator.comparing(RawReaderFactory::scheme))) {
      section("Sources `" + reader.scheme() + ":`", reader.keys());
    }
  }

  @Test
  void page_tells_every_option_that_is_read() throws Exception {
    sections();
    assertThat(all)
        .hasSizeGreaterThan(50)
        .allSatisfy(key -> assertThat(key.description()).endsWith("."))
        .allSatisfy(
            key ->
                assertThat(key.name())
                    .as("an environment knows no case")
                    .isEqualTo(key.name().toLowerCase(Locale.ROOT)));
    assertThat(all)
        .filteredOn(key -> REACHES_OUT.matcher(key.name() + " " + key.description()).find())
        .filteredOn(key -> !HARMLESS.contains(key.name()))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            key ->
                assertThat(key.isPowerful())
                    .as(
                        "%s, whose text is '%s'. Declare it Key.path or powerful(); if no value of it"
                            + " opens, sends, loads or deletes anything, put it into HARMLESS.",
                        key, key.description())
                    .isTrue());
    GeneratedPage.check("configuration.md", page.toString());
  }

  @Test
  void options_that_pages_show_are_read() throws IOException {
    sections();
    int shown = 0;
    for (MarkdownPage page : MarkdownPage.all()) {
      for (MarkdownPage.Block block : page.blocks()) {
        if (block.kind().equals("options")) {
          shown++;
          Properties options = new Properties();
          options.load(new StringReader(String.join("\n", block.code())));
          assertThat(options.stringPropertyNames())
              .as("%s:%d", page.name(), block.line())
              .allSatisfy(name -> assertThat(isRead(name, options.getProperty(name))).isTrue());
        }
      }
    }
    assertThat(shown).isGreaterThan(3);
  }

  @Test
  void options_of_the_agent_that_pages_show_are_read() throws IOException {
    sections();
    List<String> shown = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      Matcher agent = AGENT.matcher(String.join("\n", page.lines()));
      while (agent.find()) {
        for (String option : agent.group(1).split("[,;](?=[a-z.]+=)")) {
          String[] parts = option.split("=", 2);
          assertThat(isRead("sluice." + parts[0], parts[1]))
              .as("%s: %s", page.name(), option)
              .isTrue();
          shown.add(parts[0]);
        }
      }
    }
    assertThat(shown).hasSizeGreaterThan(15).contains("sink", "include", "preset");
  }

  /** Whether there is such an option, which takes the value. */
  private boolean isRead(String name, String value) {
    for (Key<?> key : all) {
      String read = "sluice." + key.name();
      if (read.equals(name)) {
        return key.isPowerful() || key.parse(value) != null; // a file need not be there
      }
      if (read.endsWith(".") && name.startsWith(read)) {
        return true;
      }
    }
    return false;
  }
}
