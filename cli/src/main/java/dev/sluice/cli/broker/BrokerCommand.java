package dev.sluice.cli.broker;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.cli.BrokerJvm;
import dev.sluice.cli.ChildFailure;
import dev.sluice.cli.ChildJvm;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.topic.Topic;
import dev.sluice.tools.topic.TopicNeeds;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a broker for trying. */
@Command(
    name = "broker",
    description = {
      "Run a Kafka broker for experiments, until Ctrl-C.",
      "",
      "  sluice broker",
      "  sluice broker --topic orders --data /tmp/kafka --port 0"
    },
    footer = {
      "",
      "Prints the URI of each topic when the broker is ready. Missing topics are",
      "created as by 'sluice topic --create'; clients cannot create others. Data",
      "is kept for the next start in $XDG_STATE_HOME/sluice/broker or",
      "~/.local/state/sluice/broker; Kafka deletes it after seven days. The",
      "broker is a single node without password and TLS: do not keep data there",
      "that you cannot lose.",
      "",
      "Exit code: 130 on Ctrl-C; 2 wrong usage, a port or directory in use, data that",
      "cannot be read, or a broker that ended with a failure."
    })
public final class BrokerCommand extends TerminalCommand {
  private static final int PORT = 9092;
  private static final int MAX_PORT = 65_535;
  private static final int END_SECONDS = 3;
  private static final String WAIT = "--patience";
  private static final String TWO_MINUTES = "2m";
  private static final Key<Duration> PATIENCE =
      Key.duration("patience", null, Duration.ofMillis(1), "").named(WAIT);

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "" + PORT,
      description = "Port for clients; 0 chooses a free port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = {
        "Address to listen on and to announce to clients (default: ${DEFAULT-VALUE},",
        "which other machines cannot reach)."
      })
  private String host;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Directory for the data and Kafka's logs; created if missing",
        "(default: see below)."
      })
  private Path data;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      defaultValue = "records",
      description = "Topic to create. May be repeated (default: ${DEFAULT-VALUE}).")
  private List<String> topics;

  @Option(
      names = WAIT,
      paramLabel = "TIME",
      defaultValue = TWO_MINUTES,
      description = {
        "Timeout for the start of the broker, and for creating a topic",
        "(default: ${DEFAULT-VALUE})."
      })
  private String patience;

  private StopSignal stop;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > MAX_PORT) {
      throw new ToolException("--port must be 0 to " + MAX_PORT + ", was " + port);
    }
    for (String topic : topics) {
      Endpoint endpoint = Endpoint.parse("kafka://broker/" + topic);
      KafkaAddress.of(endpoint, Set.of());
      endpoint.options().finish();
    }
    Duration wait = PATIENCE.parse(patience);
    InetAddress address = address();
    Progress progress = new Progress(terminal);
    progress.now("starting a Kafka broker …");
    Path directory = (data == null ? state() : data).toAbsolutePath().normalize();
    try (BrokerJvm broker =
        BrokerJvm.startKept(directory, address.getHostAddress(), port, wait, this::started)) {
      for (String topic : topics) {
        create("kafka://" + broker.address() + "/" + topic, wait);
      }
      progress.clear();
      announce(address, directory, "kafka://" + broker.address() + "/");
      broker.child().join();
    } catch (ChildFailure | IOException e) {
      if (stop == null || !stop.isStopped()) {
        throw e;
      }
    } finally {
      if (stop != null) {
        stop.close();
      }
    }
    return ExitCode.OK;
  }

  private InetAddress address() {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (!address.isAnyLocalAddress()) {
        return address;
      }
    } catch (UnknownHostException e) {
      // reported below
    }
    throw new ToolException(
        "--host must be an address of this machine that clients can use, was '" + host + "'");
  }

  /** Returns where a program of this user keeps what nobody edits. */
  private static Path state() {
    String state = System.getenv("XDG_STATE_HOME");
    Path home = Path.of(System.getProperty("user.home"), ".local", "state");
    return (state == null || state.isEmpty() ? home : Path.of(state)).resolve("sluice/broker");
  }

  private void started(ChildJvm child) {
    stop = new StopSignal(child::close, END_SECONDS);
    Interruption.whole("the data stay");
  }

  private static void create(String uri, Duration patience) throws IOException {
    Endpoint endpoint = Endpoint.parse(uri);
    try (Topic topic = Topic.at(endpoint, patience, false)) {
      if (topic.facts() == null) {
        topic.create(TopicNeeds.of(endpoint));
      }
    }
  }

  private void announce(InetAddress address, Path directory, String broker) {
    if (!address.isLoopbackAddress()) {
      terminal.tell(
          "warning: anyone who can reach " + host + " can read, write and delete all data");
    }
    String uri = broker + topics.get(0);
    PrintStream out = terminal.printer();
    topics.forEach(topic -> out.println(broker + topic));
    out.println("  data and broker.log in " + directory);
    out.println("In another terminal:");
    String sluice = "  " + LineStream.SLUICE + " ";
    out.println(sluice + "run --sink " + uri + " --include 'com.acme.**' -- java -jar app.jar");
    out.println(sluice + "verify " + uri);
    out.println(sluice + "topic " + broker + "other --create");
    out.println("Ctrl-C stops the broker; its data is kept.");
    out.flush();
  }
}
