package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditJsonTest {
  private static ProducerAudit producer(String name) {
    return new ProducerAudit(
        "00000000000000ab",
        name,
        1,
        2,
        3,
        DropCounts.ofLabels(Map.of("ring_full", 4L)),
        5,
        6,
        7,
        8,
        true,
        "0-9,11");
  }

  @Test
  void every_figure_has_its_field() {
    assertThat(new Audit(1, 2, 3, 4, 5, List.of(producer("a"), producer(null))).toJson())
        .isEqualTo(
            "{'complete':false,'chunks':1,'records':2,'damaged':3,'skippedBytes':4,'forgotten':5,"
                    .replace('\'', '"')
                + "'producers':[".replace('\'', '"')
                + json("'a'")
                + ","
                + json("null")
                + "]}");
  }

  private static String json(String name) {
    return ("{'id':'00000000000000ab','name':"
            + name
            + ",'emitted':1,'delivered':2,'rejected':3,'dropped':{'ring_full':4},'gaps':5,"
            + "'unknown':6,'duplicates':7,'conflicts':8,'ended':true,'sequences':'0-9,11'}")
        .replace('\'', '"');
  }

  @Test
  void a_name_is_printable_ascii_without_a_quote_that_ends_it() {
    assertThat(new Audit(0, 0, 0, 0, 0, List.of(producer(" ~\"\\\u001f\u007f\u20ac"))).toJson())
        .contains("\"name\":\" ~\\\"\\\\\\u001f\\u007f\\u20ac\",");
  }
}
