package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that people use do the same with the agent as without it. */
@Tag("full")
class RealProgramIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private void assertSame(Path jdk, String include, String file, String source, String classPath)
      throws Exception {
    Path classes =
        Program.on(jdk, directory)
            .compile("classes", file, source, "-cp", classPath.isEmpty() ? "." : classPath);
    String all = classes + (classPath.isEmpty() ? "" : File.pathSeparator + classPath);
    String main = file.replace(".java", "").replace('/', '.');
    Program.Result without = Program.brief(jdk, directory).arguments("-cp", all, main).run();
    Program program = Program.on(jdk, directory);
    // Nothing is lost, so that nobody has a loss to tell of.
    Program.Result with = program.losingNothing(include).arguments("-cp", all, main).run();
    assertThat(without.exitCode()).isZero();
    assertThat(without.err()).isEmpty();
    assertThat(with).isEqualTo(without);
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0", "pending=0");
    try (Stream<Path> records = Files.list(program.records())) {
      assertThat(records).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void database_gives_the_same_results(Path jdk) throws Exception {
    assertSame(
        jdk,
        "org.h2.**|com.acme.**",
        "com/acme/Database.java",
        """
        package com.acme;
        import java.sql.*;
        public class Database {
          public static void main(String[] args) throws Exception {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:shop");
                Statement statement = connection.createStatement()) {
              statement.execute("create table item(id int primary key, name varchar, price decimal(8,2))");
              statement.execute("create index by_price on item(price)");
              try (PreparedStatement insert = connection.prepareStatement("insert into item values(?, ?, ?)")) {
                for (int i = 0; i < 300; i++) {
                  insert.setInt(1, i);
                  insert.setString(2, "n" + i * 7919 % 1000);
                  insert.setBigDecimal(3, java.math.BigDecimal.valueOf(i * 31 % 997, 2));
                  insert.addBatch();
                }
                insert.executeBatch();
              }
              print(statement, "select mod(id, 7) m, count(*), sum(price), max(name) from item group by m order by m");
              print(statement, "select a.id, b.name from item a join item b on a.id = b.id + 1 where a.price < 1 order by 1");
              print(statement, "select avg(price) over (partition by mod(id, 3) order by id) from item order by id limit 20");
              try {
                statement.execute("insert into item values(1, 'again', 1)");
              } catch (SQLException e) {
                System.out.println(e.getErrorCode());
              }
              connection.setAutoCommit(false);
              statement.execute("update item set price = price * 2 where id > 100");
              connection.rollback();
              print(statement, "select sum(price), count(distinct name) from item");
              print(statement, "explain select * from item where price = 3");
              print(statement, "script");
            }
          }
          static void print(Statement statement, String sql) throws SQLException {
            try (ResultSet result = statement.executeQuery(sql)) {
              int columns = result.getMetaData().getColumnCount();
              while (result.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                  line.append(result.getString(i)).append('|');
                }
                // The password of the user is salted.
                System.out.println(line.toString().replaceAll("SALT.*", ""));
              }
            }
          }
        }
        """,
        System.getProperty("sluice.h2"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void web_server_under_load_gives_the_same_answers(Path jdk) throws Exception {
    assertSame(
        jdk,
        "com.acme.**",
        "com/acme/Web.java",
        """
        package com.acme;
        import com.sun.net.httpserver.*;
        import java.io.*;
        import java.net.*;
        import java.net.http.*;
        import java.util.*;
        import java.util.concurrent.*;
        public class Web {
          public static void main(String[] args) throws Exception {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            ExecutorService workers = Executors.newFixedThreadPool(8);
            server.setExecutor(workers);
            server.createContext("/", Web::handle);
            server.start();
            URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            HttpClient client = HttpClient.newHttpClient();
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
              answers.add(ask(client, base.resolve("?n=" + i)));
              if (i >= 32) {
                answers.get(i - 32).join();
              }
            }
            long sum = 0;
            for (CompletableFuture<String> answer : answers) {
              sum = 31 * sum + answer.join().hashCode();
            }
            System.out.println(answers.get(1999).join() + " " + sum);
            server.stop(0);
            workers.shutdown();
            System.exit(0);
          }
          static CompletableFuture<String> ask(HttpClient client, URI uri) {
            return client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .thenApplyAsync(answer -> answer.statusCode() + answer.body());
          }
          static void handle(HttpExchange exchange) throws IOException {
            int n = Integer.parseInt(exchange.getRequestURI().getQuery().substring(2));
            byte[] body = answer(n).getBytes();
            exchange.sendResponseHeaders(n % 100 == 0 ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          }
          static String answer(int n) {
            return n + " is " + (isPrime(n) ? "prime" : "none");
          }
          static boolean isPrime(int n) {
            for (int i = 2; i * i <= n; i++) {
              if (n % i == 0) {
                return false;
              }
            }
            return n > 1;
          }
        }
        """,
        "");
  }
}
