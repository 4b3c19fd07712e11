package dev.sluice.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts of a Java source that people read, and the code without them.
 *
 * @param javadocs Javadoc comments, each on one line without its asterisks
 * @param literals string literals and text blocks; literals that a plus sign joins are one
 * @param code the source with a space in the place of each comment and each literal
 */
record JavaText(List<String> javadocs, List<String> literals, String code) {
  private static final Pattern PART =
      Pattern.compile(
          "/\\*(?<comment>.*?)\\*/|//[^\\n]*|'(?:[^'\\\\]|\\\\.)+'"
              + "|\"\"\"(?<block>(?:[^\\\\]|\\\\.)*?)\"\"\"|\"(?<literal>(?:[^\"\\\\]|\\\\.)*)\"",
          Pattern.DOTALL);

  private static final Pattern MARGIN = Pattern.compile("\\s*\\n\\s*\\*? ?|\\s+");

  static JavaText of(String source) {
    List<String> javadocs = new ArrayList<>();
    List<String> literals = new ArrayList<>();
    StringBuilder code = new StringBuilder();
    Matcher part = PART.matcher(source);
    int end = 0;
    int literalEnd = -1;
    for (; part.find(); end = part.end()) {
      String between = source.substring(end, part.start());
      code.append(between).append(' ');
      if (part.group("comment") != null && part.group("comment").startsWith("*")) {
        javadocs.add(oneLine(part.group("comment").substring(1)));
      }
      String literal = part.group("block") != null ? part.group("block") : part.group("literal");
      if (literal == null) {
        continue;
      }
      if (literalEnd == end && between.strip().equals("+")) {
        literals.add(literals.remove(literals.size() - 1) + literal);
      } else {
        literals.add(literal);
      }
      literalEnd = part.end();
    }
    code.append(source, end, source.length());
    return new JavaText(
        javadocs, literals.stream().map(JavaText::oneLine).toList(), code.toString());
  }

  private static String oneLine(String text) {
    return MARGIN.matcher(text).replaceAll(" ").strip();
  }
}
