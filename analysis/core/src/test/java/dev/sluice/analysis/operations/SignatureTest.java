package dev.sluice.analysis.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        ")(|)(",
        "GET /v1.0/orders/{id}|GET /v1.0/orders/{id}",
        "GET (other)|GET (other)",
        "SELECT count(*) FROM a.orders WHERE id IN (?)|SELECT count(*) FROM a.orders WHERE id IN (?)",
        "INSERT INTO a.orders (id, name) VALUES (?)|INSERT INTO a.orders (id, name) VALUES (?)",
        "SELECT max(?)|SELECT max(?)",
        "void a.B.f(int) throws x.Y|B.f(int)"
      })
  void keeps_class_method_and_simple_parameter_types(String signature, String brief) {
    assertThat(Signature.brief(signature)).isEqualTo(brief);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /v1.0/orders", "SELECT count(*) FROM a.orders", "kafka send a.b"})
  void what_is_no_signature_is_its_own_class(String text) {
    assertThat(Signature.type(text)).isEqualTo(text);
    assertThat(Signature.method(text)).isEqualTo(text);
  }
}
