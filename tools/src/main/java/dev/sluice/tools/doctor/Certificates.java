package dev.sluice.tools.doctor;

import dev.sluice.support.wire.KafkaProbe;
import dev.sluice.tools.doctor.Check.Outcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Checks of the validity periods of certificates. Clients that use them decide about trust. */
final class Certificates {
  private static final int MILLIS = 2_000;
  private static final Duration SOON = Duration.ofDays(14);

  private Certificates() {}

  /**
   * Returns the check of the worst certificate of reachable servers; a client may accept one that
   * has expired.
   */
  static Check taken(String whose, List<String> servers, Clock clock) {
    boolean one = servers.size() == 1;
    Check worst =
        servers.stream()
            .map(server -> dates(one ? whose : whose + " at " + server, of(server), clock))
            .max(Comparator.comparing(Check::outcome))
            .orElseThrow();
    return worst.outcome() == Outcome.FAILED
        ? Check.warning(worst.what() + "; this client accepts it nevertheless", worst.cure())
        : worst;
  }

  /** Returns what a server shows, its own first; empty if it does not speak TLS. */
  static List<X509Certificate> of(String server) {
    List<X509Certificate> shown = new ArrayList<>();
    InetSocketAddress at = KafkaProbe.at(server);
    try (Socket plain = new Socket()) {
      plain.connect(at, MILLIS);
      plain.setSoTimeout(MILLIS);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Noting(shown)}, null);
      SSLSocketFactory sockets = context.getSocketFactory();
      Socket encrypted = sockets.createSocket(plain, at.getHostString(), at.getPort(), false);
      ((SSLSocket) encrypted).startHandshake();
    } catch (IOException | GeneralSecurityException e) {
      // What it has shown until then counts.
    }
    return shown;
  }

  /**
   * Returns the first that does not hold, or ends soon.
   *
   * @param whose begins the sentence: {@code the broker's certificate}
   */
  static Check dates(String whose, List<X509Certificate> chain, Clock clock) {
    if (chain.isEmpty()) {
      return Check.notChecked(whose + " was not shown");
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    String cure = "renew it, and check the clock of this machine, which shows " + now;
    Instant end = Instant.MAX;
    for (X509Certificate certificate : chain) {
      String name = whose + " (" + certificate.getSubjectX500Principal().getName() + ")";
      Instant from = certificate.getNotBefore().toInstant();
      Instant until = certificate.getNotAfter().toInstant();
      if (now.isAfter(until)) {
        return Check.failed(name + " expired on " + until, cure);
      }
      if (now.isBefore(from)) {
        return Check.failed(name + " is not valid before " + from, cure);
      }
      end = until.isBefore(end) ? until : end;
    }
    return now.plus(SOON).isAfter(end)
        ? Check.warning(whose + " expires on " + end, "renew it before")
        : Check.ok(whose + " is valid until " + end);
  }

  /** Trusts everybody: nothing is sent on such a connection. */
  private record Noting(List<X509Certificate> shown) implements X509TrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      shown.addAll(List.of(chain));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new IllegalStateException("no server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
