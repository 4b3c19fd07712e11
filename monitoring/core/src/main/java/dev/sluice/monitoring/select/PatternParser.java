package dev.sluice.monitoring.select;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Nearest;
import dev.sluice.monitoring.select.PatternWords.Word;
import java.util.ArrayList;
import java.util.List;

/** Parser of patterns; every mistake contains a corrected text. */
record PatternParser(String text) {
  private static final String EXAMPLE = "com.acme.**#get*";
  private static final int REPAIRS = 10;
  private static final List<String> INITIALISERS =
      List.of(Candidate.CONSTRUCTOR, Candidate.STATIC_INITIALISER);

  static Pattern parse(String text) {
    try {
      return new PatternParser(text).read();
    } catch (Mistake mistake) {
      throw new ConfigurationException(
          List.of(
              "pattern '%s', column %d: %s; write '%s'"
                  .formatted(text, mistake.at + 1, mistake.getMessage(), nearest(mistake))));
    }
  }

  /** Returns the nearest correct text, found by repairing one mistake after the other. */
  private static String nearest(Mistake first) {
    String repaired = first.repaired;
    for (int i = 0; i < REPAIRS; i++) {
      try {
        new PatternParser(repaired).read();
        return repaired;
      } catch (Mistake next) {
        repaired = next.repaired;
      }
    }
    return EXAMPLE;
  }

  private Pattern read() {
    if (text.isBlank()) {
      throw new Mistake(0, "it is empty", EXAMPLE);
    }
    int open = text.indexOf('(');
    List<Word> words = PatternWords.of(open < 0 ? text : text.substring(0, open));
    List<Condition> conditions = new ArrayList<>();
    int next = 0;
    while (next < words.size() && isCondition(words.get(next).text())) {
      conditions.add(condition(words.get(next++)));
    }
    List<Word> names = words.subList(next, words.size());
    Parameters parameters = open < 0 ? null : parameters(open);
    boolean glob = open < 0 || names.size() == 1 && names.get(0).text().indexOf('#') >= 0;
    return glob
        ? glob(conditions, names, parameters)
        : signature(conditions, names, parameters, open);
  }

  private static boolean isCondition(String word) {
    return word.startsWith("!")
        || word.startsWith("@")
        || word.startsWith("[")
        || word.startsWith("non_")
        || Condition.WORDS.contains(word);
  }

  private Condition condition(Word word) {
    if (!word.startsWith("[")) {
      return alternative(word);
    }
    if (!word.text().endsWith("]")) {
      int blank = word.text().indexOf(' ');
      int end = blank < 0 ? word.end() : word.at() + blank;
      throw new Mistake(word.at(), "'[' is not closed", insert(end, "]"));
    }
    Condition any = null;
    String inside = word.text().substring(1, word.text().length() - 1);
    for (Word part : PatternWords.split(inside, '|')) {
      int blanks = part.text().length() - part.text().stripLeading().length();
      Condition next =
          alternative(new Word(part.text().trim(), word.at() + 1 + part.at() + blanks));
      any = any == null ? next : any.or(next);
    }
    return any;
  }

  private Condition alternative(Word word) {
    int negation = word.startsWith("!") ? 1 : word.startsWith("non_") ? 4 : 0;
    String name = word.text().substring(negation);
    Condition condition;
    if (name.startsWith("@")) {
      checkName(new Word(name.substring(1), word.at() + negation + 1), "an annotation");
      condition = Condition.annotation(name.substring(1));
    } else if (Condition.WORDS.contains(name)) {
      condition = Condition.modifier(name);
    } else {
      throw noModifier(new Word(name, word.at() + negation));
    }
    return negation == 0 ? condition : condition.negated();
  }

  private Mistake noModifier(Word word) {
    String nearest = Nearest.to(word.text(), Condition.WORDS);
    return new Mistake(
        word.at(),
        "'" + word.text() + "' is no modifier (" + String.join(", ", Condition.WORDS) + ")",
        replace(word, nearest == null ? "public" : nearest));
  }

  private Pattern glob(List<Condition> conditions, List<Word> names, Parameters parameters) {
    boolean constructors = !names.isEmpty() && names.get(0).text().equals(Candidate.NEW);
    int expected = constructors ? 2 : 1;
    checkNumber(names, expected);
    if (names.isEmpty()) {
      return new Pattern(text, conditions, null, null, null, null);
    }
    Word name = names.get(expected - 1);
    int hash = name.text().indexOf('#');
    Word type = hash < 0 ? name : new Word(name.text().substring(0, hash), name.at());
    checkType(type, "a class");
    if (hash < 0) {
      Glob method = constructors ? Glob.ofName(Candidate.CONSTRUCTOR) : null;
      return new Pattern(text, conditions, Glob.ofName(type.text()), method, null, null);
    }
    Word method = new Word(name.text().substring(hash + 1), name.at() + hash + 1);
    if (constructors && !method.text().equals(Candidate.CONSTRUCTOR)) {
      throw new Mistake(
          method.at(), "a constructor is called <init>", replace(method, Candidate.CONSTRUCTOR));
    }
    checkMethod(method);
    return new Pattern(
        text, conditions, Glob.ofName(type.text()), Glob.ofName(method.text()), null, parameters);
  }

  private void checkNumber(List<Word> names, int expected) {
    if (names.size() > expected) {
      throw tooMany(names);
    }
    if (expected == 2 && names.size() < 2) {
      int end = names.get(0).end();
      throw new Mistake(end, "classes must follow 'new'", insert(end, " com.acme.**"));
    }
  }

