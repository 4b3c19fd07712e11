package dev.sluice.agent.places;

/** Methods that mean the same to contexts and presets. */
public enum Place {
  /** A servlet or filter gets a request and a response. */
  SERVLET(2),
  /** A handler of the JDK's server gets an exchange. */
  EXCHANGE(1),
  /** Vert.x goes on with a request, which is the object. */
  ROUTED(0),
  /** Quarkus goes on with it, on this thread or another. */
  RESUMED(0),
  /** Quarkus has found the method that answers it. */
  ROUTE(1),
  /** A client of HTTP sends the request that is the object itself. */
  CONNECTION(0, 0),
  /** It sends its first argument. */
  REQUEST(1, 1),
  /** It sends its second argument to the first. */
  REQUEST_TO(2, 2),
  /** A statement of SQL executes a text. */
  STATEMENT(1),
  /** It executes what it was made for, or has kept. */
  PREPARED(0),
  /** It keeps a text to be executed. */
  BATCH(1),
  /** A connection makes a statement of a text. */
  PREPARE(1),
  /** A producer sends a message. */
  SEND(1, 1),
  /** A consumer asks for messages. */
  POLL(0),
  /** Messages are taken one after the other. */
  MESSAGES(0),
  /** The messages of a partition are asked for. */
  PARTITION(1),
  /** A repository of Spring Data executes a method. */
  REPOSITORY(1);

  /** How many arguments are looked at. */
  final int arguments;

  /** The local variable of what leaves the process there; negative if nothing does. */
  final int sent;

  Place(int arguments) {
    this(arguments, -1);
  }

  Place(int arguments, int sent) {
    this.arguments = arguments;
    this.sent = sent;
  }
}
