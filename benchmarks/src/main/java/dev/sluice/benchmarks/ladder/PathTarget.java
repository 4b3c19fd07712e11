package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.calls.CallTarget;
import dev.sluice.benchmarks.calls.FileReceiver;
import dev.sluice.benchmarks.calls.Receiver;
import dev.sluice.benchmarks.ladder.path.LadderMethod;
import dev.sluice.benchmarks.ladder.path.MonitoredPath;
import dev.sluice.benchmarks.ladder.path.RecordLayout;
import dev.sluice.benchmarks.ladder.path.Switches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program with a path of these switches in its monitored method. */
record PathTarget(Switches switches, Path file) implements CallTarget {
  @Override
  public List<String> options() {
    List<String> options = new ArrayList<>(switches.options());
    options.add("-D" + LadderMethod.FILE + "=" + file);
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return options;
  }

  @Override
  public String application() {
    return LadderMethod.class.getName();
  }

  @Override
  public Receiver receiver() {
    return new FileReceiver(
        file.toString(),
        () -> RecordLayout.executions(file, switches.parts(), MonitoredPath.signature()));
  }
}
