package dev.sluice.support.wire;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Nearest;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Secrets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address and settings that both halves of the Kafka binding read from {@code
 * kafka://b1:9092,b2:9092/topic?kafka.x=y}.
 *
 * @param servers the bootstrap servers
 * @param topic the topic
 * @param client settings of the Kafka client, without the prefix {@code kafka.}; they may hold
 *     secrets
 */
public record KafkaAddress(String servers, String topic, Map<String, String> client) {
  private static final String PREFIX = "kafka.";

  /** Option for the settings of the Kafka client. */
  public static final Key<Map<String, String>> CLIENT =
      Key.family(PREFIX, "Settings of the Kafka client, passed on untouched.");

  private static final String SERVERS = "bootstrap.servers";
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  /** Pattern of a quoted value in a login configuration, with its name. */
  private static final Pattern QUOTED = Pattern.compile("(?:(\\w+)\\s*=\\s*)?\"([^\"]+)\"");

  private static final String USER = "username";

  /**
   * Reads an endpoint; mistakes are noted in its options. Settings that the client does not know
   * are accepted, because a plug-in may read them, unless they look like a typing mistake.
   *
   * @param known the settings that the client knows
   */
  public static KafkaAddress of(Endpoint endpoint, Set<String> known) {
    Options options = endpoint.options();
    Map<String, String> client = new TreeMap<>(options.get(CLIENT));
    for (String key : client.keySet()) {
      String nearest = known.contains(key) ? null : Nearest.to(key, known);
      if (nearest != null && isTypo(key, nearest)) {
        options.problem(
            "unknown option '" + PREFIX + key + "'; did you mean '" + PREFIX + nearest + "'?");
      }
    }
    String servers = client.getOrDefault(SERVERS, endpoint.authority());
    client.put(SERVERS, servers);
    String topic = endpoint.path().replaceFirst("^/", "");
    if ((servers + topic).indexOf('@') >= 0) {
      options.problem(
          "'"
              + endpoint
              + "' must not hold a user and a password; give them as kafka.sasl.jaas.config");
      return new KafkaAddress(servers, topic, client);
    }
    if (servers.isEmpty()) {
      options.problem("'" + endpoint + "' names no broker; write it as kafka://host:9092/topic");
    }
    if (!TOPIC.matcher(topic).matches() || topic.matches("\\.{1,2}")) {
      options.problem(
          "'"
              + topic
              + "' in '"
              + endpoint
              + "' is no topic; write it as kafka://host:9092/topic, the topic as 1 to 249 of a-z A-Z 0-9 . _ -");
    }
    return new KafkaAddress(servers, topic, client);
  }

  /** Returns whether two names differ in at most two neighbouring characters. */
  private static boolean isTypo(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    int prefix = 0;
    while (prefix < shorter && a.charAt(prefix) == b.charAt(prefix)) {
      prefix++;
    }
    int suffix = 0;
    while (suffix < shorter - prefix
        && a.charAt(a.length() - 1 - suffix) == b.charAt(b.length() - 1 - suffix)) {
      suffix++;
    }
    return Math.max(a.length(), b.length()) - prefix - suffix <= 2;
  }

  /**
   * Returns the message of a client about its settings, in one line and without the values of
   * secrets.
   */
  public String redact(Throwable thrown) {
    String message =
        thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
    for (Map.Entry<String, String> setting : client.entrySet()) {
      if (Secrets.isSecret(setting.getKey()) && !setting.getValue().isEmpty()) {
        message = Secrets.mask(message, setting.getValue());
        Matcher quoted = QUOTED.matcher(setting.getValue());
        while (quoted.find()) {
          boolean user = USER.equalsIgnoreCase(quoted.group(1));
          message = user ? message : Secrets.mask(message, quoted.group(2));
        }
      }
    }
    return message.strip().replaceAll("\\s+", " ");
  }

  /** Returns the topic and the servers. */
  @Override
  public String toString() {
    return "topic " + topic + " at " + servers;
  }
}
