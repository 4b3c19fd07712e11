package dev.sluice.tools.tune;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Secrets;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes findings into a directory; each file whole or not at all. */
public final class TuneFiles {
  private static final String PREFIX = "sluice.";

  private TuneFiles() {}

  /** Writes {@code tune.json}, {@code tune.html} and, once there is a choice, the properties. */
  public static void write(Findings findings, Path directory) throws IOException {
    Files.createDirectories(directory);
    json(findings, directory.resolve("tune.json"));
    TunePage.of(findings).write(directory.resolve("tune.html"));
    if (findings.choice() != null) {
      byte[] text = properties(findings).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      whole(directory.resolve("sluice.properties"), out -> out.write(text));
    }
  }

  /** Writes the findings as one JSON object, in place of what is there. */
  public static void json(Findings findings, Path file) throws IOException {
    whole(file, out -> TuneJson.write(findings, out));
  }

  private interface Content {
    public void write(OutputStream out) throws IOException;
  }

  private static void whole(Path file, Content content) throws IOException {
    try (NewFile whole = NewFile.replacing(file)) {
      content.write(whole.out());
      whole.commit();
    }
  }

  /** What agent and monitor read; secrets of the sink are left out. */
  static String properties(Findings findings) {
    StringBuilder text = new StringBuilder();
    text.append("# Chosen by: ").append(comment(findings.run().command())).append('\n');
    text.append("# ").append(comment(findings.choice().verdict())).append('\n');
    text.append("# ").append(comment(findings.choice().reason())).append('\n');
    if (findings.run().sinkUri() == null) {
      text.append("# sluice.sink=kafka://broker:9092/topic\n");
    } else {
      sink(Endpoint.parse(findings.run().sinkUri()), findings.choice().answer().setting(), text);
    }
    findings
        .choice()
        .answer()
        .setting()
        .toProperties()
        .forEach((name, value) -> property(name, value, text));
    return text.toString();
  }

  private static void sink(Endpoint sink, Setting setting, StringBuilder text) {
    property("sink", sink.toString().replace("%", "%25").replace("?", "%3F"), text);
    Map<String, String> chosen = setting.toProperties();
    new TreeMap<>(sink.options().withPrefix(""))
        .forEach(
            (name, value) -> {
              if (Secrets.isSecret(name)) {
                text.append("# add the secret: ").append(PREFIX).append(name).append("=…\n");
              } else if (!chosen.containsKey(name)) {
                property(name, value, text);
              }
            });
  }

  private static void property(String name, String value, StringBuilder text) {
    String escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    text.append(PREFIX)
        .append(name.replace(" ", "\\ "))
        .append('=')
        .append(escaped.startsWith(" ") ? "\\" + escaped : escaped)
        .append('\n');
  }

  private static String comment(String line) {
    return line.replaceAll("\\s+", " ");
  }
}
