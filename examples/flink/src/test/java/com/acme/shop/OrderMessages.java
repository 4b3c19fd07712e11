package com.acme.shop;

import dev.sluice.rawreaders.kafka.RecordsDeserializer;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.Collector;

// snippet: flink-messages
/** A message is a chunk, which holds many orders. */
final class OrderMessages implements DeserializationSchema<OrderPlaced> {
  private static final long serialVersionUID = 1L;

  private transient RecordsDeserializer<OrderPlaced> records; // one for each task

  @Override
  public void open(InitializationContext context) {
    records = new RecordsDeserializer<>(OrderPlacedReader.create());
  }

  @Override
  public void deserialize(byte[] message, Collector<OrderPlaced> out) {
    records.deserialize("orders", message).forEach(out::collect);
  }

  @Override
  public OrderPlaced deserialize(byte[] message) {
    throw new UnsupportedOperationException("a message has several orders");
  }

  @Override
  public boolean isEndOfStream(OrderPlaced order) {
    return false;
  }

  @Override
  public TypeInformation<OrderPlaced> getProducedType() {
    return TypeInformation.of(OrderPlaced.class);
  }
}
// end
