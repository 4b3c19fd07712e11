package dev.sluice.pages;

import java.nio.charset.StandardCharsets;

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
    return create("source");
  }

  /** The page of an analysis that others work on. */
  public static LivePage ofDistributed() {
    return create("distributed");
  }

  private static LivePage create(String name) {
    String style = Resources.style("common/base", "common/plot", "page/page", "live/live");
    String script = Resources.script("common/plot", "live/live", "live/" + name);
    String html =
        Resources.text("live/live.html")
            .replace("{body}", Resources.text("live/" + name + ".html"))
            .replace("{style}", style)
            .replace("{script}", script);
    String policy =
        "default-src 'none'; script-src "
            + Resources.hash(script)
            + "; style-src "
            + Resources.hash(style)
            + "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    return new LivePage(html.getBytes(StandardCharsets.UTF_8), policy);
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
