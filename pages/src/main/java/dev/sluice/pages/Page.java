package dev.sluice.pages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * One HTML page that holds all it needs: opened from a disk without a network, mailed or printed.
 * Its policy forbids the browser to load anything. All texts are escaped. For one thread.
 */
public final class Page {
  /** Maximum number of columns with wide spacing; more columns are set smaller to fit on a page. */
  private static final int MAX_SPACED_COLUMNS = 9;

  /** A table with more rows is folded. */
  private static final int MAX_OPEN_ROWS = 40;

  /** Maximum length of a text that is kept in one line of a table. */
  private static final int LONG_TEXT = 48;

  private final String title;
  private final StringBuilder body = new StringBuilder();
  private boolean charts;

  private Page(String title) {
    this.title = title;
  }

  /** Returns an empty page with this title, which is its first heading too. */
  public static Page titled(String title) {
    return new Page(title);
  }

  /** Returns a heading; what follows is below it. */
  public Page heading(String text) {
    return element("h2", text);
  }

  /** Returns a paragraph. */
  public Page paragraph(String text) {
    return element("p", text);
  }

  /** Returns what is to be read first, a line each, and what is wrong. */
  public Page items(List<String> lines, List<String> faults) {
    if (lines.isEmpty() && faults.isEmpty()) {
      return this;
    }
    body.append("<ul class=\"lead\">\n");
    lines.forEach(line -> element("li", line));
    faults.forEach(line -> element("li", "▲ " + line));
    body.append("</ul>\n");
    return this;
  }

  /** Lines as they are, e.g. a command. */
  public Page lines(String text) {
    return element("pre", text);
  }

  private Page element(String name, String text) {
    body.append('<').append(name).append('>').append(Resources.escape(text));
    body.append("</").append(name).append(">\n");
    return this;
  }

  /**
   * Returns a table, folded if it has more than {@value #MAX_OPEN_ROWS} rows.
   *
   * @param headers over the columns; one that begins with {@code >} is that of figures
   * @param rows with as many cells as there are headers
   */
  public Page table(List<String> headers, List<List<String>> rows) {
    List<Boolean> figures = headers.stream().map(header -> header.startsWith(">")).toList();
    boolean isFolded = rows.size() > MAX_OPEN_ROWS;
    body.append(isFolded ? "<details><summary>" + rows.size() + " rows</summary>\n" : "");
    body.append("<div class=\"table\"><table");
    body.append(headers.size() > MAX_SPACED_COLUMNS ? " class=\"wide\">" : ">").append("\n<thead>");
    row("th", headers.stream().map(h -> h.startsWith(">") ? h.substring(1) : h).toList(), figures);
    body.append("</thead>\n<tbody>\n");
    rows.forEach(cells -> row("td", cells, figures));
    body.append("</tbody></table></div>\n").append(isFolded ? "</details>\n" : "");
    return this;
  }

  private void row(String element, List<String> cells, List<Boolean> figures) {
    body.append("<tr>");
    for (int i = 0; i < cells.size(); i++) {
      boolean text = cells.get(i).length() > LONG_TEXT;
      String kind = figures.get(i) ? " class=\"figure\">" : text ? " class=\"text\">" : ">";
      body.append('<').append(element).append(kind);
      body.append(Resources.escape(cells.get(i))).append("</").append(element).append('>');
    }
    body.append("</tr>\n");
  }

  /** Returns a chart below its title. */
  public Page chart(Chart chart) {
    charts = true;
    body.append("<figure><figcaption>").append(Resources.escape(chart.title()));
    body.append("</figcaption>\n<div class=\"chart\" data-height=\"").append(chart.pixels());
    body.append("\"></div><script type=\"application/json\">");
    body.append(ScriptJson.of(chart::writeTo)).append("</script></figure>\n");
    return this;
  }

  /**
   * Writes the page beside the file and moves it there: a reader finds a whole page, old or new.
   *
   * @throws IOException if it cannot; what was there stays
   */
  public void write(Path file) throws IOException {
    PageFile.write(file, target -> target.write(html().getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the page as text. */
  String html() {
    String style = Resources.style("common/base", "common/plot", "page/page");
    String script = charts ? Resources.script("common/plot", "page/charts") : "";
    StringBuilder html = new StringBuilder(Resources.head(title, style, script));
    html.append("<body>\n<main>\n<h1>").append(Resources.escape(title)).append("</h1>\n");
    html.append(body).append("</main>\n");
    if (charts) {
      html.append("<script>").append(script).append("</script>\n");
    }
    return html.append("</body></html>\n").toString();
  }
}
