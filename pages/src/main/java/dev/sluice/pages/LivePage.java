package dev.sluice.pages;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A page of {@code watch}: one HTML page that asks its own server for {@code status.json} every
 * second and draws the answer. It is the same for every source, so no text of a record is part of
 * it. For any thread.
 */
public final class LivePage {
  private final byte[] html;
  private final String policy;

  private LivePage(String script) {
    String style = Resources.style("common/base", "common/plot", "report/report", "live/live");
    String text =
        Resources.text("live/live.html").replace("{style}", style).replace("{script}", script);
    html = text.getBytes(StandardCharsets.UTF_8);
    policy =
        "default-src 'none'; script-src "
            + Resources.hash(script)
            + "; style-src "
            + Resources.hash(style)
            + "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }

  /** Returns the page of a source that the command analyses itself: a report that is made again. */
  public static LivePage ofSource() {
    List<String> report = ModelPage.REPORT;
    int last = report.size() - 1;
    return new LivePage(
        Resources.whole(
            Resources.scripts(ModelPage.PICTURES)
                + Resources.scripts(List.of("common/plot", "live/live"))
                + "const reportOf = (addEventListener, theme, prepare) => {\n"
                + Resources.scripts(report.subList(0, last))
                + "prepare({overview, state, recording});\n"
                + Resources.scripts(report.subList(last, last + 1))
                + "return {state, page, recording};\n};\n"
                + Resources.scripts(List.of("live/source"))));
  }

  /** Returns the page of an analysis that others work on. */
  public static LivePage ofDistributed() {
    return new LivePage(Resources.script("common/plot", "live/live", "live/distributed"));
  }

  /** Returns the page, not to be changed. */
  public byte[] html() {
    return html;
  }

  /**
   * Returns the header {@code Content-Security-Policy} of the page: only its own script runs,
   * whatever texts it shows, and nothing is loaded from elsewhere.
   */
  public String policy() {
    return policy;
  }
}
