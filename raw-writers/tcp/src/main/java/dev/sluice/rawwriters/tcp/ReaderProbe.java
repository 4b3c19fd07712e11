package dev.sluice.rawwriters.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Asks a reader whether it takes this writer, without a chunk. */
public final class ReaderProbe {
  /** Token of a probe without a token: a reader that requires none answers it immediately, too. */
  private static final String ANY = "tcp://h:1?token=no-token-is-agreed-on";

  /** Maximum time without an answer, within which the probe looks for one four times. */
  private static final String SILENCE = "4200ms";

  private static final int LOOKS = 2;

  /** Number of looks for a sign of life; they take longer than readers are silent by default. */
  private static final int LOOKS_FOR_A_SIGN_OF_LIFE = 5;

  private ReaderProbe() {}

  /**
   * Returns the first answer of a reader. A writer without a token is accepted if the answer is
   * {@link Kind#NO_TOKEN}, one with a token if it is {@link Kind#ALIVE}, which takes some seconds.
   * Any thread. Of the endpoint's options {@code ack.timeout} is set.
   *
   * @throws IOException if there is no answer; its message is one line, which begins with {@code no
   *     TLS} if that fails
   */
  public static Kind ask(Endpoint endpoint) throws IOException {
    endpoint.options().set("ack.timeout", SILENCE, Options.CODE);
    TcpWriterSettings settings = TcpWriterSettings.of(endpoint);
    endpoint.options().finish();
    boolean tells = settings.address().token() != null;
    AtomicInteger looks = new AtomicInteger(tells ? LOOKS_FOR_A_SIGN_OF_LIFE : LOOKS);
    AtomicReference<Answer> first = new AtomicReference<>();
    Connection connection = new Connection(settings, Socket::new);
    try {
      connection.open();
      if (!tells) {
        connection.sendToken(TcpAddress.of(Endpoint.parse(ANY)).token());
      }
      connection.read(
          answer -> {
            first.compareAndSet(null, answer);
            connection.drop("");
          },
          () -> {
            if (looks.decrementAndGet() == 0) {
              connection.drop("it takes connections and does not answer");
            }
          });
    } finally {
      connection.drop("");
    }
    if (first.get() == null) {
      throw new IOException(connection.reason());
    }
    return first.get().kind();
  }
}
