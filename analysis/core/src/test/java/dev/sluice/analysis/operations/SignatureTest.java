package dev.sluice.analysis.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignatureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public void a.b.C.run()|C.run()",
        "public static java.lang.String a.b.C.f(java.lang.String, int[])|C.f(String, int[])",
        "int C.f(long)|C.f(long)",
        "a.b.C.f(x.Y)|C.f(Y)",
        "java.util.Map<a.K, b.V> a.b.C<x.T>.f(java.util.Map<a.K, b.V>, int...)|C<T>.f(Map<K, V>, int...)",
        "<T, R> void a.Pair<x.T, y.R>.put(T,R)|Pair<T, R>.put(T, R)",
        "public a.C.<init>(a.B$C)|C.<init>(B$C)",
        "no signature|no signature",
        ")(|)("
      })
  void keeps_class_method_and_simple_parameter_types(String signature, String brief) {
    assertThat(Signature.brief(signature)).isEqualTo(brief);
  }
}
