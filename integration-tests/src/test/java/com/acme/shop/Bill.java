package com.acme.shop;

import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.util.concurrent.atomic.DoubleAdder;

public final class Bill {
  public static void main(String[] args) throws IOException {
    DoubleAdder total = new DoubleAdder();
    try (RecordStream stream = RecordStream.builder(args[0]).open()) {
      stream.drain(
          RecordStream.typed(OrderPlacedReader.create(), order -> total.add(order.total())));
      System.out.println("total=" + total + " complete=" + stream.audit().complete());
    }
  }
}
