package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.Loggers;
import java.lang.System.Logger.Level;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

@Warns("of the class")
class WarnsTest {
  private static void warn(String text) {
    Loggers.get("dev.sluice.some").log(Level.WARNING, text);
  }

  @Test
  void lines_that_are_not_wanted_go_where_they_went_before() {
    try (LogLines outer = new LogLines()) {
      try (LogLines inner = new LogLines(line -> line.contains("mine"))) {
        warn("mine");
        Loggers.get("dev.sluice.some").log(Level.WARNING, "not so", new IllegalStateException());
        assertThat(inner.all()).containsExactly("WARNING mine");
      }
      warn("mine no longer");
      assertThat(outer.all()).containsExactly("WARNING not so", "WARNING mine no longer");
    }
  }

  @Warns({"of the test", "once more"})
  @Test
  void warnings_that_a_test_names_are_those_of_the_test_and_of_its_class() {
    warn("one of the test");
    warn("one of the class");
    warn("once more");
  }

  @Test
  void warning_that_does_not_come_fails_its_test() throws Exception {
    ExtensionContext context =
        context("warnings_that_a_test_names_are_those_of_the_test_and_of_its_class");
    ExpectedWarnings expected = new ExpectedWarnings();
    expected.beforeEach(context);
    warn("one of the test");
    assertThatThrownBy(() -> expected.afterEach(context))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("one of the test");
  }

  @Test
  void only_warnings_are_taken() throws Exception {
    try (LogLines outer = new LogLines()) {
      ExtensionContext context =
          context("warnings_that_a_test_names_are_those_of_the_test_and_of_its_class");
      ExpectedWarnings expected = new ExpectedWarnings();
      expected.beforeEach(context);
      warn("one of the test, once more");
      Loggers.get("dev.sluice.some").log(Level.INFO, "of the test");
      expected.afterEach(context);
      assertThat(outer.all()).containsExactly("INFO of the test");
    }
  }

  /** What the extension asks of the context of that test. */
  private static ExtensionContext context(String test) throws NoSuchMethodException {
    Object method = WarnsTest.class.getDeclaredMethod(test);
    Map<Object, Object> kept = new HashMap<>();
    Object store =
        proxy(
            Store.class,
            (name, arguments) ->
                name.equals("put")
                    ? kept.put(arguments[0], arguments[1])
                    : kept.remove(arguments[0]));
    return (ExtensionContext)
        proxy(
            ExtensionContext.class,
            (name, arguments) ->
                switch (name) {
                  case "getStore" -> store;
                  case "getRequiredTestMethod" -> method;
                  case "getExecutionException" -> Optional.empty();
                  default -> throw new UnsupportedOperationException(name);
                });
  }

  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static Object proxy(Class<?> type, Answer answer) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> answer.to(method.getName(), arguments));
  }
}
