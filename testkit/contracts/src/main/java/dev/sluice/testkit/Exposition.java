package dev.sluice.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page in Prometheus' text format 0.0.4, read more strictly than Prometheus reads it: the whole
 * grammar, the conventions of names, histograms that add up, and no label that may have any number
 * of values. A fault is an {@link AssertionError} that names the line.
 */
public final class Exposition {
  private static final String NAME = "[a-z][a-z0-9_]*";
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") (\\S.*\\S)");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram)");
  private static final Pattern SAMPLE =
      Pattern.compile("(" + NAME + ")(?:\\{(.*)})? ([+-]?[0-9.]+(?:E-?[0-9]+)?)");
  private static final Pattern LABEL =
      Pattern.compile("([a-z][a-z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\"\\\\n])*)\"(,(?=.)|$)");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
  private static final Set<String> UNBOUNDED = Set.of("pid", "id", "trace", "trace_id", "producer");
  private static final int MAX_LABEL_CHARS = 200;

  private final Map<String, String> types = new LinkedHashMap<>();
  private final List<Sample> samples = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private String family = "";
  private String helped = "";

  /** A line of the page: a series and its value. */
  public record Sample(String name, Map<String, String> labels, double value) {}

  private Exposition() {}

  /** Reads a page. */
  public static Exposition parse(String text) {
    Exposition page = new Exposition();
    check(text.endsWith("\n"), "the last line has no end");
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length - 1; i++) {
      try {
        page.read(lines[i]);
      } catch (AssertionError e) {
        throw new AssertionError("line " + (i + 1) + ": " + e.getMessage() + ": " + lines[i], e);
      }
    }
    check(page.family.equals(page.helped), "help without a type");
    page.checkHistograms();
    return page;
  }

  private static void check(boolean right, String fault) {
    if (!right) {
      throw new AssertionError(fault);
    }
  }

  private void read(String line) {
    check(line.chars().noneMatch(c -> c < ' ' || c == 0x7f), "a control character");
    Matcher help = HELP.matcher(line);
    Matcher type = TYPE.matcher(line);
    if (help.matches()) {
      check(family.equals(helped), "help without a type before");
      helped = help.group(1);
      check(!types.containsKey(helped), "a family that was there before");
    } else if (type.matches()) {
      check(type.group(1).equals(helped), "a type without its help");
      family = helped;
      types.put(family, type.group(2));
      checkName(type.group(2));
    } else {
      check(family.equals(helped), "a sample between help and type");
      sample(line);
    }
  }

  private void checkName(String type) {
    check(
        family.endsWith("_total") == type.equals("counter"), "_total is for counters, all of them");
    check(!family.matches(".*_(count|sum|bucket|ns|nanos|millis|ms)"), "an ending for no family");
    check(!type.equals("histogram") || family.endsWith("_seconds"), "a histogram of what");
  }

  private void sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    check(sample.matches(), "no line of this format");
    String name = sample.group(1);
    Map<String, String> labels = labels(sample.group(2));
    String suffix = name.startsWith(family) ? name.substring(family.length()) : "none";
    boolean isHistogram = "histogram".equals(types.get(family));
    Set<String> endings = isHistogram ? Set.of("_bucket", "_sum", "_count") : Set.of("");
    check(endings.contains(suffix), "a sample of another family than " + family);
    check(suffix.equals("_bucket") == labels.containsKey("le"), "le is for buckets");
    double value = Double.parseDouble(sample.group(3));
    check(value >= 0 || types.get(family).equals("gauge"), "below 0");
    check(!family.endsWith("_info") || value == 1, "information that is not 1");
    check(seen.add(name + new TreeMap<>(labels)), "a series that was there before");
    samples.add(new Sample(name, labels, value));
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (text == null) {
      return labels;
    }
    Matcher label = LABEL.matcher(text);
    int end = 0;
    while (label.find() && label.start() == end) {
      end = label.end();
      String value =
          ESCAPE.matcher(label.group(2)).replaceAll(e -> e.group().equals("\\n") ? "\n" : "$1");
      check(labels.put(label.group(1), value) == null, "a label twice");
      check(value.length() <= MAX_LABEL_CHARS && !value.isEmpty(), "a label too long or empty");
      check(!UNBOUNDED.contains(label.group(1)), "a label with any number of values");
    }
    check(end == text.length() && end > 0, "labels that are none");
    return labels;
  }

  private void checkHistograms() {
    Map<String, Double> last = new HashMap<>();
    Map<String, Double> bounds = new HashMap<>();
    Map<String, Double> counts = new HashMap<>();
    Set<String> sums = new HashSet<>();
    for (Sample sample : samples) {
      Map<String, String> labels = new TreeMap<>(sample.labels());
      String le = labels.remove("le");
      String series = sample.name().replaceFirst("_(bucket|count|sum)$", "") + labels;
      if (le != null) {
        double bound = le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
        check(bound > bounds.getOrDefault(series, 0.0), "bounds that do not rise in " + series);
        check(sample.value() >= last.getOrDefault(series, 0.0), "buckets that fall in " + series);
        bounds.put(series, bound);
        last.put(series, sample.value());
      } else if (sample.name().endsWith("_count")) {
        counts.put(series, sample.value());
      } else if (sample.name().endsWith("_sum")) {
        sums.add(series);
      }
    }
    check(counts.equals(last), "counts that are not those of all buckets");
    check(sums.equals(last.keySet()), "a histogram without a sum");
    check(bounds.values().stream().allMatch(b -> b.isInfinite()), "a last bucket with a bound");
  }

  /** Returns the type of each family. */
  public Map<String, String> types() {
    return types;
  }

  /** Returns the lines of all series. */
  public List<Sample> samples() {
    return samples;
  }

  /** Returns whether there is a series with this name and at least these labels. */
  public boolean has(String name, Map<String, String> labels) {
    return samples.stream().anyMatch(s -> matches(s, name, labels));
  }

  /** Returns the value of the only series with this name. */
  public double value(String name) {
    return value(name, Map.of());
  }

  /** Returns the value of the only series with this name and at least these labels. */
  public double value(String name, Map<String, String> labels) {
    List<Sample> found = samples.stream().filter(s -> matches(s, name, labels)).toList();
    check(found.size() == 1, "not one but " + found.size() + " series " + name + labels);
    return found.get(0).value();
  }

  /** Returns the sum of all series with this name. */
  public double sum(String name) {
    return samples.stream().filter(s -> s.name().equals(name)).mapToDouble(Sample::value).sum();
  }

  private static boolean matches(Sample sample, String name, Map<String, String> labels) {
    return sample.name().equals(name) && sample.labels().entrySet().containsAll(labels.entrySet());
  }
}
