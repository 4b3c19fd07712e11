package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final String HERE = "dev.sluice.agent.instrument.SignatureTest$Sample";

  @SuppressWarnings("unused")
  abstract static class Sample<T extends Comparable<T>> {
    public static String bar(int a, String b) throws IOException {
      return b + a;
    }

    void none() {}

    protected final synchronized Map.Entry<T, int[]> generic(List<T> list, T value, long[][] all) {
      return null;
    }

    private void varargs(Object... more) {}
  }

  private static String signature(String method) {
    MethodDescription description =
        TypeDescription.ForLoadedType.of(Sample.class)
            .getDeclaredMethods()
            .filter(ElementMatchers.named(method))
            .getOnly();
    return Signature.of(description);
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
