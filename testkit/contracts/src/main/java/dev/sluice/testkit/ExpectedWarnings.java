package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * JUnit extension that records the warnings that {@link Warns} names; it is applied by that
 * annotation.
 */
public final class ExpectedWarnings
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(ExpectedWarnings.class);

  /** Called by JUnit. */
  public ExpectedWarnings() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    open(context, context.getRequiredTestClass());
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    open(context, context.getRequiredTestMethod());
  }

  private static void open(ExtensionContext context, AnnotatedElement of) {
    String[] texts = texts(of);
    if (texts.length > 0) {
      context
          .getStore(NAMESPACE)
          .put(
              LogLines.class,
              new LogLines(
                  line -> line.startsWith("WARNING") && Stream.of(texts).anyMatch(line::contains)));
    }
  }

  private static String[] texts(AnnotatedElement of) {
    return AnnotationSupport.findAnnotation(of, Warns.class)
        .map(Warns::value)
        .orElse(new String[0]);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    List<String> lines = close(context);
    if (context.getExecutionException().isEmpty()) {
      for (String text : texts(context.getRequiredTestMethod())) {
        assertThat(lines).as("warnings").anyMatch(line -> line.contains(text));
      }
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close(context);
  }

  private static List<String> close(ExtensionContext context) {
    LogLines lines = context.getStore(NAMESPACE).remove(LogLines.class, LogLines.class);
    if (lines == null) {
      return List.of();
    }
    lines.close();
    return lines.all();
  }
}
