package dev.sluice.cli.broker;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.report.TraceJson;
import dev.sluice.tools.topic.Topic;
import dev.sluice.tools.topic.TopicFacts;
import dev.sluice.tools.topic.TopicFacts.Fact;
import dev.sluice.tools.topic.TopicNeeds;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells what a topic has beside what a topic of chunks needs; makes it, or changes it. */
@Command(
    name = "topic",
    description = {
      "Check a Kafka topic, or create one with the right settings for chunks.",
      "",
      "  sluice topic kafka://broker:9092/records",
      "  sluice topic kafka://broker:9092/records --create --partitions 6 --retention 7d",
      "  sluice topic kafka://broker:9092/records --alter --dry-run"
    },
    footer = {
      "",
      "Each line is ok, or names a wrong setting and a command that fixes it. Without",
      "--alter an existing topic is not changed, so --create can be run again. The",
      "largest chunk is the option chunk.bytes of the URI.",
      "",
      "Exit code: 0 all settings are right (with --dry-run: would be); 1 a setting is",
      "wrong, or the topic does not exist; 2 wrong usage, or brokers that do not",
      "answer or refuse the request."
    })
public final class TopicCommand extends TerminalCommand {
  private static final Key<Duration> RETENTION =
      Key.duration("retention", null, Duration.ofSeconds(1), "").named("--retention");

  private static final String WAIT = "--patience";
  private static final String HALF_A_MINUTE = "30s";
  private static final Key<Duration> PATIENCE =
      Key.duration("patience", null, Duration.ofMillis(1), "").named(WAIT);

  @Parameters(
      paramLabel = "URI",
      description = {
        "Topic to check: kafka://HOST:PORT/TOPIC, with the",
        "options of a Kafka sink."
      })
  private String uri;

  @Option(names = "--create", description = "Create the topic if it does not exist.")
  private boolean create;

  @Option(names = "--alter", description = "Fix wrong settings of an existing topic.")
  private boolean alter;

  @Option(
      names = "--dry-run",
      description = "Change nothing; only ask the brokers whether they would accept it.")
  private boolean dryRun;

  @Option(names = "--partitions", paramLabel = "N", description = "Minimum number of partitions.")
  private Integer partitions;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Minimum number of replicas; a single one is lost with its broker.")
  private Integer replicas;

  @Option(
      names = "--retention",
      paramLabel = "TIME",
      description = "How long Kafka keeps chunks, such as 12h or 7d.")
  private String retention;

  @Option(
      names = WAIT,
      paramLabel = "TIME",
      defaultValue = HALF_A_MINUTE,
      description = "Timeout for answers of the brokers (default: ${DEFAULT-VALUE}).")
  private String patience;

  @Mixin private ConfigOption config;
  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    if (dryRun && !create && !alter) {
      throw new ToolException("--dry-run needs --create or --alter");
    }
    Endpoint endpoint = Endpoint.parse(uri, config.options());
    TopicNeeds needs = needs(endpoint);
    try (Topic topic = Topic.at(endpoint, PATIENCE.parse(patience), dryRun)) {
      TopicFacts facts = topic.facts();
      boolean isThere = facts != null;
      boolean isMade = !isThere && create;
      Map<String, String> changes = isMade ? topic.create(needs) : Map.of();
      if (isThere && alter) {
        changes = topic.alter(facts, needs);
        facts = facts.with(changes);
      }
      List<Fact> all = isThere ? facts.beside(needs) : List.of();
      tell(endpoint, isThere, isMade, changes, all);
      return ExitCode.of((isThere || isMade) && all.stream().allMatch(Fact::isRight));
    }
  }

  private TopicNeeds needs(Endpoint endpoint) {
    for (Integer count : Arrays.asList(partitions, replicas)) {
      if (count != null && count < 1) {
        throw new ToolException("--partitions and --replicas must be at least 1");
      }
    }
    Duration kept = retention == null ? null : RETENTION.parse(retention);
    return TopicNeeds.of(endpoint).with(partitions, replicas, kept);
  }

  private void tell(
      Endpoint endpoint,
      boolean isThere,
      boolean isMade,
      Map<String, String> changes,
      List<Fact> all)
      throws IOException {
    JsonObject told = json(endpoint, isThere, changes, all);
    if (!json.write(terminal, target -> TraceJson.line(told, target))) {
      return;
    }
    if (isThere || isMade) {
      String done = (dryRun ? "would be " : "") + (isMade ? "created" : "changed");
      print(endpoint, done, changes, all);
    } else {
      terminal.tell("there is no topic at " + endpoint + "; --create creates it");
    }
  }

  private void print(Endpoint endpoint, String done, Map<String, String> changes, List<Fact> all) {
    PrintStream out = terminal.printer();
    out.println(endpoint);
    changes.forEach((name, value) -> out.println("  " + done + ": " + name + "=" + value));
    for (Fact fact : all) {
      String told = fact.isRight() ? "ok" : "wrong: " + fact.fault();
      out.println("  %-23s %-12s %s".formatted(fact.name(), SafeText.word(fact.value()), told));
      if (!fact.isRight()) {
        out.println("    " + fact.cure());
      }
    }
    out.flush();
  }

  private JsonObject json(
      Endpoint endpoint, boolean exists, Map<String, String> changes, List<Fact> all) {
    List<JsonObject> facts = new ArrayList<>();
    for (Fact fact : all) {
      JsonObject one = new JsonObject().put("name", fact.name()).put("value", fact.value());
      facts.add(one.put("ok", fact.isRight()).put("fault", fact.fault()).put("cure", fact.cure()));
    }
    JsonObject object = new JsonObject().put("topic", endpoint.toString()).put("exists", exists);
    return object.put("dryRun", dryRun).put("changes", changes).put("facts", facts);
  }
}
