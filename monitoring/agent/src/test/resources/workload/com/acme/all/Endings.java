package com.acme.all;

class Endings {
  static int a() {
    return b();
  }
  static int b() { return 1; } // } {
}
// no newline at the end