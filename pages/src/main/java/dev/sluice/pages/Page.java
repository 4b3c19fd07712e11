package dev.sluice.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * One HTML page that holds all it needs: opened from a disk without a network, mailed or printed.
 * Its policy forbids the browser to load anything. All texts are escaped. For one thread.
 */
public final class Page {
  static final String NOTICES = resource("notices.txt");

  /** More columns than these are set closer and smaller, to fit on a page. */
  private static final int MANY_COLUMNS = 9;

  /** Longer texts of a table may take several lines. */
  private static final int LONG_TEXT = 48;

  private final String title;
  private final StringBuilder body = new StringBuilder();
  private boolean charts;

  private Page(String title) {
    this.title = title;
  }

  /** An empty page with this title, which is its first heading too. */
  public static Page titled(String title) {
    return new Page(title);
  }

  /** A heading; what follows is below it. */
  public Page heading(String text) {
    return element("h2", text);
  }

  /** A paragraph. */
  public Page paragraph(String text) {
    return element("p", text);
  }

  /** Lines as they are, e.g. a command. */
  public Page lines(String text) {
    return element("pre", text);
  }

  private Page element(String name, String text) {
    body.append('<').append(name).append('>').append(escape(text));
    body.append("</").append(name).append(">\n");
    return this;
  }

  /**
   * A table.
   *
   * @param headers over the columns; one that begins with {@code >} is that of figures
   * @param rows with as many cells as there are headers
   */
  public Page table(List<String> headers, List<List<String>> rows) {
    List<Boolean> figures = headers.stream().map(header -> header.startsWith(">")).toList();
    body.append("<div class=\"table\"><table");
    body.append(headers.size() > MANY_COLUMNS ? " class=\"wide\">" : ">").append("\n<thead>");
    row("th", headers.stream().map(h -> h.startsWith(">") ? h.substring(1) : h).toList(), figures);
    body.append("</thead>\n<tbody>\n");
    rows.forEach(cells -> row("td", cells, figures));
    body.append("</tbody></table></div>\n");
    return this;
  }

  private void row(String element, List<String> cells, List<Boolean> figures) {
    body.append("<tr>");
    for (int i = 0; i < cells.size(); i++) {
      boolean text = cells.get(i).length() > LONG_TEXT;
      String kind = figures.get(i) ? " class=\"figure\">" : text ? " class=\"text\">" : ">";
      body.append('<').append(element).append(kind);
      body.append(escape(cells.get(i))).append("</").append(element).append('>');
    }
    body.append("</tr>\n");
  }

  /** A chart below its title. */
  public Page chart(Chart chart) {
    return drawing(chart.title(), chart.pixels(), chart::writeTo);
  }

  /** A picture below its title. */
  public Page picture(Picture picture) {
    return drawing(picture.title(), picture.pixels(), picture::writeTo);
  }

  private Page drawing(String title, int pixels, ScriptJson.Content content) {
    charts = true;
    body.append("<figure><figcaption>").append(escape(title)).append("</figcaption>\n");
    body.append("<div class=\"chart\" style=\"height:").append(pixels).append("px\">");
    body.append("</div><script type=\"application/json\">");
    body.append(ScriptJson.of(content)).append("</script></figure>\n");
    return this;
  }

  /**
   * Writes the page beside the file and moves it there: a reader finds a whole page, old or new.
   *
   * @throws IOException if it cannot; what was there stays
   */
  public void write(Path file) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      Files.writeString(part, html());
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      throw e; // it names a path
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** The page as text. */
  String html() {
    StringBuilder html = new StringBuilder("<!DOCTYPE html>\n");
    if (charts) {
      html.append("<!--\n").append(NOTICES).append("-->\n");
    }
    html.append("<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        .append(" script-src 'unsafe-inline'; style-src 'unsafe-inline'\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        .append(escape(title))
        .append("</title>\n<style>\n")
        .append(resource("page.css"))
        .append("</style></head>\n<body>\n<h1>")
        .append(escape(title))
        .append("</h1>\n")
        .append(body);
    if (charts) {
      html.append("<script>").append(resource("echarts.min.js"));
      html.append("</script>\n<script>\n").append(resource("pictures.js"));
      html.append(resource("charts.js")).append("</script>\n");
    }
    return html.append("</body></html>\n").toString();
  }

  /** A text between tags. */
  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
