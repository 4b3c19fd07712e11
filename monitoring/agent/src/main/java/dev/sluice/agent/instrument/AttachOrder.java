package dev.sluice.agent.instrument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What somebody who attaches wants: agent options or the word {@value #STOP}, in front of that
 * {@code reply=FILE;} if an answer is expected. The answer is one word, {@code ok} or {@code
 * failed}, in the first line of the file, and what there is to say in those after it.
 */
final class AttachOrder {
  private static final String REPLY = "reply=";
  private static final String STOP = "stop";

  private final Path reply;
  private final String options;

  private AttachOrder(Path reply, String options) {
    this.reply = reply;
    this.options = options;
  }

  static AttachOrder parse(String text) {
    if (text == null || !text.startsWith(REPLY)) {
      return new AttachOrder(null, text);
    }
    int end = text.indexOf(';');
    return end < 0
        ? new AttachOrder(Path.of(text.substring(REPLY.length())), "")
        : new AttachOrder(
            Path.of(text.substring(REPLY.length(), end)), text.substring(end + 1).strip());
  }

  boolean isStop() {
    return STOP.equals(options);
  }

  String options() {
    return options;
  }

  void succeeded(String text) {
    answer("ok\n" + text);
  }

  /** Told on standard error if nobody waits for an answer. */
  void failed(String problem) {
    if (reply == null) {
      System.err.println("sluice: not monitoring: " + problem);
    }
    answer("failed\n" + problem);
  }

  private void answer(String text) {
    if (reply == null) {
      return;
    }
    try {
      // Never created: it lies in a directory of everybody, where it was made for us.
      Files.writeString(reply, text, StandardOpenOption.WRITE);
    } catch (IOException e) {
      System.err.println("sluice: cannot answer who attached: " + e);
    }
  }
}
