package dev.sluice.tools.doctor;

import dev.sluice.api.config.Endpoint;
import dev.sluice.rawwriters.tcp.ReaderProbe;
import dev.sluice.support.wire.KafkaProbe;
import dev.sluice.support.wire.Obstacle.Stage;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.tools.format.LineStream;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/** The way to a reader that listens, as a writer goes it. */
final class TcpChecks {
  private static final String WHOSE = "the reader's certificate";
  private static final String CURE =
      "set tls.trust=FILE to the reader's certificate, or that of its authority; name the host as"
          + " its certificate does, or set tls.verify.hostname=false";

  private final Endpoint endpoint;
  private final TcpAddress address;
  private final String server;
  private final Clock clock;
  private Kind answer;
  private IOException failure;

  TcpChecks(Endpoint endpoint, TcpAddress address, Clock clock) {
    this.endpoint = endpoint;
    this.address = address;
    this.server = address.toString().substring("tcp://".length());
    this.clock = clock;
  }

  void run(Steps steps) {
    Servers servers = new Servers(List.of(server));
    steps
        .needed("name", () -> servers.look(KafkaProbe::reach).check(Stage.NAME, " has an address"))
        .needed("port", () -> servers.check(Stage.PORT, " takes connections"))
        .needed("TLS", this::tls)
        .needed("reader", this::reader)
        .needed("token", this::token)
        .also("clock", () -> Check.notChecked("a reader does not report its time"));
  }

  private Check tls() {
    if (address.tls() == null) {
      return ask() == null && !Certificates.of(server).isEmpty()
          ? Check.failed(server + " speaks TLS", "set tls=true, and tls.trust=FILE")
          : Check.ok("none, as configured; everyone on the network path can read all data");
    }
    if (isPlain()) {
      return Check.failed(
          "the reader does not use TLS", "remove tls=true, or start the reader with tls=true");
    }
    if (ask() == null && failure.getMessage().startsWith("no TLS")) {
      Check dates = Certificates.dates(WHOSE, Certificates.of(server), clock);
      return dates.outcome() == Check.Outcome.FAILED
          ? dates
          : Check.failed(failure.getMessage(), CURE);
    }
    return Certificates.taken(WHOSE, List.of(server), clock);
  }

  /** Asked first: what TLS begins with, a reader without would count as damage. */
  private boolean isPlain() {
    try {
      ReaderProbe.ask(Endpoint.parse(address.toString()));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private Check reader() {
    if (ask() == null) {
      boolean certificate = address.tls() != null && address.tls().certificate() == null;
      return Check.failed(
          server + " is not a Sluice reader, or rejects this program: " + failure.getMessage(),
          certificate
              ? "if it asks for a certificate (tls.trust there), set tls.certificate and tls.key"
              : "correct host and port; check which program listens there ("
                  + LineStream.SLUICE
                  + " cat tcp://… listens)");
    }
    return answer == Kind.BUSY
        ? Check.failed(
            "the reader accepts no more connections", "raise its 'connections', or close some")
        : Check.ok("answers as a Sluice reader does");
  }

  private Check token() {
    boolean ours = address.token() != null;
    if (answer == Kind.TOKEN) {
      return Check.failed(
          ours
              ? "the token is not that of the reader"
              : "the reader requires a token, but none is configured",
          "set token.file=FILE to a file with the reader's token");
    }
    // A writer without a token sent one that nobody has, to get an answer immediately.
    return ours && answer == Kind.NO_TOKEN
        ? Check.failed(
            "the reader has no token, and rejects programs that send one",
            "remove 'token', or give the reader the same 'token.file'")
        : Check.ok(ours ? "is the token of the reader" : "not required");
  }

  /** Asks once; null if there is no answer. */
  private Kind ask() {
    if (answer == null && failure == null) {
      try {
        answer = ReaderProbe.ask(endpoint);
      } catch (IOException e) {
        failure = e;
      }
    }
    return answer;
  }
}
