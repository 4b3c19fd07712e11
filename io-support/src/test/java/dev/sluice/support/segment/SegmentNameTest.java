package dev.sluice.support.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentNameTest {
  @Test
  void a_name_reads_back_as_written() {
    SegmentName name = new SegmentName(0xfedc_ba98_7654_3210L, 42);

    assertThat(name.fileName()).isEqualTo("sluice-fedcba9876543210-000042.slu");
    assertThat(SegmentName.parse(name.fileName())).contains(name);
  }

  @Test
  void digits_of_a_name_are_the_same_in_every_locale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(String.format("%d", 42)).isNotEqualTo("42");
      assertThat(new SegmentName(1, 42).fileName()).isEqualTo("sluice-0000000000000001-000042.slu");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "records.slu",
        "sluice-1-000001.slu",
        "sluice-fedcba9876543210-00001.slu",
        "sluice-fedcba9876543210-000001.slu.tmp",
        "sluice-FEDCBA9876543210-000001.slu",
        "sluice-fedcba9876543210-9999999999999999999.slu"
      })
  void other_names_are_no_segments(String name) {
    assertThat(SegmentName.parse(name)).isEmpty();
  }

  @Test
  void segments_of_a_producer_sort_by_number_past_six_digits() {
    List<String> names =
        new ArrayList<>(
            List.of(
                new SegmentName(2, 0).fileName(),
                new SegmentName(1, 1_000_000).fileName(),
                "b.slu",
                new SegmentName(1, 999_999).fileName(),
                "a.slu"));
    names.sort(SegmentName.ORDER);

    assertThat(names)
        .containsExactly(
            "a.slu",
            "b.slu",
            "sluice-0000000000000001-999999.slu",
            "sluice-0000000000000001-1000000.slu",
            "sluice-0000000000000002-000000.slu");
  }
}
