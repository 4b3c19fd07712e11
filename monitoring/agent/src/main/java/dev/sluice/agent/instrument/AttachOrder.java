package dev.sluice.agent.instrument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The request of a process that attaches: agent options or the word {@value #STOP}, preceded by
 * {@code reply=FILE;} if it expects an answer. The answer is one word, {@code ok} or {@code
 * failed}, in the first line of the file, and the details in the lines after it.
 */
record AttachOrder(Path reply, String options) {
  private static final String REPLY = "reply=";
  private static final String STOP = "stop";

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

  void succeeded(String text) {
    answer("ok\n" + text);
  }

  /** Answers with a failure; prints it to standard error if no answer is expected. */
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
      // Never created: the file lies in a shared directory, where the other process made it.
      Files.writeString(reply, text, StandardOpenOption.WRITE);
    } catch (IOException e) {
      System.err.println("sluice: cannot answer who attached: " + e);
    }
  }
}
