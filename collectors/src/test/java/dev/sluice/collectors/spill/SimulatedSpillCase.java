package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A spill on a disk whose operations a test counts and lets fail. */
abstract class SimulatedSpillCase extends SpillCase {
  final SimulatedDisk disk = new SimulatedDisk(() -> 0).program();
  final List<Operation> done = new ArrayList<>();
  Operation failing;

  Spill spill(long bytes, Duration age, boolean evicts) {
    clock = new VirtualPlatform(0, 1, disk);
    disk.with(
        (what, path) -> {
          done.add(what);
          return what == failing ? Outcome.FAILS : Outcome.DONE;
        });
    return new Spill(
        new SpillSettings(directory(), bytes, age, evicts), OWN, clock, this::lost, told::add);
  }

  Spill spill() {
    return spill(1 << 20, null, false);
  }

  Chunk exactly(int bytes) {
    return factory.ofLength(bytes);
  }

  long count(Operation what) {
    return done.stream().filter(one -> one == what).count();
  }

  int segments() {
    return (int)
        disk.files(directory()).stream().filter(file -> file.toString().endsWith(".slu")).count();
  }
}
