package dev.sluice.source;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Problem;
import com.github.javaparser.ast.CompilationUnit;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Path;

/**
 * A Java file and its syntax tree.
 *
 * @param path relative to the sources
 * @param unit null if it cannot be handled
 * @param problem why not; null if it can
 */
record ParsedFile(Path path, SourceText text, CompilationUnit unit, Note problem) {
  /** Reads a file. Never throws: a file that cannot be read has a problem. */
  static ParsedFile read(Path path, byte[] bytes, Charset charset) {
    SourceText text;
    try {
      text = SourceText.of(bytes, charset);
    } catch (CharacterCodingException e) {
      return broken(path, 0, "is not " + charset + "; name its character set");
    }
    try {
      ParseResult<CompilationUnit> result = parser().parse(text.translated());
      if (result.isSuccessful()) {
        return new ParsedFile(path, text, result.getResult().orElseThrow(), null);
      }
      return broken(path, result.getProblem(0));
    } catch (RuntimeException | StackOverflowError e) {
      return broken(path, 0, "the parser failed: " + e);
    }
  }

  /**
   * Returns a parser of the newest language version without previews, which reads older sources as
   * well.
   */
  private static JavaParser parser() {
    return new JavaParser(
        new ParserConfiguration()
            .setLanguageLevel(LanguageLevel.JAVA_25)
            .setAttributeComments(false)
            .setStoreTokens(true));
  }

  private static ParsedFile broken(Path path, Problem problem) {
    int line =
        problem
            .getLocation()
            .flatMap(location -> location.getBegin().getRange())
            .map(range -> range.begin.line)
            .orElse(0);
    String message = problem.getMessage().lines().findFirst().orElse("");
    return broken(path, line, "cannot be parsed: " + message);
  }

  /** Returns a file that cannot be handled. */
  static ParsedFile broken(Path path, int line, String reason) {
    return new ParsedFile(path, null, null, new Note(path, line, reason));
  }

  /** Returns whether the file has probes already. */
  boolean isInstrumented() {
    return text != null && text.raw().contains(ProbeText.MARK);
  }
}
