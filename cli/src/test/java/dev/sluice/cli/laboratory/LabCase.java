package dev.sluice.cli.laboratory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Kind of program of the laboratory: a {@link Shop} with a fault planted, or with something that is
 * none.
 *
 * @param rules ids of rules of which one must find the fault; none if the program is healthy
 * @param place a part of the name of the operation that the finding must name; null for any
 * @param also rules that may find something besides, because the fault causes that, too
 * @param plant changes a healthy shop
 */
public record LabCase(
    String name, Set<String> rules, String place, Set<String> also, Consumer<Shop> plant) {
  /** Creates a fault that one rule finds, and no other. */
  static LabCase fault(String name, String rule, String place, Consumer<Shop> plant) {
    return new LabCase(name, Set.of(rule), place, Set.of(), plant);
  }

  /** Creates a program of which nothing is to be found but notes. */
  static LabCase healthy(String name, Consumer<Shop> plant) {
    return new LabCase(name, Set.of(), null, Set.of(), plant);
  }

  /** Returns this fault with rules that may find something besides. */
  LabCase also(String... besides) {
    return new LabCase(name, rules, place, Set.of(besides), plant);
  }

  /** Whether there is nothing to be found. */
  public boolean isHealthy() {
    return rules.isEmpty();
  }

  /** Draws the program from a seed. */
  public Shop shop(long seed) {
    Shop shop = new Shop(seed);
    plant.accept(shop);
    return shop;
  }

  /** Writes the recording of the program that a seed draws. */
  public Path write(Path file, long seed) throws IOException {
    return write(file, shop(seed));
  }

  /** Writes the recording of a shop and of the programs beside it. */
  static Path write(Path file, Shop shop) throws IOException {
    List<Shop> all = new ArrayList<>(List.of(shop));
    all.addAll(shop.others());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < all.size(); i++) {
      out.write(Files.readAllBytes(all.get(i).run().producer(7 + i).write(file)));
    }
    return Files.write(file, out.toByteArray());
  }
}
