package dev.sluice.docs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Markdown page: its headings, links and fenced blocks, as the repository's host reads them. */
record MarkdownPage(String name, List<String> lines) {
  static final Path ROOT = Path.of("..");

  /** Where a link leads, with the line that it begins in. */
  record Link(int line, String target) {}

  /** A fenced block, with the line of its fence and the kind of the comment before it, or empty. */
  record Block(int line, String language, String kind, List<String> code) {}

  private static final Pattern LINK =
      Pattern.compile("]\\(([^)]*)\\)|(?m:^\\[[^]]+]: (\\S+)$)|<(https?://[^>]*)>");
  private static final Pattern CODE =
      Pattern.compile("(?<!`)(`+)(?!`)(?:(?!\\n\\n).)+?(?<!`)\\1(?!`)", Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?)[ #]*");
  private static final Pattern FENCE = Pattern.compile(" *(```+|~~~+)(\\S*).*");
  private static final Pattern MARKER = Pattern.compile("<!-- (\\w+): \\S.* -->");

  /** All pages of the project. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    for (Path file : files(".*\\.md")) {
      String name = ROOT.relativize(file).toString().replace('\\', '/');
      pages.add(new MarkdownPage(name, Files.readAllLines(file)));
    }
    return pages;
  }

  /** All files of the project with such a path from its root; what builds leave is none. */
  static List<Path> files(String path) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = directory.getFileName().toString();
            return name.matches("target|unfinished|node_modules|\\.\\w+")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (ROOT.relativize(file).toString().replace('\\', '/').matches(path)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(files);
    return files;
  }

  /** The directory that relative links of the page begin in. */
  Path directory() {
    return ROOT.resolve(name).getParent();
  }

  List<Link> links() {
    String prose = String.join("\n", outsideOfFences());
    prose = CODE.matcher(prose).replaceAll(code -> code.group().replaceAll("[^\\n]", "·"));
    List<Link> links = new ArrayList<>();
    Matcher link = LINK.matcher(prose);
    int line = 1;
    for (int at = 0; link.find(); at = link.start()) {
      line += (int) prose.substring(at, link.start()).chars().filter(c -> c == '\n').count();
      for (int group = 1; group <= link.groupCount(); group++) {
        if (link.group(group) != null) {
          links.add(new Link(line, link.group(group)));
        }
      }
    }
    return links;
  }

  /** What may stand behind # in a link to the page. */
  Set<String> anchors() {
    Set<String> anchors = new LinkedHashSet<>();
    for (String line : outsideOfFences()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String anchor = anchor(heading.group(1));
        for (int other = 1; !anchors.add(anchor); other++) {
          anchor = anchor(heading.group(1)) + "-" + other;
        }
      }
    }
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{M}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    Block open = null;
    String end = "";
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (open == null && fence.matches()) {
        Matcher marker = MARKER.matcher(i == 0 ? "" : lines.get(i - 1));
        String kind = marker.matches() ? marker.group(1) : "";
        open = new Block(i + 1, fence.group(2), kind, new ArrayList<>());
        end = fence.group(1);
      } else if (open != null && lines.get(i).strip().equals(end)) {
        blocks.add(open);
        open = null;
      } else if (open != null) {
        open.code().add(lines.get(i));
      }
    }
    return blocks;
  }

  /** The lines of the page, those of fenced blocks empty. */
  private List<String> outsideOfFences() {
    Set<Integer> fenced =
        blocks().stream()
            .flatMap(
                block ->
                    Stream.iterate(block.line() - 1, i -> i + 1).limit(block.code().size() + 2))
            .collect(Collectors.toSet());
    List<String> outside = new ArrayList<>(lines);
    fenced.forEach(i -> outside.set(i, ""));
    return outside;
  }
}
