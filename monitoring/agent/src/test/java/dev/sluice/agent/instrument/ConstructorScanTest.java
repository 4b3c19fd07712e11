package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.Zoo;
import java.io.InputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;

class ConstructorScanTest {
  private static ConstructorScan scan(String name) throws Exception {
    try (InputStream in = Zoo.class.getResourceAsStream(name + ".class")) {
      return ConstructorScan.of(new ClassReader(in));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Zoo$Animal, '(Ljava/lang/String;DJ)V', 1",
    "Zoo$Animal, '(I)V', 17",
    "Zoo$Dog, '(Z)V', 6",
    "Zoo$Broken, '()V', 2",
  })
  void object_is_initialised_by_the_call_that_has_no_new_before_it(
      String type, String descriptor, int call) throws Exception {
    assertThat(scan(type).call(descriptor)).isEqualTo(call);
  }
}
