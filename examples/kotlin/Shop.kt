package com.acme.shop

import dev.sluice.monitoring.Monitor
import dev.sluice.streams.RecordStream
import java.time.Duration

fun main(args: Array<String>) {
  val monitor = Monitor.to(args[0])
  val orders = OrderPlacedWriter.create(monitor.sink())
  val kiel = monitor.sink().symbol("Kiel")
  for (i in 1..1000) {
    orders.emit(System.nanoTime(), kiel, if (i % 2 == 0) "customer $i" else null, 0.5)
  }
  println(monitor.close(Duration.ofSeconds(5)))

  var total = 0.0
  var unnamed = 0
  RecordStream.builder(args[0]).open().use { stream ->
    stream.drain(RecordStream.typed(OrderPlacedReader.create()) { order ->
      total += order.total
      val customer: String? = order.customer // any text may be null, and Kotlin does not warn
      if (customer == null) unnamed++
    })
    println("total=$total unnamed=$unnamed complete=${stream.audit().complete()}")
  }
}
