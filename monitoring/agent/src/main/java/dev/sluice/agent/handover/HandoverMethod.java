package dev.sluice.agent.handover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A method of the JDK through which work passes to another thread. Names are those of JDK 17 to 25;
 * methods that a JDK does not have are ignored.
 *
 * @param type internal name of the class
 * @param method its name
 * @param call what is called there
 * @param argument the local variable of the method that holds the task, at calls that need it
 */
record HandoverMethod(String type, String method, Call call, int argument) {
  /** Call that is put into a method. */
  enum Call {
    /** Call at the begin: the task is given. */
    GIVE,
    /** Call at the end of a constructor: the object is given. */
    GIVE_THIS,
    /** Call at the begin: the stage is given, if the first argument, an executor, is not null. */
    GIVE_STAGE,
    /** Call at the begin: the task will not be run. */
    GIVE_UP,
    /**
     * Calls at the begin and the end: the object is run. It need not be given if it is part of
     * another task.
     */
    RUN,
    /** Calls around each {@code Runnable.run()} in the method. */
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

  /** All methods, by class. */
  static final Map<String, List<HandoverMethod>> BY_TYPE = new HashMap<>();

  static {
    for (HandoverMethod method : ALL) {
      BY_TYPE.computeIfAbsent(method.type(), type -> new ArrayList<>()).add(method);
    }
  }
}