  /**
   * Returns the mistake of several words: one was meant to be a modifier, or all of them to be a
   * signature.
   */
  private Mistake tooMany(List<Word> names) {
    Word first = names.get(0);
    return Nearest.to(first.text(), Condition.WORDS) != null
        ? noModifier(first)
        : new Mistake(text.length(), "a signature must end in parameters", text + "(..)");
  }

  private Pattern signature(
      List<Condition> conditions, List<Word> names, Parameters parameters, int open) {
    if (names.isEmpty()) {
      throw new Mistake(
          open,
          "class and method must stand before '('",
          insert(open, (open == 0 ? "" : " ") + "..* com.acme..*.*"));
    }
    Word name = names.get(names.size() - 1);
    if (names.size() == 1) {
      throw new Mistake(
          name.at(),
          "the result type is missing",
          insert(name.at(), name.text().endsWith(Candidate.CONSTRUCTOR) ? "new " : "..* "));
    }
    if (names.size() > 2) {
      throw noModifier(names.get(0));
    }
    Word result = names.get(0);
    boolean constructor = result.text().equals(Candidate.NEW);
    checkConstructor(constructor, result, name);
    int dot = name.text().lastIndexOf('.');
    if (dot <= 0) {
      throw new Mistake(
          name.at(), "the class before the method is missing", insert(name.at(), "com.acme.Foo."));
    }
    Word type = new Word(name.text().substring(0, dot), name.at());
    Word method = new Word(name.text().substring(dot + 1), name.at() + dot + 1);
    checkType(type, "a class");
    checkMethod(method);
    if (!constructor) {
      checkType(result, "a result type");
    }
    return new Pattern(
        text,
        conditions,
        Glob.ofName(type.text()),
        Glob.ofName(method.text()),
        constructor ? null : Glob.ofType(result.text()),
        parameters);
  }

  /** Checks that a constructor's pattern has a result and a name that fit. */
  private void checkConstructor(boolean constructor, Word result, Word name) {
    if (constructor && !name.text().endsWith("." + Candidate.CONSTRUCTOR)) {
      throw new Mistake(
          name.end(), "a constructor is called <init>", insert(name.end(), ".<init>"));
    }
    if (!constructor && name.text().endsWith("." + Candidate.CONSTRUCTOR)) {
      throw new Mistake(
          result.at(), "a constructor's result is 'new'", replace(result, Candidate.NEW));
    }
  }

  private Parameters parameters(int open) {
    int close = text.indexOf(')', open);
    if (close < 0) {
      throw new Mistake(text.length(), "')' is missing", text + ")");
    }
    if (close != text.stripTrailing().length() - 1) {
      throw new Mistake(
          close + 1, "nothing may follow ')', throws neither", text.substring(0, close + 1));
    }
    String inside = text.substring(open + 1, close);
    List<String> types = new ArrayList<>();
    if (inside.isBlank()) {
      return new Parameters(types);
    }
    for (Word part : PatternWords.split(inside, ',')) {
      String type = part.text().trim();
      int at = open + 1 + part.at() + part.text().indexOf(type);
      if (type.isEmpty()) {
        throw new Mistake(at, "a parameter type is missing", insert(at, "*"));
      }
      if (!type.equals("..")) {
        checkType(new Word(type, at), "a parameter type");
      }
      types.add(type);
    }
    return new Parameters(types);
  }

  private void checkMethod(Word method) {
    if (INITIALISERS.contains(method.text())) {
      return;
    }
    if (method.text().isEmpty()) {
      throw new Mistake(method.at(), "a method must be named here", insert(method.at(), "*"));
    }
    checkCharacters(method, "a method name", "*");
  }

  /**
   * Checks that a type has no array or variable arity, which only results and parameters may have.
   */
  private void checkType(Word type, String what) {
    String name = type.text();
    if (!what.equals("a class")) {
      name = name.endsWith("...") ? name.substring(0, name.length() - 3) : name;
      while (name.endsWith("[]")) {
        name = name.substring(0, name.length() - 2);
      }
    }
    checkName(new Word(name, type.at()), what);
  }

  private void checkName(Word name, String what) {
    if (name.text().isEmpty()) {
      throw new Mistake(name.at(), what + " must be named here", insert(name.at(), "**"));
    }
    checkCharacters(name, "the name of " + what, ".*");
    int dots = name.text().indexOf("...");
    if (dots >= 0) {
      throw new Mistake(
          name.at() + dots, "more than two dots", replace(new Word("...", name.at() + dots), ".."));
    }
    if (name.text().endsWith(".")) {
      throw new Mistake(
          name.end() - 1, "the name of " + what + " must not end in '.'", insert(name.end(), "*"));
    }
    if (name.startsWith(".") && !name.startsWith("..")) {
      throw new Mistake(
          name.at(),
          "the name of " + what + " must not begin with '.'",
          replace(new Word(".", name.at()), ""));
    }
  }

  private void checkCharacters(Word word, String where, String others) {
    for (int i = 0; i < word.text().length(); i++) {
      char c = word.text().charAt(i);
      if (Character.isJavaIdentifierPart(c) || others.indexOf(c) >= 0) {
        continue;
      }
      int at = word.at() + i;
      if (c == '<') {
        int end = text.lastIndexOf('>') < at ? word.end() : text.lastIndexOf('>') + 1;
        throw new Mistake(
            at,
            "'<' must not be in " + where + ", whose type parameters are erased",
            text.substring(0, at) + text.substring(end));
      }
      throw new Mistake(
          at,
          "'" + c + "' must not be in " + where,
          replace(new Word(String.valueOf(c), at), c == '/' && others.contains(".") ? "." : ""));
    }
  }

  private String insert(int at, String more) {
    return text.substring(0, at) + more + text.substring(at);
  }

  private String replace(Word word, String by) {
    return text.substring(0, word.at()) + by + text.substring(word.end());
  }
}
