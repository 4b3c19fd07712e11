package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Chromium without a window, of any width and scheme of colours: light, dark, or active for colours
 * that the user forces. For one thread.
 */
public final class Chrome implements AutoCloseable {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");
  private static final int HEIGHT = 800;

  /** It warns of each Chromium that is newer than itself; of what it warns we use nothing. */
  private static final Logger VERSIONS =
      Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

  private final ChromeDriver driver;
  private final String axe;
  private int width;
  private String scheme;

  private Chrome(ChromeDriver driver, String axe) {
    this.driver = driver;
    this.axe = axe;
  }

  /** Skips the tests, and says so, if Chromium or its driver is not there. */
  public static Chrome start() throws IOException {
    Path browser = found("CHROMIUM", "chromium", "google-chrome");
    Path control = found("CHROMEDRIVER", "chromedriver");
    if (browser == null || control == null) {
      System.out.println("skipped: no chromium and chromedriver on the path; CHROMIUM=FILE");
    }
    assumeTrue(browser != null && control != null, "no browser");
    VERSIONS.setLevel(Level.OFF);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.toFile());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(control.toFile())
            .usingAnyFreePort()
            .build();
    try (InputStream script = Chrome.class.getResourceAsStream("/axe.min.js")) {
      String axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      return new Chrome(new ChromeDriver(service, options), axe);
    }
  }

  private static Path found(String variable, String... programs) {
    String named = System.getenv(variable);
    Stream<Path> places =
        named != null
            ? Stream.of(Path.of(named))
            : Stream.of(programs)
                .flatMap(
                    program ->
                        Stream.of(System.getenv("PATH").split(File.pathSeparator))
                            .map(folder -> Path.of(folder, program)));
    return places.filter(Files::isExecutable).findFirst().orElse(null);
  }

  /** Opens a page anew; hash is its state. */
  public void open(Path file, String hash, int pixels, String colours) {
    window(pixels, colours);
    driver.get(file.toUri() + hash);
  }

  private void window(int pixels, String colours) {
    width = pixels;
    scheme = colours;
    driver.get("about:blank");
    Map<String, Object> size =
        Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false);
    driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", size);
    media("", scheme.equals("active") ? scheme : "none");
  }

  private void media(String type, String forced) {
    List<Map<String, String>> features =
        List.of(
            Map.of("name", "prefers-color-scheme", "value", scheme),
            Map.of("name", "forced-colors", "value", forced));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("media", type, "features", features));
  }

  /** From now on colours are those that the reader chose for all pages. */
  void forceColours() {
    media("", "active");
  }

  /** From now on the page is as on paper. */
  void paper() {
    media("print", "none");
    run("window.dispatchEvent(new Event('beforeprint'))");
  }

  /** Puts what a printer gets into {@code target/screenshots}; how many sheets it is. */
  int print(String name) throws IOException {
    Map<String, Object> sheet = Map.of("paperWidth", 8.27, "paperHeight", 11.69);
    Map<String, Object> printed = driver.executeCdpCommand("Page.printToPDF", sheet);
    byte[] pdf = Base64.getDecoder().decode((String) printed.get("data"));
    Files.createDirectories(SCREENSHOTS);
    Files.write(SCREENSHOTS.resolve(name + ".pdf"), pdf);
    return new String(pdf, StandardCharsets.ISO_8859_1).split("/Type /Page\\b(?!s)").length - 1;
  }

  /** No control is left, and nothing is wider than the sheet or is cut. */
  void assertOnPaper() {
    assertThat(
            (List<?>)
                run(
                    """
            const shown = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 1;
            const all = [...document.querySelectorAll("#app *")].filter(shown);
            const told = (node) => node.tagName + "." + node.className + " " + node.textContent.slice(0, 60);
            const controls = "select, input, button:not(.keys button, td button, th button, .chip), [role=tablist]";
            return [
              ...all.filter((node) => node.matches(controls)).map((node) => "control " + told(node)),
              ...all.filter((node) => node.getBoundingClientRect().right > 720).map((node) => "wide " + told(node)),
              ...all.filter((node) => node.matches("td, th, p, li, small") && node.scrollWidth > node.clientWidth + 1)
                .map((node) => "cut " + told(node))];
            """))
        .as("controls, what is too wide and what is cut")
        .isEmpty();
  }

  /** How well the text of the frames of flame graphs can be read: the least contrast. */
  double contrastOfFrames() {
    return ((Number)
            run(
                """
                const light = (colour) => {
                  const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
                    .map((part) => (part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4));
                  return .2126 * r + .7152 * g + .0722 * b;
                };
                return Math.min(...[...document.querySelectorAll("svg.flame g")].map((frame) => {
                  const [a, b] = ["text", "rect"].map((part) => light(getComputedStyle(frame.querySelector(part)).fill));
                  return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
                }));
                """))
        .doubleValue();
  }

  /** What a style of an element is, as the browser shows it. */
  String style(String selector, String property) {
    return (String)
        run(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]",
            selector,
            property);
  }

  /** The page of a server. */
  public void open(String address, int pixels, String colours) {
    window(pixels, colours);
    driver.get(address);
  }

  /** What a script tells its last argument, a function, when it is done. */
  public Object await(String script, Object... arguments) {
    return driver.executeAsyncScript(script, arguments);
  }

  /** What a script returns. */
  public Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** The text of the first element that fits. */
  public String text(String selector) {
    return driver.findElement(By.cssSelector(selector)).getText();
  }

  /** The state of the page in its address, with {@code #}; empty if there is none. */
  public String hash() {
    String address = driver.getCurrentUrl();
    return address.contains("#") ? address.substring(address.indexOf('#')) : "";
  }

  WebElement element(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** Presses keys where the focus is. */
  void press(CharSequence... keys) {
    for (CharSequence key : keys) {
      driver.switchTo().activeElement().sendKeys(key);
    }
  }

  /** The element that has the focus: its {@code data-f}, id or text. */
  String focused() {
    return (String)
        run("const e = document.activeElement; return e.dataset.f || e.id || e.textContent;");
  }

  void back() {
    driver.navigate().back();
  }

  /** Moves the pointer over an element while its button is down; from and to are parts of it. */
  void drag(String selector, double[] from, double[] to, boolean shift) {
    driver.executeAsyncScript(
        """
        const [selector, from, to, shiftKey, done] = arguments;
        const box = document.querySelector(selector).getBoundingClientRect();
        const fire = (type, [x, y]) =>
          document.querySelector(selector).dispatchEvent(new PointerEvent(type, {pointerId: 1, bubbles: true, shiftKey,
            clientX: box.left + x * box.width, clientY: box.top + y * box.height}));
        document.querySelector(selector).setPointerCapture = () => {};
        fire("pointerdown", from);
        fire("pointermove", to);
        fire("pointerup", to);
        requestAnimationFrame(() => setTimeout(() => setTimeout(done))); // behind what is drawn after the next frame
        """,
        selector,
        List.of(from[0], from[1]),
        List.of(to[0], to[1]),
        shift);
  }

  /** Nothing was written to the console since the last time. */
  public void assertQuiet() {
    List<String> messages =
        driver.manage().logs().get(LogType.BROWSER).getAll().stream()
            .map(LogEntry::getMessage)
            .filter(message -> !message.contains("favicon.ico"))
            .toList();
    assertThat(messages).as("console").isEmpty();
  }

  /** What the console has is to be expected. */
  void forget() {
    driver.manage().logs().get(LogType.BROWSER);
  }

  /** How many elements fit. */
  int count(String selector) {
    return driver.findElements(By.cssSelector(selector)).size();
  }

  /** The page is not wider than the window. */
  public void assertFits() {
    assertThat((Long) run("return document.documentElement.scrollWidth"))
        .as("width of the page at %d", width)
        .isLessThanOrEqualTo(width);
  }

  /** axe-core finds nothing in this part of the page. */
  void assertAccessible(String selector) {
    run(axe + "\nwindow.axe = axe;");
    Object found =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(arguments[0]).then((result) => done(result.violations.map((one) => one.id + ": "
              + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | "))));
            """,
            selector);
    assertThat((List<?>) found).as("axe-core, %s, %d, %s", scheme, width, hash()).isEmpty();
  }

  /** Puts a picture of the window into {@code target/screenshots}. */
  public void picture(String name) throws IOException {
    Files.createDirectories(SCREENSHOTS);
    Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  /** A picture of the upper part of the window as WebP, as good as fits into that many bytes. */
  byte[] webp(int height, int maxBytes) {
    Map<String, Object> part =
        Map.of(
            "x",
            0,
            "y",
            driver.executeScript("return scrollY"),
            "width",
            width,
            "height",
            height,
            "scale",
            1);
    byte[] picture = {};
    for (int quality = 90;
        quality > 0 && (picture.length == 0 || picture.length > maxBytes);
        quality -= 5) {
      Map<String, Object> settings = Map.of("format", "webp", "quality", quality, "clip", part);
      Map<String, Object> taken = driver.executeCdpCommand("Page.captureScreenshot", settings);
      picture = Base64.getDecoder().decode((String) taken.get("data"));
    }
    return picture;
  }

  /** All that Tab reaches from the top of the page, at most so many. */
  List<String> tabStops(int most) {
    run("document.activeElement.blur(); window.scrollTo(0, 0);");
    return Stream.generate(
            () -> {
              press(Keys.TAB);
              return focused();
            })
        .limit(most)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
