package com.acme.all;

class Escapes {
  static final String BACKSLASHES = "\\u0041 \u005c\u005c";

  static String café(String text) { return text + BACKSLASHES + '\u0022' + "\\"; }

  static String \u0062race() \u007b return "\uuu0041"; /* " \u007d */ \u007d

  static String after(char c) { return "" + c; }
}
