package dev.sluice.pages;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A page of {@code watch}: one HTML page that asks its own server for {@code status.json} every
 * second and draws what it tells. It is the same for every source, so no text of a record is part
 * of it. For any thread.
 */
public final class LivePage {
  private final byte[] html;
  private final String policy;

  private LivePage(byte[] html, String policy) {
    this.html = html;
    this.policy = policy;
  }

  /** The page of a source that the command analyses itself. */
  public static LivePage ofSource() {
    return create("live-source");
  }

  /** The page of an analysis that others work on. */
  public static LivePage ofDistributed() {
    return create("live-distributed");
  }

  private static LivePage create(String name) {
    String charts = Page.resource("echarts.min.js");
    String script = Page.resource("live.js") + Page.resource(name + ".js");
    String html =
        Page.resource("live.html")
            .replace("{body}", Page.resource(name + ".html"))
            .replace("{notices}", Page.NOTICES)
            .replace("{style}", Page.resource("page.css") + Page.resource("live.css"))
            .replace("{charts}", charts)
            .replace("{script}", script);
    String policy =
        "default-src 'none'; script-src "
            + hash(charts)
            + " "
            + hash(script)
            + "; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'none'";
    return new LivePage(html.getBytes(StandardCharsets.UTF_8), policy);
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The page, not to be changed. */
  public byte[] html() {
    return html;
  }

  /**
   * The header {@code Content-Security-Policy} that goes with it: no script but its own runs,
   * whatever texts it is told to show, and nothing is loaded from elsewhere.
   */
  public String policy() {
    return policy;
  }
}
