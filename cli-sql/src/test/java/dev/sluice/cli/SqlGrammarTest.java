package dev.sluice.cli;

class SqlGrammarTest extends GrammarContract {
  SqlGrammarTest() {
    super("sql");
  }
}
