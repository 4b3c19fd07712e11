package dev.sluice.agent.presets;

import dev.sluice.agent.objects.Calls;
import dev.sluice.agent.places.Around;
import dev.sluice.api.record.RowSink;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.Probes;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Part of the preset {@code spring} in addition to its rule: repositories of Spring Data, whose
 * methods belong to an interface and so to no class that a rule could choose.
 */
final class Repositories {
  private final Groups groups;

  Repositories(Probes probes, RowSink sink, Consumer<String> full) {
    groups = new Groups(probes, sink, "methods of repositories", full);
  }

  Around.Ending repository(Object self, Object invocation, Object none) throws Exception {
    Method called = (Method) Calls.call(invocation, "getMethod");
    // A method that all repositories inherit does not tell which it is.
    Class<?>[] types = Calls.call(invocation, "getProxy").getClass().getInterfaces();
    String parameters =
        Arrays.stream(called.getParameterTypes())
            .map(Class::getTypeName)
            .collect(Collectors.joining(", "));
    String type = types.length == 0 ? "repository" : types[0].getName();
    String text = type + "." + called.getName() + "(" + parameters + ")";
    Groups.Group group = groups.of(text, text, "repository");
    OpenExecution execution = OpenExecution.begin(group.operation());
    return execution == null
        ? null
        : (result, failure) -> {
          execution.end(group.operation(), failure != null);
          return result;
        };
  }
}
