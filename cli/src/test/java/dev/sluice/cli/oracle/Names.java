package dev.sluice.cli.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Signatures of operations, also those that no compiler gives. */
final class Names {
  private static final List<String> HOSTILE =
      List.of(
          "",
          " ",
          "(",
          ")(",
          "()",
          "a.b",
          "no signature; at all",
          "void a.B.c(java.util.Map<java.lang.String, int[]>, x.Y)",
          "public <T> java.util.List<? extends T> a.B.<init>()",
          "void a.B.quote\"'`(\\)",
          "void a.B.lines(\r\n\t)",
          "void a.B.escape\u001b[31m\u202e()",
          "void a.B.\ud83d\ude00\u00e4()",
          "void a.B.<script>alert(1)</script>()",
          "=1+1",
          "void a.B.c(int)\u0000",
          "(other operations)",
          "(entry)");

  private Names() {}

  static List<String> operations(Random random, boolean hostile) {
    List<String> names = new ArrayList<>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      names.add(
          hostile && random.nextBoolean()
              ? HOSTILE.get(random.nextInt(HOSTILE.size()))
              : "public void shop.C" + i % 3 + ".m" + i + "(int)");
    }
    return names;
  }
}
