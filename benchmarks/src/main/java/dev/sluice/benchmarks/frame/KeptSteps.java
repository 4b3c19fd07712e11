package dev.sluice.benchmarks.frame;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.JsonTree;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finished steps in a file, one a line, behind a line that says of what: {@code results.jsonl}. A
 * step is appended as a whole; a last line that a crash cut off is overwritten. For one thread.
 */
final class KeptSteps {
  static final String NAME = "results.jsonl";

  private final Path file;
  private final Map<String, List<Sample>> steps = new LinkedHashMap<>();
  private long end;

  private KeptSteps(Path file) {
    this.file = file;
  }

  /**
   * Those in a folder, which is made if it is not there.
   *
   * @param command what is measured; a folder holds one command of one build
   * @throws ToolException if the folder holds something else
   */
  static KeptSteps open(Path folder, String command, String build) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new ToolException("-o takes a folder, but " + folder + " is a file");
    }
    Files.createDirectories(folder);
    KeptSteps kept = new KeptSteps(folder.resolve(NAME));
    String head = head(command, build);
    if (!Files.exists(kept.file)) {
      kept.append(head);
    } else {
      kept.read(command, build);
    }
    return kept;
  }

  private static String head(String command, String build) {
    return new JsonObject().put("command", command).put("build", build).toString();
  }

  private void read(String command, String build) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    int from = 0;
    for (int to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      try {
        Map<String, Object> line = JsonTree.object(text.substring(from, to));
        if (from == 0) {
          check(line, command, build);
        } else {
          take((String) line.get("step"), SampleJson.read(line.get("samples")));
        }
      } catch (JsonProcessingException | ClassCastException | NullPointerException e) {
        throw new ToolException(
            file + " is damaged at byte " + from + "; remove it, or take another folder", e);
      }
      from = to + 1;
    }
    end = text.substring(0, from).getBytes(StandardCharsets.UTF_8).length;
    if (from == 0) {
      append(head(command, build));
    }
  }

  /** A step of which nothing could be measured is tried again. */
  private void take(String step, List<Sample> samples) {
    if (samples.isEmpty() || samples.stream().anyMatch(sample -> sample.failure() == null)) {
      steps.put(step, samples);
    }
  }

  private void check(Map<String, Object> head, String command, String build) {
    String other = (String) head.get("command");
    if (!command.equals(other)) {
      throw new ToolException(
          file.getParent()
              + " holds results of '"
              + other
              + "', not of '"
              + command
              + "'; take another folder");
    }
    if (!build.equals(head.get("build"))) {
      throw new ToolException(
          file.getParent()
              + " holds results of another build of the benchmarks"
              + "; take another folder, or remove "
              + file);
    }
  }

  /** What a step measured, or null if it is not finished. */
  List<Sample> of(Step step) {
    return steps.get(step.name());
  }

  /** Adds a step that is finished. */
  void add(Step step, List<Sample> samples) throws IOException {
    JsonObject line =
        new JsonObject().put("step", step.name()).put("samples", SampleJson.of(samples));
    append(line.toString());
    steps.put(step.name(), samples);
  }

  private void append(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    try (var channel =
        Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.truncate(end).position(end);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      end = channel.position();
    }
  }
}
