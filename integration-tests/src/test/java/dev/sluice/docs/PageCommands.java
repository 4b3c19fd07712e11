package dev.sluice.docs;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * A program that other programs of its folder send their commands to: {@code sluice}, and what of
 * Kafka's scripts the pages use. Pages have many commands, and a JVM for each would take long; a
 * broker is in it for the same reason. It ends when its standard input does.
 */
final class PageCommands {
  // Held, because the JVM forgets the level of a logger that nobody refers to.
  private static final Logger ROOT = Logger.getLogger("");

  private PageCommands() {}

  /** The argument is the broker's directory; printed are a port, and the broker's address. */
  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    ROOT.setLevel(Level.OFF);
    try (GuardedBroker broker = GuardedBroker.start(Path.of(args[0]));
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort() + " " + broker.address());
      Thread answering = new Thread(() -> answer(server), "commands");
      answering.setDaemon(true);
      answering.start();
      System.in.readAllBytes();
    }
    System.exit(0);
  }

  private static void answer(ServerSocket server) {
    try {
      while (true) {
        Socket client = server.accept();
        Thread each = new Thread(() -> answer(client), "command");
        each.setDaemon(true);
        each.start();
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  /** The number of words, then the words: a file for the exit code, the command, its arguments. */
  private static void answer(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      List<String> words = new ArrayList<>();
      for (int left = Integer.parseInt(word(in)); left > 0; left--) {
        words.add(word(in));
      }
      String[] arguments = words.subList(2, words.size()).toArray(String[]::new);
      OutputStream out = client.getOutputStream();
      PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
      int code =
          words.get(1).equals("sluice")
              ? Main.run(new Terminal(out, err, false), arguments)
              : KafkaScripts.run(words.get(1), arguments, err);
      Files.writeString(Path.of(words.get(0)), code + "\n");
    } catch (IOException e) {
      // It wants no more.
    }
  }

  private static String word(DataInputStream in) throws IOException {
    StringBuilder word = new StringBuilder();
    for (int next = in.read(); next > 0; next = in.read()) {
      word.append((char) next);
    }
    return new String(
        word.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
