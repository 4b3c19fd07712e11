package dev.sluice.agent.presets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("one-jdk")
class RoutesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/|/",
        "''|/",
        "/orders/17|/orders/{id}",
        "/orders/-17.5/|/orders/{id}",
        "//orders//open|/orders/open",
        "/v2/orders;jsessionid=1A2B/list;a=b|/v2/orders/list",
        "/o/6f1e9f5e-98a5-4b5c-a1ec-6c6ce0d2a7f3|/o/{id}",
        "/v2/users|/v2/users",
        "/oauth2/authorize/S3/x509|/oauth2/authorize/S3/x509",
        "/swagger-ui/api-docs-v3/openapi3|/swagger-ui/api-docs-v3/{id}",
        "/getUserById/order_items/favicon.ico|/getUserById/order_items/favicon.ico",
        "/reset/Xk29dkQm3LpZ|/reset/{id}",
        "/invite/k9dkqmlpz/ab12-cd34|/invite/{id}/{id}",
        "/u/eyJhbGciOiJIUzI1NiJ9.e30.x|/u/{id}",
        "/sha256sum/2024-invoices/2024-12-31|/{id}/{id}/{id}",
        "/o/deadbeef01/facade/decade|/o/{id}/facade/decade",
        "/mail/a@b.example/caf%C3%A9|/mail/{id}/{id}",
        "/a/b/c/d/e/f/g/h/i/j|/a/b/c/d/e/f/g/h/**",
        "/..%2f..%2fetc|/{id}",
      })
  void segments_that_are_values_are_left_out(String path, String route) {
    assertThat(Routes.of(path)).isEqualTo(route);
  }

  @Test
  void any_path_has_a_short_route() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder path = new StringBuilder();
      for (int k = random.nextInt(3000); k > 0; k--) {
        path.append("/;ab1%é\n\0-".charAt(random.nextInt(10)));
      }
      assertThat(Routes.of(path.toString())).hasSizeLessThan(350).startsWith("/");
    }
  }
}
