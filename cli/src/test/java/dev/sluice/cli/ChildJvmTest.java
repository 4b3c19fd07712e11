package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /** Ends with its parent, or with an error. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException {
      System.out.println("hello");
      if (args.length > 0) {
        System.err.println("the reason");
        System.exit(Integer.parseInt(args[0]));
      }
      while (System.in.read() >= 0) {
        // until whoever started this is gone
      }
    }
  }

  private static List<String> arguments(String... more) {
    List<String> arguments =
        new CopyOnWriteArrayList<>(List.of("-cp", CLASS_PATH, Child.class.getName()));
    arguments.addAll(List.of(more));
    return arguments;
  }

  @Test
  void a_failed_child_leaves_its_last_lines() throws IOException {
    try (ChildJvm child = ChildJvm.start("the child", arguments("7"), line -> {})) {
      assertThatThrownBy(child::join)
          .isInstanceOfSatisfying(
              ChildFailure.class, e -> assertThat(e.lastLines()).containsExactly("the reason"))
          .hasMessage("the child ended with exit code 7");
    }
  }

  @Test
  void a_child_ends_when_it_is_closed() throws IOException {
    List<String> lines = new CopyOnWriteArrayList<>();
    ChildJvm child = ChildJvm.start("the child", arguments(), lines::add);
    assertThat(child.isAlive()).isTrue();

    child.close();

    assertThat(child.isAlive()).isFalse();
  }
}
