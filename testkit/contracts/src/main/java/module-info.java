/** Contract suites, fakes and fault injection for tests of Sluice and of its plug-ins. */
module dev.sluice.testkit {
  requires transitive dev.sluice.api;
  requires transitive dev.sluice.support;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.jupiter.params;
  requires jdk.management;
  requires org.assertj.core;
  requires awaitility;
  requires static io.netty.buffer; // of NettyLeaks alone
  requires static io.netty.common;

  exports dev.sluice.testkit;
}
