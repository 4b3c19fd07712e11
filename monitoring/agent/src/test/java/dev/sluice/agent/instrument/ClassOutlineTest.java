package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.select.Candidate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

class ClassOutlineTest {
  private static final String HERE = "dev.sluice.agent.instrument.ClassOutlineTest$Sample";

  @SuppressWarnings("unused")
  @Sample.Marked
  abstract static class Sample<T extends Comparable<T>> {
    static final long LOADED = System.nanoTime();

    abstract void left();

    public static String bar(int a, String b) throws IOException {
      return b + a;
    }

    @Deprecated
    void none() {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    protected final synchronized Map.Entry<T, int[]> generic(List<T> list, T value, long[][] all) {
      return null;
    }

    private void varargs(Object... more) {}
  }

  private static Candidate candidate(String method) {
    try (InputStream in = Sample.class.getResourceAsStream("ClassOutlineTest$Sample.class")) {
      return ClassOutline.of(new ClassReader(in)).methods().stream()
          .filter(each -> each.name().equals(method))
          .findFirst()
          .orElseThrow()
          .candidate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String signature(String method) {
    return candidate(method).signature();
  }

  @Test
  void constructors_and_static_initialisers_have_signatures_too() {
    assertThat(candidate("<init>").signature()).isEqualTo("new " + HERE + ".<init>()");
    assertThat(signature("<clinit>")).isEqualTo("static void " + HERE + ".<clinit>()");
  }

  @Test
  void methods_without_code_are_no_candidates() throws IOException {
    try (InputStream in = Sample.class.getResourceAsStream("ClassOutlineTest$Sample.class")) {
      assertThat(ClassOutline.of(new ClassReader(in)).methods())
          .extracting(ClassOutline.Method::name)
          .containsExactlyInAnyOrder("<init>", "<clinit>", "bar", "none", "generic", "varargs");
    }
  }

  @Test
  void annotations_are_those_of_method_and_class() {
    assertThat(candidate("none").annotations())
        .containsExactlyInAnyOrder("java.lang.Deprecated", HERE + "$Marked");
    assertThat(candidate("bar").annotations()).containsExactly(HERE + "$Marked");
  }

  @Test
  void text_has_modifiers_result_class_name_and_parameters_but_no_throws() {
    assertThat(signature("bar"))
        .isEqualTo("public static java.lang.String " + HERE + ".bar(int, java.lang.String)");
    assertThat(signature("none")).isEqualTo("void " + HERE + ".none()");
  }

  @Test
  void types_are_erased_and_arrays_end_in_brackets() {
    assertThat(signature("generic"))
        .isEqualTo(
            "protected final synchronized java.util.Map$Entry "
                + HERE
                + ".generic(java.util.List, java.lang.Comparable, long[][])");
  }

  @Test
  void varargs_are_arrays_and_no_transient_modifier() {
    assertThat(signature("varargs"))
        .isEqualTo("private void " + HERE + ".varargs(java.lang.Object[])");
  }
}
