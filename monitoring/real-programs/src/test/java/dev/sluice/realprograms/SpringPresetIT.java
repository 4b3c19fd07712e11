package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code -Dspring-boot.version=4.0.7} on the next one, too. */
class SpringPresetIT {
  @TempDir private Path directory;

  /** What the command finds. */
  private static String findings(Path records) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                "../../cli/target/sluice/lib/*",
                "dev.sluice.cli.Main",
                "findings",
                records.toString())
            .redirectErrorStream(true)
            .start();
    String found = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(found).isZero();
    return found.replaceAll("\\s+", " ");
  }

  @Test
  void a_service_is_recorded_by_routes_handlers_repositories_and_statements() throws Exception {
    Program program = RealProgram.on(directory);
    Program.Result result =
        program
            .agent(
                "sink=file:"
                    + program.records()
                    + "?policy=block;report="
                    + program.report()
                    + ";preset=http,jdbc,spring")
            .arguments(
                "-Dspring.main.banner-mode=off",
                "-Dlogging.level.root=OFF",
                "-Dserver.port=0",
                "dev.sluice.realprograms.orders.Orders")
            .run();
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines()).containsExactly("200", "200", "200", "500", "404");
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0\n");
    Recording recording = Recording.of(program.records());

    String columns = "SELECT \"ORDERS\".\"ID\" AS \"ID\", \"ORDERS\".\"CUSTOMER\" AS \"CUSTOMER\"";
    String byId = columns + " FROM \"ORDERS\" WHERE \"ORDERS\".\"ID\" = ?";
    String byCustomer = columns + " FROM \"ORDERS\" WHERE \"ORDERS\".\"CUSTOMER\" = ?";
    assertThat(recording.detailed())
        .contains(
            "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(?))"
                + " [CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(?)),-1,h2database]",
            "INSERT INTO orders VALUES (?) [INSERT INTO orders VALUES (?),1,h2database]",
            byId + " [" + byId + ",-1,h2database]",
            "GET /orders/{id} [GET,/orders/{id},200]",
            "GET /customers/{name} [GET,/customers/{name},200]",
            "GET /later/{id} [GET,/later/{id},200]",
            "GET /failing ! [GET,/failing,500]",
            "GET /** [GET,/**,404]");
    assertThat(recording.traces())
        .contains(
            List.of("Orders$Cleaner.clean 0/0"),
            List.of(
                "GET /orders/{id} 0/0",
                "Orders$Controller.order 1/1",
                "Orders$OrderRepository.findById 2/2",
                byId + " 3/3"),
            List.of(
                "GET /customers/{name} 0/0",
                "Orders$Controller.customer 1/1",
                "Orders$OrderRepository.findByCustomer 2/2",
                byCustomer + " 3/3"),
            List.of("GET /later/{id} 0/0", "Orders$Controller.later 1/1"));

    assertThat(findings(program.records()))
        .containsPattern(
            "calls (Orders\\$OrderRepository.findByCustomer|SELECT .{1,150}) about 20 times in a row")
        .contains("in 25 of its 25 calls", "n+1, likely");
  }
}
