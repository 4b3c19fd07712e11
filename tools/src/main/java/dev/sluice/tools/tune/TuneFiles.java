package dev.sluice.tools.tune;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Secrets;
import dev.sluice.pages.ModelPage;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes findings into a directory; each file whole or not at all. */
public final class TuneFiles {
  private static final String PREFIX = "sluice.";

  private TuneFiles() {}

  /** Writes {@code tune.json}, {@code tune.html} and, once there is a choice, the properties. */
  public static void write(Findings findings, Path directory) throws IOException {
    Files.createDirectories(directory);
    NewFile.replace(directory.resolve("tune.json"), out -> json(findings, out));
    ModelPage.tuning("Settings for " + findings.run().source())
        .write(directory.resolve("tune.html"), target -> TuneJson.write(findings, target));
    if (findings.choice() != null) {
      byte[] properties = properties(findings).getBytes(StandardCharsets.UTF_8);
      NewFile.replace(directory.resolve("sluice.properties"), out -> out.write(properties));
    }
  }

  /** Writes the findings as one JSON object. */
  public static void json(Findings findings, OutputStream target) throws IOException {
    TuneJson.write(findings, target);
  }

  /** Returns what agent and monitor read; secrets of the sink are left out. */
  private static String properties(Findings findings) {
    Choice choice = findings.choice();
    List<String> lines = new ArrayList<>();
    lines.add(comment("Chosen by: " + findings.run().command()));
    lines.add(comment(choice.verdict()));
    lines.add(comment(choice.reason()));
    if (findings.run().sinkUri() == null) {
      lines.add("# sluice.sink=kafka://broker:9092/topic");
    } else {
      sink(Endpoint.parse(findings.run().sinkUri()), choice.answer().setting(), lines);
    }
    lines.addAll(choice.properties());
    return String.join("\n", lines) + "\n";
  }

  private static void sink(Endpoint sink, Setting setting, List<String> lines) {
    lines.add(property("sink", sink.toString().replace("%", "%25").replace("?", "%3F")));
    Map<String, String> others = new TreeMap<>(sink.options().withPrefix(""));
    others.keySet().removeAll(setting.toProperties().keySet());
    others.forEach(
        (name, value) ->
            lines.add(
                Secrets.isSecret(name)
                    ? "# add the secret: " + PREFIX + name + "=…"
                    : property(name, value)));
  }

  private static String property(String name, String value) {
    String escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    return PREFIX
        + name.replace(" ", "\\ ")
        + "="
        + (escaped.startsWith(" ") ? "\\" : "")
        + escaped;
  }

  private static String comment(String line) {
    return "# " + line.replaceAll("\\s+", " ");
  }
}
