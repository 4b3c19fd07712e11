package dev.sluice.cli.trace;

import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.api.chunk.Ids;
import dev.sluice.cli.IdConverter;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/**
 * The traces that are asked for.
 *
 * @param trace their id, if {@code request} is null
 * @param request the trace id of the W3C of the request that they are of, or null
 */
record WantedId(long trace, String request) {
  boolean isOf(Trace one) {
    return request == null
        ? one.id() == trace
        : one.remotes().stream()
            .anyMatch(
                remote ->
                    remote.kind() != Remote.Kind.LINK && remote.span().trace().equals(request));
  }

  @Override
  public String toString() {
    return request == null ? Ids.print(trace) : request;
  }

  /** Reads one. */
  static final class Converter implements ITypeConverter<WantedId> {
    @Override
    public WantedId convert(String text) {
      return text.matches("[0-9a-fA-F]{32}")
          ? new WantedId(0, text.toLowerCase(Locale.ROOT))
          : new WantedId(new IdConverter().convert(text), null);
    }
  }
}
