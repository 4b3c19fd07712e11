package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  private static final ClassLoader APPLICATION = new ClassLoader(null) {};

  private static Selection selection(String include, String... excludes) {
    return new Selection(
        List.of(Pattern.parse(include)), Stream.of(excludes).map(Pattern::parse).toList());
  }

  @Test
  void included_class_may_have_methods() {
    assertThat(selection("com.acme.**").mayHave(APPLICATION, "com.acme.Foo")).isTrue();
    assertThat(selection("com.acme.**").mayHave(APPLICATION, "org.acme.Foo")).isFalse();
  }

  @Test
  void excluded_class_has_none_but_a_class_with_an_excluded_method_may() {
    assertThat(selection("**", "com.acme.Foo").mayHave(APPLICATION, "com.acme.Foo")).isFalse();
    Selection selection = selection("**", "com.acme.Foo#bar");
    assertThat(selection.mayHave(APPLICATION, "com.acme.Foo")).isTrue();
    assertThat(selection.has("com.acme.Foo", "bar")).isFalse();
    assertThat(selection.has("com.acme.Foo", "baz")).isTrue();
    assertThat(selection.has("com.acme.Baz", "bar")).isTrue();
  }

  @Test
  void include_with_a_method_leaves_out_the_others() {
    Selection selection = selection("com.acme.Foo#get*");
    assertThat(selection.has("com.acme.Foo", "getName")).isTrue();
    assertThat(selection.has("com.acme.Foo", "name")).isFalse();
    assertThat(selection.has("com.acme.Bar", "getName")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.ArrayList",
        "jdk.proxy2.$Proxy7",
        "sun.misc.Unsafe",
        "com.sun.proxy.$Proxy3",
        "com.acme.$Proxy12",
        "com.acme.Foo$$EnhancerBySpringCGLIB$$1",
        "dev.sluice.agent.SluiceAgent",
        "dev.sluice.monitoring.Monitor",
      })
  void jdk_classes_ours_and_generated_ones_are_never_instrumented(String name) {
    assertThat(selection("**").mayHave(APPLICATION, name)).isFalse();
    assertThat(selection(name).mayHave(APPLICATION, name)).isFalse();
  }

  @Test
  void classes_of_the_jdks_loaders_are_never_instrumented() {
    assertThat(selection("**").mayHave(null, "com.acme.Foo")).isFalse();
    assertThat(selection("**").mayHave(ClassLoader.getPlatformClassLoader(), "com.acme.Foo"))
        .isFalse();
    assertThat(selection("**").mayHave(Selection.class.getClassLoader(), "com.acme.Foo")).isFalse();
  }
}
