package dev.sluice.docs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The queries of the board and of the alerts, and the names of series and labels in them. */
final class Queries {
  static final Path DIRECTORY = Path.of("..", "docs", "metrics");

  private static final Pattern EXPR = Pattern.compile("(?m)^ +expr: (.*)$");
  private static final Pattern SERIES =
      Pattern.compile("\\b(sluice_[a-z_]+)\\b(?!\\s*\\()(?:\\{([^}]*)})?");
  private static final Pattern SELECTED = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern GROUPED = Pattern.compile("\\b(?:by|on|without) \\(([^)]*)\\)");

  private Queries() {}

  /** As Prometheus takes them: what Grafana would put in is put in. */
  static List<String> all() throws IOException {
    List<String> all = new ArrayList<>(alerts());
    for (String query : board()) {
      all.add(query.replace("$__rate_interval", "1m").replace("$instance", ".*"));
    }
    return all;
  }

  static List<String> alerts() throws IOException {
    String rules = Files.readString(DIRECTORY.resolve("alerts.yml"));
    return EXPR.matcher(rules).results().map(expr -> expr.group(1)).toList();
  }

  private static List<String> board() throws IOException {
    List<String> all = new ArrayList<>();
    try (JsonParser json =
        new JsonFactory().createParser(DIRECTORY.resolve("grafana.json").toFile())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME && json.currentName().equals("expr")) {
          all.add(json.nextTextValue());
        }
      }
    }
    return all;
  }

  /** Each series of a query with the labels that the query needs of it. */
  static Map<String, Set<String>> series(String query) {
    Set<String> grouped = new TreeSet<>();
    for (Matcher group = GROUPED.matcher(query); group.find(); ) {
      grouped.addAll(List.of(group.group(1).split(",\\s*")));
    }
    Map<String, Set<String>> all = new LinkedHashMap<>();
    for (MatchResult found : SERIES.matcher(query).results().toList()) {
      Set<String> labels = new TreeSet<>(grouped);
      String selectors = found.group(2) == null ? "" : found.group(2);
      SELECTED.matcher(selectors).results().forEach(label -> labels.add(label.group(1)));
      all.computeIfAbsent(found.group(1), absent -> new TreeSet<>()).addAll(labels);
    }
    return all;
  }
}
