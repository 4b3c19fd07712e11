package dev.sluice.pages;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One HTML page whose script draws a model, which is JSON in the page: opened from a disk without a
 * network, mailed or printed. Its policy allows the page's own script and style, by their hashes,
 * and forbids the browser to load anything; the script shows texts as texts. For one thread.
 */
public final class ModelPage {
  /** Scripts that know no model. */
  static final List<String> PICTURES =
      List.of("common/colours", "common/calltree", "common/heat", "common/icicle", "common/pairs");

  /** Scripts of a report, which are made for the model that is in the page. */
  static final List<String> REPORT =
      List.of(
          "report/recording",
          "report/state",
          "report/selection",
          "report/trace-table",
          "report/overview",
          "report/operations",
          "report/flame",
          "report/joined",
          "report/waterfall",
          "report/traces",
          "report/resources",
          "report/dependencies",
          "report/differences",
          "report/page");

  private final String title;
  private final String style;
  private final String script;

  /** Writes a model. */
  @FunctionalInterface
  public interface Model {
    /** Writes it as one JSON value in UTF-8; the stream stays open. */
    void writeTo(OutputStream target) throws IOException;
  }

  private ModelPage(String title, String style, String script) {
    this.title = title;
    this.style = style;
    this.script = script;
  }

  /** Returns the report of a recording. */
  public static ModelPage report(String title) {
    List<String> scripts = new ArrayList<>(PICTURES);
    scripts.addAll(REPORT);
    return new ModelPage(
        title,
        Resources.style("common/base", "report/report"),
        Resources.script(scripts.toArray(String[]::new)));
  }

  /** Returns the comparison of two recordings. */
  public static ModelPage comparison(String title) {
    return new ModelPage(
        title,
        Resources.style("common/base", "report/report", "compare/compare"),
        Resources.script(
            "common/colours",
            "common/heat",
            "common/icicle",
            "common/pairs",
            "compare/comparison",
            "compare/page"));
  }

  /** Returns what a tuning found. */
  public static ModelPage tuning(String title) {
    return new ModelPage(
        title,
        Resources.style("common/base", "common/plot", "page/page", "tune/tune"),
        Resources.script("common/plot", "tune/findings", "tune/page"));
  }

  /**
   * Writes the page beside the file and moves it there: a reader finds a whole page, old or new.
   *
   * @throws IOException if it cannot; what was there stays
   */
  public void write(Path file, Model model) throws IOException {
    PageFile.write(file, target -> writeTo(target, model));
  }

  void writeTo(OutputStream target, Model model) throws IOException {
    text(target, Resources.head(title, style, script));
    text(
        target,
        """
        <body>
        <noscript><p>The script of this page draws what is in it, and loads nothing. Allow scripts,
        or use the command, which says the same.</p></noscript>
        <div id="app"></div>
        <script type="application/json" id="data">""");
    model.writeTo(new WithoutMarkup(target));
    text(target, "</script>\n<script>" + script + "</script>\n</body></html>\n");
  }

  private static void text(OutputStream target, String text) throws IOException {
    target.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the less-than signs of JSON, which are only in its texts, so that none begins a tag. */
  private static final class WithoutMarkup extends FilterOutputStream {
    private static final byte[] LESS_THAN = "\\u003c".getBytes(StandardCharsets.US_ASCII);

    WithoutMarkup(OutputStream target) {
      super(target);
    }

    @Override
    public void write(int one) throws IOException {
      if (one == '<') {
        out.write(LESS_THAN);
      } else {
        out.write(one);
      }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int begin = from;
      for (int i = from; i < from + length; i++) {
        if (bytes[i] == '<') {
          out.write(bytes, begin, i - begin);
          out.write(LESS_THAN);
          begin = i + 1;
        }
      }
      out.write(bytes, begin, from + length - begin);
    }

    @Override
    public void close() throws IOException {
      flush(); // what is behind the model comes yet
    }
  }
}
