package dev.sluice.collectors.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.platform.SystemPlatform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SymbolsTest {
  private final Symbols symbols = new Symbols(4);
  private final Ring ring = new Ring(64, 1, new CollectorThreads(SystemPlatform.get()));

  private static ClassLoader loader() {
    return new URLClassLoader(new URL[0]);
  }

  private void awaitUnloading(int left) {
    await()
        .until(
            () -> {
              System.gc();
              symbols.release(ring, true);
              return symbols.size() == left;
            });
  }

  @Test
  void equal_strings_have_one_symbol_and_its_text_is_utf_8() {
    Symbol symbol = symbols.symbol("grün \uD83D\uDE00", null);
    assertThat(symbols.symbol(new String("grün \uD83D\uDE00"), null)).isSameAs(symbol);
    assertThat(symbol.id()).isBetween(1, Symbol.MAX_SYMBOLS);
    assertThat(symbols.text(symbol.id()))
        .isEqualTo("grün \uD83D\uDE00".getBytes(StandardCharsets.UTF_8));
    assertThat(symbols.text(symbols.symbol("", null).id())).isEmpty();
  }

  @Test
  void lone_surrogates_keep_their_three_bytes() {
    assertThat(symbols.text(symbols.symbol("\uD800", null).id())).containsExactly(0xED, 0xA0, 0x80);
  }

  @Test
  void texts_have_a_bound_in_bytes_together_and_room_comes_back() {
    Symbols many = new Symbols(Symbol.MAX_SYMBOLS);
    ClassLoader loader = loader();
    String text = "x".repeat(RowLayout.MAX_INLINE_BYTES - 8);
    int fit = 0;
    while (many.symbol("%08d".formatted(fit) + text, loader).id() != Symbol.INLINE) {
      fit++;
    }
    assertThat(fit).isEqualTo(Symbols.MAX_BYTES / RowLayout.MAX_INLINE_BYTES);
    assertThat(many.symbol("short", null).id()).isEqualTo(Symbol.INLINE);
    loader = null;
    await()
        .until(
            () -> {
              System.gc();
              many.release(ring, true);
              return many.symbol("short", null).id() != Symbol.INLINE;
            });
  }

  @Test
  void full_table_and_too_long_texts_fall_back_to_inline_and_are_counted() {
    for (int i = 0; i < 4; i++) {
      assertThat(symbols.symbol("s" + i, null).id()).isPositive();
    }
    assertThat(symbols.symbol("one more", null).id()).isEqualTo(Symbol.INLINE);
    assertThat(symbols.symbol("one more", null).value()).isEqualTo("one more");
    assertThat(new Symbols(9).symbol("x".repeat(65_537), null).id()).isEqualTo(Symbol.INLINE);
    assertThat(symbols.inlined()).isEqualTo(2);
    assertThat(symbols.size()).isEqualTo(4);
  }

  @Test
  void symbols_are_released_with_their_class_loader_and_ids_are_used_again() {
    ClassLoader loader = loader();
    for (int i = 0; i < 4; i++) {
      symbols.symbol("s" + i, loader);
    }
    assertThat(symbols.symbol("next", null).id()).isEqualTo(Symbol.INLINE);
    loader = null;
    awaitUnloading(0);
    assertThat(symbols.symbol("next", null).id()).isPositive();
  }

  @Test
  void symbol_lives_as_long_as_one_of_its_owners() {
    ClassLoader first = loader();
    ClassLoader second = loader();
    Symbol shared = symbols.symbol("shared", first);
    assertThat(symbols.symbol("shared", second)).isSameAs(shared);
    Symbol kept = symbols.symbol("kept", first);
    assertThat(symbols.symbol("kept", null)).isSameAs(kept);
    symbols.symbol("first only", first);
    first = null;
    awaitUnloading(2);
    assertThat(symbols.symbol("shared", second)).isSameAs(shared);
    second = null;
    awaitUnloading(1);
    assertThat(symbols.symbol("kept", null)).isSameAs(kept);
  }

  @Test
  void id_is_not_used_again_while_a_row_may_hold_it() {
    ClassLoader loader = loader();
    int id = symbols.symbol("gone", loader).id();
    Stripe stripe = ring.stripe();
    stripe.commit(stripe.claim(2), RowLayout.header(2, 0));
    loader = null;
    awaitUnloading(0);
    assertThat(symbols.text(id)).as("the row can still be encoded").isNotNull();
    assertThat(idsOf("a", "b", "c")).doesNotContain(id);
    ring.drain(new RowBatch(64, null), 10, 64);
    symbols.release(ring, false);
    assertThat(symbols.text(id)).as("drained, but not sealed").isNotNull();
    symbols.release(ring, true);
    assertThat(symbols.symbol("d", null).id()).isEqualTo(id);
  }

  private List<Integer> idsOf(String... texts) {
    return List.of(texts).stream().map(t -> symbols.symbol(t, null).id()).toList();
  }

  @Test
  void table_grows_and_keeps_every_text() {
    Symbols many = new Symbols(200);
    for (int i = 0; i < 200; i++) {
      many.symbol("s" + i, null);
    }
    for (int i = 0; i < 200; i++) {
      assertThat(many.text(many.symbol("s" + i, null).id())).asString().isEqualTo("s" + i);
    }
  }

  @Test
  void longest_text_of_a_symbol_is_that_of_a_row() {
    assertThat(symbols.symbol("x".repeat(RowLayout.MAX_INLINE_BYTES), null).id()).isPositive();
  }

  @Test
  void known_symbols_are_found_while_another_thread_registers_one() throws Exception {
    ClassLoader first = loader();
    ClassLoader second = loader();
    Symbol own = symbols.symbol("own", null);
    Symbol shared = symbols.symbol("shared", first);
    symbols.symbol("shared", second);
    synchronized (symbols) {
      CompletableFuture<List<Symbol>> found =
          CompletableFuture.supplyAsync(
              () ->
                  List.of(
                      symbols.symbol("own", null),
                      symbols.symbol("shared", first),
                      symbols.symbol("shared", second)));
      assertThat(found.get(10, TimeUnit.SECONDS)).containsExactly(own, shared, shared);
    }
  }
}
