package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelPageTest {
  private static final String HOSTILE = "</script><!--<script>";
  private static final int MAX_BYTES = 250_000;

  @TempDir private Path folder;

  @Test
  void texts_of_the_model_and_the_title_are_no_markup() throws IOException {
    String html = html(HOSTILE, "{\"name\":\"" + HOSTILE + "<\"}");

    assertThat(html).contains("\\u003c/script>\\u003c!--\\u003cscript>\\u003c\"}</script>");
    assertThat(html).contains("<title>&lt;/script&gt;&lt;!--&lt;script&gt;</title>");
    assertThat(html.split("<script", -1)).hasSize(3);
    assertThat(html).doesNotContain("<!--");
  }

  @Test
  void the_policy_allows_the_script_and_the_style_of_the_page_alone() throws IOException {
    String html = html("t", "{}");
    String script = between(html, "<script>", "</script>");
    String style = between(html, "<style>", "</style>");

    assertThat(between(html, "content=\"", "\""))
        .isEqualTo(
            "default-src 'none'; base-uri 'none'; form-action 'none'; script-src %s; style-src %s"
                .formatted(Resources.hash(script), Resources.hash(style)));
    assertThat(script).doesNotContain("innerHTML", "eval(", "fetch(", "import");
  }

  @Test
  void a_page_without_data_is_small() throws IOException {
    assertThat(html("t", "{}").length()).isLessThan(MAX_BYTES);
  }

  @Test
  void a_model_that_fails_leaves_the_older_page() throws IOException {
    Path file = folder.resolve("report.html");
    Files.writeString(file, "old");

    assertThatThrownBy(
            () ->
                ModelPage.report("t")
                    .write(
                        file,
                        target -> {
                          throw new IOException("the disk is full");
                        }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("report.html");
    assertThat(file).content().isEqualTo("old");
    assertThat(folder.toFile().list()).hasSize(1);
  }

  private static String html(String title, String model) throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    ModelPage.report(title)
        .writeTo(target, out -> out.write(model.getBytes(StandardCharsets.UTF_8)));
    return target.toString(StandardCharsets.UTF_8);
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
