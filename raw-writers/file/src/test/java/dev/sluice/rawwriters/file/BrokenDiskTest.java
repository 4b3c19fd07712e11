package dev.sluice.rawwriters.file;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.BrokenClientContract;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import dev.sluice.testkit.Warns;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** An operation of the disk fails, in each way. */
@Warns({"cannot complete a segment", "was deleted or changed by somebody else"})
@ParameterizedClass
@ValueSource(strings = {"?rotate.bytes=1KiB&fsync=chunk", "/all.slu?fsync=chunk"})
class BrokenDiskTest extends BrokenClientContract {
  private static final List<Outcome> FAILURES =
      Stream.of(Outcome.values()).filter(outcome -> outcome != Outcome.DONE).toList();

  private final String options;

  BrokenDiskTest(String options) {
    this.options = options;
  }

  @Override
  protected int ways() {
    return FAILURES.size();
  }

  @Override
  protected RawWriter open(int way) {
    Disk disk =
        new SimulatedDisk(() -> 0)
            .program()
            .with((what, path) -> breaks() ? FAILURES.get(way) : Outcome.DONE);
    return new FileRawWriter(
        FileSettings.of(Endpoint.parse("file:/simulated/records" + options)),
        new VirtualPlatform(0, 1, disk));
  }
}
