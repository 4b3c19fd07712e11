package dev.sluice.docs;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.SecurityUtils;

/** What of {@code kafka-acls.sh} the pages use; the script itself is in no library. */
final class KafkaScripts {
  private final Properties client = new Properties();
  private final List<String> principals = new ArrayList<>();
  private final List<AclOperation> operations = new ArrayList<>();
  private final List<String[]> resources = new ArrayList<>();
  private PatternType pattern = PatternType.LITERAL;

  private KafkaScripts() {}

  /** The exit code. */
  static int run(String script, String[] arguments, PrintStream err) {
    KafkaScripts acls = new KafkaScripts();
    try {
      if (!script.equals("kafka-acls.sh")) {
        throw new IllegalArgumentException("no script is called " + script);
      }
      acls.read(arguments);
      acls.add();
      return 0;
    } catch (IOException | InterruptedException | ExecutionException | RuntimeException e) {
      err.println(script + ": " + e);
      return 1;
    }
  }

  private void read(String[] arguments) throws IOException {
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--add" -> {}
        case "--bootstrap-server" -> client.put("bootstrap.servers", arguments[++i]);
        case "--command-config" -> {
          try (Reader file = Files.newBufferedReader(Path.of(arguments[++i]))) {
            client.load(file);
          }
        }
        case "--allow-principal" -> principals.add(arguments[++i]);
        case "--operation" -> operations.add(SecurityUtils.operation(arguments[++i]));
        case "--resource-pattern-type" ->
            pattern = PatternType.fromString(arguments[++i].toUpperCase(Locale.ROOT));
        case "--topic", "--group", "--transactional-id" ->
            resources.add(new String[] {arguments[i].substring(2), arguments[++i]});
        case "--cluster" -> resources.add(new String[] {"cluster", "kafka-cluster"});
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
  }

  private void add() throws InterruptedException, ExecutionException {
    List<AclBinding> all = new ArrayList<>();
    for (String[] resource : resources) {
      ResourceType type = ResourceType.fromString(resource[0].replace('-', '_'));
      for (String principal : principals) {
        for (AclOperation operation : operations) {
          all.add(
              new AclBinding(
                  new ResourcePattern(type, resource[1], pattern),
                  new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW)));
        }
      }
    }
    try (Admin admin = Admin.create(client)) {
      admin.createAcls(all).all().get();
    }
  }
}
