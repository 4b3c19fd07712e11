package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Holds Javadoc, constants, messages and pages to plain words. A string literal of main is a
 * message if it has two words with a space between them; other literals are keys, patterns or parts
 * of names. Words that are wrong in one sense alone ("behind", "at once", "met") are left to
 * readers.
 */
@Tag("one-jdk")
class PlainWordsTest {
  /** Beginnings of paths that are still to be put into plain words. */
  private static final Set<String> TO_DO =
      Set.of(
          ".github/",
          "SECURITY.md",
          "analysis/",
          "benchmarks/",
          "cli/",
          "cli-sql/",
          "container-format-spec/",
          "docs/",
          "pages/",
          "tools/");

  /** Pages that are made of texts in the code, tell history, or explain decisions. */
  private static final Pattern OTHER_PAGES =
      Pattern.compile(
          "docs/(configuration|record-types|commands)\\.md|docs/rationale/.*|RATIONALE\\.md"
              + "|CHANGELOG\\.md|container-format-spec/vectors/.*");

  /** First words of a Javadoc that only make sense after another one. */
  private static final Pattern DEPENDENT_START =
      Pattern.compile("(Of|The same|Those|So many|So much|So long)\\b");

  /** Names that do not say what they bound. */
  private static final Pattern VAGUE_CONSTANT =
      Pattern.compile("\\b(MOST|LEAST|FEW|FEWEST|MANY)(_[A-Z0-9_]+)?\\b");

  /** A fenced block, or code within a line. */
  private static final Pattern CODE =
      Pattern.compile("(?ms)^ *```.*?^ *```$|(?<!`)`[^`\\n]+`(?!`)");

  private static final Pattern TWO_WORDS = Pattern.compile("\\p{L}{2,}[,;:]? \\p{L}{2,}");

  /** A pattern of words that messages and pages do not use, and what they use instead. */
  private record Word(Pattern pattern, String instead) {
    static Word of(String words, String instead) {
      return new Word(
          Pattern.compile("\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE), instead);
    }
  }

  private static final List<Word> WORDS =
      List.of(
          Word.of("tells?|told|telling", "reports, prints, logs"),
          Word.of("mend(s|ed|ing)?", "fix"),
          Word.of("anew|once more", "again"),
          Word.of("so (many|much|long)(?! as\\b)", "the given number, the given time"),
          Word.of("parted", "separated"),
          Word.of("(gives?|gave|given|giving) up", "drops"),
          Word.of("(sets?|setting) aside", "quarantines"),
          Word.of("(hand|hands|handed|handing) over", "delivers"),
          Word.of("(is|are|was|were|be) away|(comes?|came|coming) back", "is (un)available"),
          Word.of("(stands?|stood|standing) in", "is in"),
          Word.of("may not", "must not, cannot"),
          Word.of("what is missing of", "missing records"));

  /** A phrase that may stay, in the one file that has it. */
  private record Allowed(String file, String phrase, String reason) {}

  private static final List<Allowed> ALLOWED =
      List.of(
          new Allowed(
              "io-support/src/main/java/dev/sluice/support/wire/KafkaDiagnosis.java",
              "its user may not",
              "a permission, and one phrase in all diagnoses, which troubleshooting.md quotes"));

  @Test
  void sources_and_pages_have_plain_words() throws IOException {
    List<String> faults = new ArrayList<>();
    Map<String, Integer> toDo = new TreeMap<>();
    int read = 0;
    for (Path file : MarkdownPage.files("(?!examples/).*/src/main/java/.*\\.java|.*\\.md")) {
      String name = MarkdownPage.ROOT.relativize(file).toString().replace('\\', '/');
      if (OTHER_PAGES.matcher(name).matches()) {
        continue;
      }
      read++;
      String text = Files.readString(file);
      List<String> found = name.endsWith(".md") ? ofPage(text) : ofSource(text);
      found.removeIf(fault -> isAllowed(name, fault));
      Optional<String> open = TO_DO.stream().filter(name::startsWith).findFirst();
      if (open.isPresent()) {
        toDo.merge(open.get(), found.size(), Integer::sum);
      } else {
        found.forEach(fault -> faults.add(name + ": " + fault));
      }
    }
    System.out.println("files still to be put into plain words, with faults found: " + toDo);
    assertThat(read).isGreaterThan(1_000);
    assertThat(faults).isEmpty();
  }

  @Test
  void each_kind_of_fault_is_found() {
    assertThat(
            ofSource(
                """
                /** Of no use. */
                class A {
                  // MOST_SECRETS are told in comments
                  /** Those that are left. */
                  static final int MOST_BYTES = 1;
                  static final int ALMOST = 2;
                  final String key = "told";
                  final String message = "it is " + "told: '" + 'x' + "', \\"once more\\"";
                }
                """))
        .containsExactly(
            "Javadoc begins with: Of no use.",
            "Javadoc begins with: Those that are left.",
            "constant: MOST_BYTES",
            "'told' (reports, prints, logs) in: it is told: '",
            "'once more' (again) in: ', \\\"once more\\\"");
    assertThat(ofPage("Losses are\ntold.\n\n```text\nit is told\n```\n`it is told`\n"))
        .containsExactly("'told' (reports, prints, logs) in: Losses are told.");
  }

  private static boolean isAllowed(String file, String fault) {
    return ALLOWED.stream()
        .anyMatch(allowed -> allowed.file.equals(file) && fault.contains(allowed.phrase));
  }

  private static List<String> ofSource(String source) {
    JavaText text = JavaText.of(source);
    List<String> faults = new ArrayList<>();
    text.javadocs().stream()
        .filter(javadoc -> DEPENDENT_START.matcher(javadoc).lookingAt())
        .forEach(javadoc -> faults.add("Javadoc begins with: " + start(javadoc)));
    VAGUE_CONSTANT
        .matcher(text.code())
        .results()
        .map(MatchResult::group)
        .distinct()
        .forEach(constant -> faults.add("constant: " + constant));
    text.literals().stream()
        .filter(literal -> TWO_WORDS.matcher(literal).find())
        .forEach(message -> addWords(message, faults));
    return faults;
  }

  /** Returns faults of the page's paragraphs; fenced blocks and code within a line are output. */
  private static List<String> ofPage(String page) {
    List<String> faults = new ArrayList<>();
    String prose = CODE.matcher(page).replaceAll("");
    for (String paragraph : prose.split("\n\\s*\n|\n(?=\\s*[|-])")) {
      addWords(paragraph.replaceAll("\\s+", " ").strip(), faults);
    }
    return faults;
  }

  private static void addWords(String text, List<String> faults) {
    for (Word word : WORDS) {
      Matcher found = word.pattern.matcher(text);
      while (found.find()) {
        String from = text.substring(Math.max(0, found.start() - 40));
        faults.add("'%s' (%s) in: %s".formatted(found.group(), word.instead, start(from)));
      }
    }
  }

  private static String start(String text) {
    return text.substring(0, Math.min(100, text.length()));
  }
}
