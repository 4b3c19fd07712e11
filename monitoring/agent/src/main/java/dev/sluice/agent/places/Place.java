package dev.sluice.agent.places;

/** Kinds of methods of libraries, for contexts and presets. */
public enum Place {
  /** A servlet or filter receives a request and a response. */
  SERVLET(2),
  /** A handler of the JDK's server receives an exchange. */
  EXCHANGE(1),
  /** Vert.x continues with a request, which is the object. */
  ROUTED(0),
  /** Quarkus continues with a request, which is the object, on this thread or another. */
  RESUMED(0),
  /** Quarkus has found the method that answers the request. */
  ROUTE(1),
  /** A client of HTTP sends the request that is the object itself. */
  CONNECTION(0, 0),
  /** A client of HTTP sends the request that is its first argument. */
  REQUEST(1, 1),
  /** A client of HTTP sends the request that is its second argument to the host in the first. */
  REQUEST_TO(2, 2),
  /** A statement of SQL executes a text. */
  STATEMENT(1),
  /** A prepared statement of SQL executes its own text, or the texts added to it. */
  PREPARED(0),
  /** A statement of SQL adds a text to be executed later. */
  BATCH(1),
  /** A connection creates a statement for a text. */
  PREPARE(1),
  /** A producer sends a message. */
  SEND(1, 1),
  /** A consumer requests messages. */
  POLL(0),
  /** Messages are taken one after the other. */
  MESSAGES(0),
  /** The messages of a partition are requested. */
  PARTITION(1),
  /** A repository of Spring Data executes a method. */
  REPOSITORY(1);

  /** Number of arguments that are inspected. */
  final int arguments;

  /** Local variable of the object that leaves the process; negative if there is none. */
  final int sent;

  Place(int arguments) {
    this(arguments, -1);
  }

  Place(int arguments, int sent) {
    this.arguments = arguments;
    this.sent = sent;
  }
}
