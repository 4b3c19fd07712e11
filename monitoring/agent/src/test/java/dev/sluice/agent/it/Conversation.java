package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A {@link com.acme.shop.Till} that is running, to be talked to and attached to. */
final class Conversation implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final Path err;
  private final Path reply;

  private Conversation(Process process, Path directory) {
    this.process = process;
    this.out = process.inputReader();
    this.err = directory.resolve("err");
    this.reply = directory.resolve("reply");
  }

  /** Starts it and waits until it is open. */
  static Conversation with(Program program, Path directory) throws IOException {
    Conversation conversation = new Conversation(program.start(), directory);
    assertThat(conversation.out.readLine()).isEqualTo("open");
    return conversation;
  }

  /** Tells it a number; the result is what it answers. */
  String add(int number) throws IOException {
    process.getOutputStream().write((number + "\n").getBytes());
    process.getOutputStream().flush();
    return out.readLine();
  }

  /** Attaches an agent with an order; the result is the answer. */
  String attach(String agent, String order) throws Exception {
    Files.writeString(reply, "");
    VirtualMachine jvm = VirtualMachine.attach(Long.toString(process.pid()));
    try {
      jvm.loadAgent(agent, "reply=" + reply + ";" + order);
    } finally {
      jvm.detach();
    }
    return Files.readString(reply);
  }

  /** Ends its input and waits; the result is what it left. */
  Program.Result end() throws Exception {
    process.getOutputStream().close();
    String rest = String.join("\n", out.lines().toList());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Program.Result(process.exitValue(), rest, Files.readString(err));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
