package dev.sluice.monitoring.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateTest {
  /**
   * What class files say of variable arity and bridges, where others mean transient and volatile.
   */
  private static final int OTHER_BITS = Modifier.TRANSIENT | Modifier.VOLATILE;

  private static String signature(String name, int modifiers, String result, String... parameters) {
    return new Candidate("com.acme.Foo", name, modifiers, result, List.of(parameters), Set.of())
        .signature();
  }

  @Test
  void signature_has_modifiers_result_class_name_and_parameters() {
    assertThat(
            signature(
                "bar",
                Modifier.PUBLIC | Modifier.STATIC | OTHER_BITS,
                "java.lang.String",
                "int",
                "java.lang.String[]"))
        .isEqualTo("public static java.lang.String com.acme.Foo.bar(int, java.lang.String[])");
    assertThat(signature("bar", 0, "void")).isEqualTo("void com.acme.Foo.bar()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "public static final java.lang.String com.acme.Foo$Bar.bar(int, java.lang.String[])",
        "void Foo.bar()",
        "private synchronized int[][] com.acme.Foo.b\u00e4r(com.acme.Foo$1Local)",
        "protected new com.acme.Foo.<init>(int)",
        "new com.acme.Foo.<init>()",
        "static void com.acme.Foo.<clinit>()"
      })
  void signature_is_read_back(String signature) {
    Candidate candidate = Candidate.of(signature, Set.of("com.acme.Slow"));
    assertThat(candidate.signature()).isEqualTo(signature);
    assertThat(candidate.annotations()).containsExactly("com.acme.Slow");
    assertThat(candidate.name()).isIn("bar", "b\u00e4r", "<init>", "<clinit>");
    assertThat(candidate.type()).endsWith(candidate.type().contains("Bar") ? "$Bar" : "Foo");
    if (candidate.isConstructor()) {
      assertThat(candidate.result()).as("as in class files").isEqualTo("void");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bar()", "void bar()", "void com.acme.Foo.bar", "()"})
  void what_is_no_signature_is_refused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Candidate.of(text, Set.of()))
        .withMessage("no signature: " + text);
  }

  @Test
  void constructor_stands_as_new_and_is_found_by_its_own_signature() {
    String text = signature(Candidate.CONSTRUCTOR, Modifier.PUBLIC, "void", "int");
    assertThat(text).isEqualTo("public new com.acme.Foo.<init>(int)");
    Candidate constructor =
        new Candidate("com.acme.Foo", "<init>", Modifier.PUBLIC, "void", List.of("int"), Set.of());
    assertThat(Pattern.parse(text).includes(constructor)).isTrue();
  }
}
