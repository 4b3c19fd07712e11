package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.select.Candidate;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;

class CandidatesTest {
  private static final String HERE = "dev.sluice.agent.instrument.CandidatesTest$Sample";

  @SuppressWarnings("unused")
  @Sample.Marked
  abstract static class Sample<T extends Comparable<T>> {
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

  private static Candidate candidate(ElementMatcher<MethodDescription> method) {
    TypeDescription type = TypeDescription.ForLoadedType.of(Sample.class);
    return new Candidates(type).of(type.getDeclaredMethods().filter(method).getOnly());
  }

  private static String signature(String method) {
    return candidate(ElementMatchers.named(method)).signature();
  }

  @Test
  void constructors_and_static_initialisers_have_signatures_too() {
    assertThat(candidate(ElementMatchers.isConstructor()).signature())
        .isEqualTo("new " + HERE + ".<init>()");
    assertThat(
            new Candidates(TypeDescription.ForLoadedType.of(Sample.class))
                .staticInitialiser()
                .signature())
        .isEqualTo("static void " + HERE + ".<clinit>()");
  }

  @Test
  void annotations_are_those_of_method_and_class() {
    assertThat(candidate(ElementMatchers.named("none")).annotations())
        .containsExactlyInAnyOrder("java.lang.Deprecated", HERE + "$Marked");
    assertThat(candidate(ElementMatchers.named("bar")).annotations())
        .containsExactly(HERE + "$Marked");
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
