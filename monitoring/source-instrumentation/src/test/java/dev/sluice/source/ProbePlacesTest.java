package dev.sluice.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which places get a probe, and that the compiler has nothing to say about the result. */
class ProbePlacesTest {
  @TempDir private Path directory;

  private List<String> signatures(String text, String... rules) throws IOException {
    Sources sources = new Sources(directory.resolve("src")).file("a/Foo.java", text);
    Path output = directory.resolve("out");
    assertThat(sources.instrument(output, rules).untouched()).isEmpty();
    Path file = output.resolve("a/Foo.java");
    assertThat(Files.readString(file).lines().count()).isEqualTo(text.lines().count());
    assertThat(Sources.compile(output, Files.createDirectories(directory.resolve("classes"))))
        .isEmpty();
    return Sources.signatures(file);
  }

  @Test
  void what_has_no_body_has_no_probe() throws IOException {
    assertThat(
            signatures(
                "package a; abstract class Foo { abstract int one(); native int two(); int three() {return 3;}"
                    + " @interface Note { int four() default 4; } interface I { int five(); } }"))
        .containsExactly("int a.Foo.three()");
  }

  @Test
  void constructors_have_theirs_behind_the_call_of_another() throws IOException {
    assertThat(
            signatures(
                """
                package a;
                class Foo {
                  final int n;
                  Foo() { this(1); }
                  Foo(int n) { this.n = n; }
                  class Inner extends Foo { Inner(long l) { super((int) l); /* ) { */ } }
                  enum Kind { ONE(1); Kind(int n) { } }
                  record Point(int x, int... y) { Point { if (x < 0) throw new Error(); } }
                  static class Outside extends Foo.Inner { Outside(Foo f) { f.super(1); } }
                }
                """,
                "include",
                "new a.**",
                "probe",
                "events,execution"))
        .containsExactlyInAnyOrder(
            "new a.Foo.<init>()",
            "new a.Foo.<init>(int)",
            "new a.Foo$Inner.<init>(a.Foo, long)",
            "private new a.Foo$Kind.<init>(java.lang.String, int, int)",
            "new a.Foo$Point.<init>(int, int[])",
            "new a.Foo$Outside.<init>(a.Foo)");
  }

  @Test
  void static_initialisers_have_one_if_they_are_named() throws IOException {
    assertThat(
            signatures(
                "package a; class Foo { static final int N; static { N = Integer.parseInt(\"1\"); } int m() { return N; } }",
                "include",
                "**#<clinit>"))
        .containsExactly("static void a.Foo.<clinit>()");
  }

  @Test
  void rules_are_all_that_match() throws IOException {
    signatures(
        "package a; class Foo { int one() { return 1; } static int two() { return 2; } }",
        "include",
        "a.*",
        "probe",
        "duration",
        "rule.more.include",
        "**#two",
        "rule.more.probe",
        "aggregate");
    assertThat(Files.readString(directory.resolve("out/a/Foo.java")))
        .contains(
            "(\"int a.Foo.one()\",\"default\",",
            "(\"static int a.Foo.two()\",\"default,more\",",
            "\"default=duration;more=aggregate\"");
  }

  @Test
  void checked_exceptions_and_assignments_are_as_before() throws IOException {
    assertThat(
            signatures(
                """
                package a;
                import java.io.*;
                class Foo {
                  private final int n;
                  Foo(boolean b) throws IOException { if (b) { n = 1; } else { throw new IOException(); } }
                  <E extends Exception> void generic(E e) throws E { throw e; }
                  int never() { while (true) { } }
                  int either(boolean b) { final int m; if (b) m = 1; else m = 2; Runnable r = () -> take(m); r.run(); return m; }
                  static void take(int m) { switch (m) { case 1: return; default: } }
                  int last() throws FileNotFoundException, EOFException { try { throw new EOFException(); } finally { take(1); } }
                }
                """,
                "include",
                "**#*|**#<init>",
                "probe",
                "events"))
        .hasSize(6);
  }

  @Test
  void bodies_of_lambdas_are_left_but_not_the_classes_in_them() throws IOException {
    assertThat(
            signatures(
                "package a; class Foo { Runnable r = () -> { new Object() { int in() { return 1; } }.in(); }; }"))
        .containsExactly("int a.Foo$1.in()");
  }

  @Test
  void inherited_member_types_and_type_variables_are_resolved() throws IOException {
    assertThat(
            signatures(
                """
                package a;
                import java.util.*;
                import static java.util.AbstractMap.SimpleEntry;
                abstract class Foo<T extends Comparable<T>, U extends T> extends AbstractMap<T, U> {
                  Entry<T, U> entry(U u, SimpleEntry<T, U> e) { return e; }
                  static class T2 { class Deep {} }
                  T2.Deep[] deep(java.util.Map.Entry<?, ?>[]... all) { return null; }
                  <T> T shadow(T t, List<? super U> l) { return t; }
                  int old(int a[])[] { return null; }
                }
                class Bar extends Foo.T2 { Deep mine(Thread.State m) { return null; } }
                """))
        .containsExactlyInAnyOrder(
            "java.util.Map$Entry a.Foo.entry(java.lang.Comparable, java.util.AbstractMap$SimpleEntry)",
            "a.Foo$T2$Deep[] a.Foo.deep(java.util.Map$Entry[][])",
            "java.lang.Object a.Foo.shadow(java.lang.Object, java.util.List)",
            "int[] a.Foo.old(int[])",
            "a.Foo$T2$Deep a.Bar.mine(java.lang.Thread$State)");
  }
}
