package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Browser;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of chart and picture in a real browser, if there is one. */
class BrowserTest {
  private static final String HOSTILE = "<img src=x onerror=window.acted=1></script>";

  @TempDir private Path folder;

  @Test
  void a_browser_draws_every_chart_without_a_complaint() throws Exception {
    Browser browser = Browser.in(folder);
    Path page = folder.resolve("page.html");
    charts().write(page);

    String dom = browser.open(page);

    assertThat(dom).contains("data-charts=\"5\"");
    assertThat(dom.split("<svg ", -1)).hasSize(6);
    assertThat(dom).contains("records a chunk", "&lt;img src=x").doesNotContain("<img src=x");
  }

  @Test
  void a_browser_draws_every_picture_and_texts_do_not_act_in_it() throws Exception {
    Browser browser = Browser.in(folder);
    Path page = folder.resolve("page.html");
    pictures().write(page);

    String found =
        browser.probe(
            page,
            """
            const places = [...document.querySelectorAll(".chart")];
            const count = (place, what) => place.querySelectorAll("svg " + what).length;
            const texts = (place) =>
              [...place.querySelectorAll("svg text")].map((text) => text.textContent);
            const [flame, graph, heat, sequence] = places;
            const frames = () => [count(flame, "path"), count(flame, "path[fill='#b07ad9']")];
            const report = {};
            report.frames = frames();
            const search = document.querySelector("input[type=search]");
            search.value = "db.";
            search.dispatchEvent(new Event("input"));
            report.searched = frames();
            const canvas = flame.querySelector("div");
            const box = canvas.getBoundingClientRect();
            for (const type of ["mousemove", "mousedown", "mouseup", "click", "mouseout"]) {
              const at = {clientX: box.left + 50, clientY: box.top + 55, bubbles: true};
              canvas.dispatchEvent(new MouseEvent(type, at));
            }
            report.clicked = texts(flame);
            document.querySelector("button").click();
            report.again = texts(flame).length;
            report.nodes = [count(graph, "path[fill='#0072b2']"), texts(graph).length];
            const dots = [...graph.querySelectorAll("svg path[fill='#0072b2']")];
            report.tall = dots.filter((dot) => dot.getBoundingClientRect().height > 60).length;
            report.arrows = [count(graph, "path[stroke='#aaa']"), count(graph, "path[fill='#aaa']")];
            const fills = [...heat.querySelectorAll("svg path")].map((p) => p.getAttribute("fill"));
            report.shades = new Set(fills.filter((fill) => /^rgb\\((?!0,0,0)/.test(fill))).size;
            const orders = texts(sequence).filter((text) => text.startsWith("order"));
            report.messages = [count(sequence, "path[stroke-dasharray='4,3']"), orders.length];
            // The text that a pointer shows is HTML: every one of them.
            const shown = (place, i) => {
              const chart = echarts.getInstanceByDom(place);
              chart.dispatchAction({type: "showTip", seriesIndex: 0, dataIndex: i});
              return [...place.children].slice(1).some((tip) => tip.textContent.includes("onerror"));
            };
            const tips = places.filter((place) => [0, 1, 2].some((i) => shown(place, i))).length;
            report.tips = tips;
            const choice = document.querySelector("select");
            report.chosen = choice.options.length;
            choice.value = 1;
            choice.dispatchEvent(new Event("change"));
            report.other = texts(sequence);
            report.acted = [document.querySelectorAll("img").length, "acted" in window];
            return JSON.stringify(report).replaceAll('"', "");
            """);

    assertThat(found)
        .isEqualTo(
            "{frames:[3,0],searched:[3,1],clicked:[Shop.order(),Db.read()],again:3,"
                + "nodes:[3,3],tall:0,arrows:[2,2],shades:3,messages:[1,2],tips:4,chosen:2,other:[(entry),Stock,take],acted:[0,false]}");
  }

  private static Page pictures() {
    return Page.titled("Pictures")
        .picture(
            Picture.flame(
                "Calls",
                List.of(
                    List.of(0, "all", 1000, 0, 0, 0),
                    List.of(0, "Shop.order()", 900, 100, 9, 0),
                    List.of(1, "Db.read()", 500, 500, 9, 1),
                    List.of(1, HOSTILE, 300, 300, 9, 0))))
        .picture(
            Picture.graph(
                "Who calls whom",
                List.of(
                    List.of("(entry)", "(entry)", 0),
                    List.of("Shop", "shop.Shop", 9),
                    List.of(HOSTILE, HOSTILE, 18)),
                List.of(List.of(0, 1, 9, 100, 200), List.of(1, 2, 18, 10, 20))))
        .picture(
            Picture.heat(
                "Durations",
                List.of("12:00", HOSTILE, "12:02"),
                List.of("1 ms", "2 ms"),
                List.of(List.of(0, 0, 1), List.of(1, 1, 10), List.of(2, 0, 1000))))
        .picture(
            Picture.sequence(
                "Traces",
                List.of(
                    List.of(
                        HOSTILE,
                        List.of("(entry)", "Shop", HOSTILE),
                        List.of(
                            List.of(0, 1, "order", true),
                            List.of(1, 2, HOSTILE, true),
                            List.of(2, 2, "order again", true),
                            List.of(2, 1, "1 ms", false))),
                    List.of(
                        "the other",
                        List.of("(entry)", "Stock"),
                        List.of(List.of(0, 1, "take", true))))));
  }

  private static Page charts() {
    List<Point> rising =
        IntStream.range(0, 14).mapToObj(i -> Point.of(1 << i, 100 + 900.0 / (1 << i))).toList();
    List<Point> cloud =
        IntStream.range(1, 60)
            .mapToObj(i -> new Point(i * 3.7 % 50, i * i % 97 + 1, "setting " + i))
            .toList();
    List<String> stages = List.of("floor", "collect", HOSTILE, "file");
    return Page.titled("What a page can show")
        .paragraph("Measured on a machine with two processors & one disk.")
        .lines("./sluice bench method-calls --quick --stages none,floor")
        .heading("Figures")
        .table(
            List.of("stage", ">mean ns", ">p99"),
            List.of(List.of("floor", "64.2", "71"), List.of(HOSTILE, "1,064.2", "1,171")))
        .heading("Charts")
        .chart(
            Chart.of("A line", Axis.log("records a chunk"), Axis.linear("ns a record"))
                .line("binary", rising)
                .intervals(
                    "binary",
                    rising.stream().map(p -> new Interval(p.x(), p.y() - 40, p.y() + 60)).toList()))
        .chart(
            Chart.of("A scatter plot", Axis.linear("delay, ms"), Axis.log("bytes a record"))
                .scatter("settings", cloud)
                .scatter("recommended", List.of(new Point(10, 2, HOSTILE))))
        .chart(
            Chart.of("Stacked bars", Axis.names("stage", stages), Axis.linear("µs"))
                .stacked("instrumentation", List.of(1.0, 2.0, 3.0, 4.0))
                .stacked("collecting", List.of(0.0, 2.0, 2.0, 2.5)))
        .chart(
            Chart.of("Bars", Axis.names("", stages), Axis.log("µs"))
                .sideways()
                .bars("ours", List.of(1.0, 20.0, 300.0, 4.0))
                .intervals("ours", List.of(new Interval(1, 15, 30))))
        .chart(
            Chart.of("Boxes", Axis.names("stage", stages), Axis.linear("ns"))
                .boxes("all", stages.stream().map(s -> new Box(1, 3, 4, 6, 9)).toList()));
  }
}
