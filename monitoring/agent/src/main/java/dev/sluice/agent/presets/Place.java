package dev.sluice.agent.presets;

import java.util.List;

/** Methods that mean the same to a preset. */
enum Place {
  /** A servlet or filter gets a request and a response. */
  SERVLET(2),
  /** A handler of the JDK's server gets an exchange. */
  EXCHANGE(1),
  /** A statement of SQL executes a text. */
  STATEMENT(1),
  /** It executes what it was made for, or has kept. */
  PREPARED(0),
  /** It keeps a text to be executed. */
  BATCH(1),
  /** A connection makes a statement of a text. */
  PREPARE(1),
  /** A producer sends a message. */
  SEND(1),
  /** A consumer asks for messages. */
  POLL(0),
  /** Messages are taken one after the other. */
  MESSAGES(0),
  /** A repository of Spring Data executes a method. */
  REPOSITORY(1);

  /** How many arguments are looked at. */
  final int arguments;

  Place(int arguments) {
    this.arguments = arguments;
  }

  /**
   * A method.
   *
   * @param type its class, or a text in the constant pool of all classes that may have it
   * @param isText whether that is a text
   * @param descriptor what its descriptor begins with
   */
  record Method(Place place, String type, boolean isText, String name, String descriptor) {
    static Method of(Place place, String type, String name, String descriptor) {
      return new Method(place, type, false, name, descriptor);
    }

    static Method anywhere(Place place, String text, String name, String descriptor) {
      return new Method(place, text, true, name, descriptor);
    }

    /** The one of these that a method is, or null. */
    static Method find(List<Method> all, String name, String descriptor) {
      for (Method method : all) {
        if (method.name.equals(name) && descriptor.startsWith(method.descriptor)) {
          return method;
        }
      }
      return null;
    }
  }
}
