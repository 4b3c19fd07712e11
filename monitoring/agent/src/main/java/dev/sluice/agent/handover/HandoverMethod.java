package dev.sluice.agent.handover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A method of the JDK that work passes through on its way to another thread. Names are those of JDK
 * 17 to 25; methods that a JDK does not have are ignored.
 *
 * @param type internal name of the class
 * @param method its name
 * @param call what is called there
 * @param argument the local variable of the method that holds the task, at calls that need it
 */
record HandoverMethod(String type, String method, Call call, int argument) {
  /** What is put into a method. */
  enum Call {
    /** At the begin: the task is given. */
    GIVE,
    /** At the end of a constructor: the object is given. */
    GIVE_THIS,
    /** The same if the first argument, an executor, is not null. */
    GIVE_STAGE,
    /** At the begin: the task is given up. */
    GIVE_UP,
    /** Begin and end: the object is run. Without being given if it is part of another task. */
    RUN,
    /** Around each {@code Runnable.run()} in the method. */
    RUN_INSIDE
  }

  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String POOL = CONCURRENT + "ThreadPoolExecutor";
  private static final String FUTURE = CONCURRENT + "CompletableFuture";
  private static final String CONSTRUCTOR = "<init>";

  private static final List<HandoverMethod> ALL =
      List.of(
          new HandoverMethod("java/lang/Thread", "start", Call.GIVE, 0),
          new HandoverMethod("java/lang/VirtualThread", "start", Call.GIVE, 0),
          new HandoverMethod(POOL, "execute", Call.GIVE, 1),
          new HandoverMethod(POOL, "reject", Call.GIVE_UP, 1),
          new HandoverMethod(POOL, "remove", Call.GIVE_UP, 1),
          new HandoverMethod(POOL, "runWorker", Call.RUN_INSIDE, 0),
          new HandoverMethod(
              CONCURRENT + "ScheduledThreadPoolExecutor", "delayedExecute", Call.GIVE, 1),
          new HandoverMethod(CONCURRENT + "ForkJoinPool$WorkQueue", "push", Call.GIVE, 1),
          new HandoverMethod(CONCURRENT + "ForkJoinPool$WorkQueue", "lockedPush", Call.GIVE, 1),
          new HandoverMethod(CONCURRENT + "ForkJoinTask", "doExec", Call.RUN, 0),
          new HandoverMethod(FUTURE + "$AsyncRun", CONSTRUCTOR, Call.GIVE_THIS, 0),
          new HandoverMethod(FUTURE + "$AsyncRun", "run", Call.RUN, 0),
          new HandoverMethod(FUTURE + "$AsyncSupply", CONSTRUCTOR, Call.GIVE_THIS, 0),
          new HandoverMethod(FUTURE + "$AsyncSupply", "run", Call.RUN, 0),
          new HandoverMethod(FUTURE + "$UniCompletion", CONSTRUCTOR, Call.GIVE_STAGE, 1),
          new HandoverMethod(FUTURE + "$Completion", "run", Call.RUN, 0));

  /** All, by class. */
  static final Map<String, List<HandoverMethod>> BY_TYPE = new HashMap<>();

  static {
    for (HandoverMethod method : ALL) {
      BY_TYPE.computeIfAbsent(method.type(), type -> new ArrayList<>()).add(method);
    }
  }
}
