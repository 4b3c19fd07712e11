package dev.sluice.monitoring.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static Selection selection(String includes, String excludes) {
    return Selection.of(Pattern.parseAll(includes), Pattern.parseAll(excludes));
  }

  private static Candidate method(String type, String name) {
    return new Candidate(type, name, 0, "void", List.of(), Set.of());
  }

  @Test
  void included_class_may_have_methods() {
    assertThat(selection("com.acme.**", "").mayHave("com.acme.Foo")).isTrue();
    assertThat(selection("com.acme.**", "").mayHave("org.acme.Foo")).isFalse();
    assertThat(selection("", "").mayHave("com.acme.Foo")).isFalse();
  }

  @Test
  void excluded_class_has_none_but_a_class_with_an_excluded_method_may() {
    assertThat(selection("**", "com.acme.Foo").mayHave("com.acme.Foo")).isFalse();
    assertThat(selection("**", "private com.acme.Foo").mayHave("com.acme.Foo")).isTrue();
    Selection selection = selection("**", "com.acme.Foo#bar");
    assertThat(selection.mayHave("com.acme.Foo")).isTrue();
    assertThat(selection.has(method("com.acme.Foo", "bar"))).isFalse();
    assertThat(selection.has(method("com.acme.Foo", "baz"))).isTrue();
    assertThat(selection.has(method("com.acme.Baz", "bar"))).isTrue();
  }

  @Test
  void include_with_a_method_leaves_out_the_others() {
    Selection selection = selection("com.acme.Foo#get*", "");
    assertThat(selection.has(method("com.acme.Foo", "getName"))).isTrue();
    assertThat(selection.has(method("com.acme.Foo", "name"))).isFalse();
    assertThat(selection.has(method("com.acme.Bar", "getName"))).isFalse();
  }
}
