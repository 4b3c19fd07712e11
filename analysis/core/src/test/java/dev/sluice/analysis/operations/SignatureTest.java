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
        "void a.B.f(int) throws x.Y|B.f(int)",
        "public java.util.Set<a.K> a.B.f-x1()|B.f-x1()",
        "public static final a.B$C[] a.B.f(a.B$C[])|B.f(B$C[])",
        "Set a.B.f(int)|B.f(int)"
      })
  void keeps_class_method_and_simple_parameter_types(String signature, String brief) {
    assertThat(Signature.brief(signature)).isEqualTo(brief);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1.0/orders",
        "GET /v1.0/orders/(a.b)",
        "SELECT count(*) FROM a.orders",
        "kafka send a.b",
        "update parcel set w = abs(w)",
        "select id from a.parcel where w > ? and x<b.y(w)",
        "select id from parcel where w = coalesce(w, ?)",
        "create index i on a.parcel(id)",
        "create table a.parcel(id int primary key, w int)",
        "alter table parcel add constraint c check(w > ?)",
        "insert into parcel values(?)",
        "select a.f(w)",
        "CALL a.f(w)",
        "exec a.f(w)",
        "values a.f(w)",
        "{call a.f(w)}",
        "f(a.b)"
      })
  void what_is_no_signature_is_its_own_name_and_class(String text) {
    assertThat(Signature.brief(text)).isEqualTo(text);
    assertThat(Signature.name(text)).isEqualTo(text);
    assertThat(Signature.type(text)).isEqualTo(text);
    assertThat(Signature.method(text)).isEqualTo(text);
  }
}
