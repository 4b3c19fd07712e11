package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The reference decoder in a process that decodes one input after the other. Where no Python 3.11
 * is, tests that want one are skipped, with the reason. For one thread.
 */
final class PythonDecoder implements AutoCloseable {
  private static final String PYTHON = System.getProperty("sluice.python", "python3");
  private static final String VERSION = "import sys; sys.exit(sys.version_info < (3, 11))";
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final DataOutputStream to;
  private final DataInputStream from;

  private PythonDecoder(Process process) {
    this.process = process;
    this.to = new DataOutputStream(process.getOutputStream());
    this.from = new DataInputStream(process.getInputStream());
  }

  /** A decoder of many inputs; an argument is a file of keys. */
  static PythonDecoder start(String... arguments) {
    assumePython();
    try {
      List<String> all =
          new ArrayList<>(List.of(SpecFiles.ROOT.resolve("tools/decode_batch.py").toString()));
      all.addAll(Arrays.asList(arguments));
      return new PythonDecoder(
          command(all.toArray(String[]::new))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assumePython() {
    boolean there = false;
    try {
      there = command("-c", VERSION).start().waitFor() == 0;
    } catch (IOException e) {
      // not there
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!there) {
      System.out.println("skipped: '" + PYTHON + "' is no Python 3.11 or newer (-Dsluice.python)");
    }
    Assumptions.assumeTrue(there, "no Python 3.11");
  }

  private static ProcessBuilder command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(PYTHON, "-B"));
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command);
  }

  /** Runs a script once; what it prints may not be long. */
  static Decoded run(Path script, String... arguments) {
    assumePython();
    List<String> all = new ArrayList<>(List.of(script.toString()));
    all.addAll(Arrays.asList(arguments));
    try {
      Process run = command(all.toArray(String[]::new)).start();
      ByteArrayOutputStream errors = new ByteArrayOutputStream();
      Thread drain = new Thread(() -> transfer(run, errors));
      drain.start();
      byte[] out = run.getInputStream().readAllBytes();
      assertThat(run.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      drain.join();
      return new Decoded(
          run.exitValue(), out, errors.toString(StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void transfer(Process run, ByteArrayOutputStream errors) {
    try {
      run.getErrorStream().transferTo(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Decoded decode(byte[] bytes) {
    try {
      to.writeInt(bytes.length);
      to.write(bytes);
      to.flush();
      int code = from.readUnsignedByte();
      byte[] lines = from.readNBytes(from.readInt());
      byte[] errors = from.readNBytes(from.readInt());
      return new Decoded(code, lines, new String(errors, StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("the reference decoder ended", e);
    }
  }

  @Override
  public void close() {
    try {
      to.close();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
