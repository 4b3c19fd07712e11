package dev.sluice.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.streams.RecordStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maven builds a small project with the plug-in, and the project runs. */
class InstrumentMojoIT {
  private static final String SHOP =
      """
      package com.acme;

      public class Shop {
        public static void main(String[] args) {
          System.out.println(add(1, 2));
        }

        static int add(int a, int b) {
          return a + new Throwable().getStackTrace()[0].getLineNumber();
        }
      }
      """;
  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.acme</groupId>
        <artifactId>shop</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>17</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <dependencies>%s</dependencies>
        <build>
          <plugins>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-resources-plugin</artifactId>
              <version>3.4.0</version>
            </plugin>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-compiler-plugin</artifactId>
              <version>3.16.0</version>
            </plugin>
            <plugin>
              <groupId>dev.sluice</groupId>
              <artifactId>sluice-maven-plugin</artifactId>
              <version>%s</version>
              <executions>
                <execution>
                  <goals>
                    <goal>instrument</goal>
                  </goals>
                </execution>
              </executions>
              <configuration>%s</configuration>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  @TempDir private static Path shared;
  @TempDir private Path project;

  @BeforeEach
  void sources() throws IOException {
    Path file = project.resolve("src/main/java/com/acme/Shop.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, SHOP);
  }

  private MavenBuild.Result build(String dependencies, String configuration) throws Exception {
    String version = System.getProperty("sluice.version");
    Files.writeString(
        project.resolve("pom.xml"), POM.formatted(dependencies, version, configuration));
    return new MavenBuild(project, shared.resolve("repository")).run("compile");
  }

  private static String monitoring() {
    return "<dependency><groupId>dev.sluice</groupId><artifactId>sluice-monitoring</artifactId><version>"
        + System.getProperty("sluice.version")
        + "</version></dependency>";
  }

  private static String include(String pattern) {
    return "<includes><include>" + pattern + "</include></includes>";
  }

  @Test
  void instrumented_sources_are_compiled_instead_and_record() throws Exception {
    MavenBuild.Result built = build(monitoring(), include("com.acme.**#add"));
    assertThat(built.output())
        .contains("1 operations in 1 of 1 files", "BUILD SUCCESS")
        .doesNotContain("compileSourceRoots");

    Path classes = project.resolve("target/classes");
    String sink = "file:" + project.resolve("records");
    MavenBuild.Result ran =
        MavenBuild.run(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsluice.sink=" + sink + "?metadata=false",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "com.acme.Shop"),
            project);
    assertThat(ran.output()).contains("10\n");
    List<String> signatures = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder(sink).open()) {
      stream.drain(
          (cursor, chunk) ->
              signatures.add(cursor.text(cursor.type().indexOf("operationSignature"))));
    }
    assertThat(signatures).containsExactly("static int com.acme.Shop.add(int, int)");
  }

  @Test
  void second_build_compiles_nothing() throws Exception {
    build(monitoring(), "");
    Path shop = project.resolve("target/classes/com/acme/Shop.class");
    FileTime first = Files.getLastModifiedTime(shop);

    MavenBuild.Result again = build(monitoring(), "");

    assertThat(again.output()).contains("Nothing to compile");
    assertThat(Files.getLastModifiedTime(shop)).isEqualTo(first);
  }

  @Test
  void mistakes_are_told_in_one_line() throws Exception {
    assertFails(build("", ""), "need the dependency dev.sluice:sluice-monitoring; add it to shop");
    assertFails(build(monitoring(), include("com.acme.**#")), "a method must be named here");
    assertFails(build(monitoring(), "<probe>evnts</probe>"), "events");
    assertFails(build(monitoring(), include("org.other.**")), "no method in ");
    assertThat(project.resolve("target/instrumented-sources/0")).doesNotExist();
  }

  private static void assertFails(MavenBuild.Result result, String told) {
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.output().lines().filter(line -> line.startsWith("[ERROR] Failed")))
        .singleElement()
        .asString()
        .contains(told);
  }
}
