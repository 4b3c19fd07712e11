package dev.sluice.testkit.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Kafka brokers that are one cluster, each in a process of its own, so that it can be killed. Their
 * standard error goes to {@code brokers.log}. For one thread.
 */
public final class BrokerCluster implements AutoCloseable {
  private final Path directory;
  private final List<Ports> ports;
  private final List<Process> processes = new ArrayList<>();

  /**
   * Ports on which a node listens.
   *
   * @param broker for clients and other brokers
   * @param controller for other controllers
   */
  record Ports(int broker, int controller) {
    /**
     * Returns the ports of all nodes from a text in the form that {@link KafkaBroker#main} takes.
     */
    static List<Ports> parse(String text) {
      return Arrays.stream(text.split(","))
          .map(pair -> pair.split(":"))
          .map(pair -> new Ports(Integer.parseInt(pair[0]), Integer.parseInt(pair[1])))
          .toList();
    }

    @Override
    public String toString() {
      return broker + ":" + controller;
    }
  }

  private BrokerCluster(Path directory, List<Ports> ports) {
    this.directory = directory;
    this.ports = ports;
  }

  /**
   * Starts brokers; they are ready on return.
   *
   * @param directory keeps the data of each in a folder of its own
   * @param count at least 3, so that a majority is left without one
   */
  public static BrokerCluster start(Path directory, int count) throws IOException {
    Files.createDirectories(directory);
    BrokerCluster cluster = new BrokerCluster(directory, freePorts(count));
    try {
      for (int node = 1; node <= count; node++) {
        cluster.processes.add(cluster.process(node));
      }
      for (int node = 1; node <= count; node++) {
        cluster.awaitReady(node);
      }
      return cluster;
    } catch (IOException e) {
      cluster.close();
      throw e;
    }
  }

  private static List<Ports> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")));
      }
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
    List<Ports> ports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ports.add(
          new Ports(sockets.get(2 * i).getLocalPort(), sockets.get(2 * i + 1).getLocalPort()));
    }
    return ports;
  }

  private Process process(int node) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            KafkaBroker.class.getName(),
            directory.resolve("broker-" + node).toString(),
            Integer.toString(node),
            ports.stream().map(Ports::toString).collect(Collectors.joining(",")))
        .redirectError(ProcessBuilder.Redirect.appendTo(directory.resolve("brokers.log").toFile()))
        .start();
  }

  private void awaitReady(int node) throws IOException {
    BufferedReader out = processes.get(node - 1).inputReader(StandardCharsets.UTF_8);
    if (out.readLine() == null) {
      throw new IOException(
          "broker " + node + " ended: " + Files.readString(directory.resolve("brokers.log")));
    }
  }

  /** Returns the addresses that clients connect to. */
  public String bootstrapServers() {
    return ports.stream().map(own -> "127.0.0.1:" + own.broker()).collect(Collectors.joining(","));
  }

  /** Kills a broker, as {@code kill -9} does; nodes are numbered from 1. */
  public void kill(int node) throws InterruptedException {
    processes.get(node - 1).destroyForcibly().waitFor();
  }

  /** Starts a broker again that was killed, with its data and ports; it is ready on return. */
  public void restart(int node) throws IOException {
    processes.set(node - 1, process(node));
    awaitReady(node);
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
