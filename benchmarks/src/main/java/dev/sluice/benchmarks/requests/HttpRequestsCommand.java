package dev.sluice.benchmarks.requests;

import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.tools.recordings.Columns;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What agents add to requests: processor time of the service, and time until the answer. */
@Command(
    name = "http-requests",
    footer = {
      "",
      "Services of Jetty 12 with each agent take turns, in random order, at each load; what",
      "is added is the difference to the same round's turn without an agent. At 'rest' nobody",
      "asks, and the processor time is that of a second. The handler 'call' asks another",
      "service in turn. The table has medians of the rounds, beside OpenTelemetry's agent as",
      "it is started by default. Lost are requests that arrived nowhere, of the warm-up, too."
    })
public final class HttpRequestsCommand extends Experiment {
  /** What {@link MonitoredService#ask} tells, in that order. */
  static final List<Metric> METRICS =
      Stream.of("CPU", "mean", "median", "99 %").map(name -> new Metric(name, "µs", 1)).toList();

  private static final Metric SENT = new Metric("requests", "", 0);

  /** Requests a second; 0 for as many as are answered, negative for none. */
  private static final List<Integer> RATES = List.of(0, 2000, -1);

  /** Short, and many of them: a machine that does something else for a second spoils few. */
  private static final int TURN_MILLIS = 1200;

  private static final int SECONDS_OF_START = 4;
  private static final int STARTS = 3;

  @Option(
      names = "--agent",
      split = ",",
      paramLabel = "AGENT",
      description = "Only these, and none.")
  private List<String> agents = List.of();

  @Override
  public About about() {
    return new About("What agents add to requests of HTTP, beside OpenTelemetry's.", "-");
  }

  @Override
  protected List<Step> steps() {
    List<RequestAgent> chosen = new ArrayList<>(List.of(RequestAgent.NONE));
    List<RequestAgent> all = List.of(RequestAgent.values());
    chosen.addAll(Choice.of("agent", agents, all.subList(1, all.size())));
    double turns = warmUpMillis() + (rounds() + 1) * RATES.size() * TURN_MILLIS;
    List<Step> steps = new ArrayList<>();
    for (int start = 1; start <= (isQuick() ? 1 : STARTS); start++) {
      for (String handler : List.of("work", "call")) {
        Random random = new Random(start);
        steps.add(
            new Step(
                handler + ", start " + start,
                chosen.size() * (SECONDS_OF_START + turns / 1000),
                recorder -> measure(handler, chosen, random, recorder)));
      }
    }
    return steps;
  }

  private int rounds() {
    return isQuick() ? 4 : 9;
  }

  /** At the end all has been compiled by the second compiler. */
  private int warmUpMillis() {
    return isQuick() ? 8000 : 14_000;
  }

  private void measure(
      String handler, List<RequestAgent> chosen, Random random, Step.Recorder recorder)
      throws IOException, InterruptedException {
    Map<RequestAgent, MonitoredService> services = new EnumMap<>(RequestAgent.class);
    try (ScratchFolder folder = ScratchFolder.create();
        WorkerJvm clients = MonitoredService.clients()) {
      String next = handler.equals("work") ? "-" : "http://127.0.0.1:" + clients.order("port")[0];
      for (RequestAgent agent : chosen) {
        recorder.progress(agent + " starts", 0.4 * services.size() / chosen.size());
        services.put(agent, new MonitoredService(agent, next, folder.path()));
        services.get(agent).ask(clients, 0, warmUpMillis());
      }
      // The round before the first wakes services that have rested while others were warmed up.
      for (int round = -1; round < rounds(); round++) {
        for (int rate : RATES) {
          String load = rate == 0 ? "most" : rate < 0 ? "rest" : rate + "/s";
          recorder.progress(load, 0.4 + 0.5 * (round + 1) / rounds());
          Map<RequestAgent, double[]> turns = new EnumMap<>(RequestAgent.class);
          Collections.shuffle(chosen, random);
          for (RequestAgent agent : chosen) {
            turns.put(agent, services.get(agent).ask(clients, rate, TURN_MILLIS));
          }
          for (RequestAgent agent : round < 0 ? List.<RequestAgent>of() : turns.keySet()) {
            add(cell(handler, load, agent), turns, agent, recorder);
          }
        }
      }
      for (RequestAgent agent : services.keySet()) {
        Cell cell = cell(handler, "all", agent);
        recorder.values(cell, Metric.LOST, services.get(agent).lost());
        recorder.values(cell, SENT, services.get(agent).sent());
      }
    } finally {
      services.values().forEach(MonitoredService::close);
    }
  }

  private static void add(
      Cell cell, Map<RequestAgent, double[]> turns, RequestAgent agent, Step.Recorder recorder) {
    double[] turn = turns.get(agent);
    for (int i = 0; i < turn.length; i++) {
      recorder.values(cell, METRICS.get(i), turn[i]);
      if (agent != RequestAgent.NONE) {
        double added = turn[i] - turns.get(RequestAgent.NONE)[i];
        recorder.values(cell, added(METRICS.get(i)), added);
      }
    }
  }

  private static Cell cell(String handler, String load, RequestAgent agent) {
    return Cell.of("handler", handler, "load", load, "agent", agent);
  }

  private static Metric added(Metric metric) {
    return new Metric("added " + metric.name(), metric.unit(), metric.digits());
  }

  @Override
  protected void print(Results results, PrintStream out) {
    Columns<Cell> columns = Cell.columns("handler", "load", "agent");
    for (Metric metric : METRICS) {
      columns
          .with(">" + metric, cell -> Report.decimals(median(results, cell, metric), 1))
          .with(">added", cell -> Report.decimals(median(results, cell, added(metric)), 1))
          .with(">of theirs", cell -> ofTheirs(results, cell, added(metric)));
    }
    columns.with(">requests", cell -> Report.mean(results, cell, SENT));
    columns.with(">lost", cell -> Report.mean(results, cell, Metric.LOST));
    Section.of("Requests", results.cells(), columns).printUntitled(out);
  }

  private static double median(Results results, Cell cell, Metric metric) {
    return results.has(cell, metric) ? results.summary(cell, metric).p50() : Double.NaN;
  }

  private static String ofTheirs(Results results, Cell cell, Metric metric) {
    double theirs = median(results, theirs(cell), metric);
    return Report.decimals(median(results, cell, metric) / theirs, 2);
  }

  private static Cell theirs(Cell cell) {
    return cell.with("agent", RequestAgent.OPENTELEMETRY.toString());
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return METRICS.stream()
        .map(of -> Comparison.of(results, added(of), cell -> true, HttpRequestsCommand::theirs))
        .toList();
  }
}
