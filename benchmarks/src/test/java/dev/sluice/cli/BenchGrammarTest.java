package dev.sluice.cli;

class BenchGrammarTest extends GrammarContract {
  BenchGrammarTest() {
    super("bench codec");
  }
}
