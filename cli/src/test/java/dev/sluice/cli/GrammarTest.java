package dev.sluice.cli;

class GrammarTest extends GrammarContract {
  GrammarTest() {
    super("trace");
  }
}
