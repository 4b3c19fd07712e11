package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  private static final String HOSTILE = "</script><!--<script>alert('x')</script>&amp;\"\u2028";

  @TempDir private Path folder;

  @Test
  void texts_from_outside_are_no_markup() {
    String html =
        Page.titled(HOSTILE)
            .heading(HOSTILE)
            .paragraph(HOSTILE)
            .lines(HOSTILE)
            .table(List.of(HOSTILE, ">" + HOSTILE), List.of(List.of(HOSTILE, HOSTILE)))
            .html();

    assertThat(html).doesNotContain("<script").doesNotContain("<!--");
    assertThat(html.split("&lt;/script&gt;&lt;!--", -1)).hasSize(10);
    assertThat(html).contains("&amp;amp;");
  }

  @Test
  void texts_of_a_chart_do_not_end_its_script() throws IOException {
    Axis names = Axis.names(HOSTILE, List.of(HOSTILE));
    Chart chart =
        Chart.of(HOSTILE, names, Axis.linear(HOSTILE))
            .scatter(HOSTILE, List.of(new Point(0, 1, HOSTILE)));

    String json = ScriptJson.of(chart::writeTo);

    assertThat(json).doesNotContainPattern("[<>&]");
    assertThat(texts(json)).contains(HOSTILE);
  }

  private static List<String> texts(String json) throws IOException {
    List<String> texts = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      while (parser.nextToken() != null) {
        texts.add(parser.getText());
      }
    }
    return texts;
  }

  @Test
  void numbers_that_are_none_leave_a_gap() {
    Chart chart =
        Chart.of("t", Axis.linear("x"), Axis.linear("y"))
            .line("l", List.of(Point.of(1, Double.NaN), Point.of(2, Double.POSITIVE_INFINITY)));

    assertThat(ScriptJson.of(chart::writeTo)).contains("[1.0,null]", "[2.0,null]");
  }

  @Test
  void a_page_without_charts_has_no_script() {
    Page page = Page.titled("t");
    assertThat(page.html()).doesNotContain("<script").hasSizeLessThan(20_000);

    page.chart(Chart.of("c", Axis.linear("x"), Axis.linear("y")));

    assertThat(page.html()).contains("<script>", "default-src 'none'").hasSizeLessThan(70_000);
  }

  @Test
  void a_page_is_written_whole_or_not_at_all() throws IOException {
    Path file = folder.resolve("page.html");
    Files.writeString(file, "old");

    Page.titled("new").write(file);

    assertThat(file).content().contains("<h1>new</h1>");
    assertThatThrownBy(() -> Page.titled("lost").write(folder.resolve("no/page.html")))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(folder).isDirectoryContaining("glob:**/page.html");
    assertThat(folder.toFile().list()).hasSize(1);
  }
}
