package dev.sluice.cli.oracle;

import java.util.ArrayList;
import java.util.List;

/** An execution of an operation as it really was. */
final class Call {
  final Tree tree;
  String operation;
  final Call caller;
  final int order;
  final int depth;
  final long begin;
  final List<Call> callees = new ArrayList<>();
  Emission execution;
  Emission before;
  Emission after;
  long end;

  /** Records of its producer when it ended. */
  int emittedBefore;

  boolean failed;
  boolean ended;

  /** It begins now. */
  Call(Tree tree, String operation, Call caller, long begin) {
    this.tree = tree;
    this.operation = operation;
    this.caller = caller;
    this.begin = begin;
    order = tree.calls.size();
    depth = caller == null ? 0 : caller.depth + 1;
    tree.calls.add(this);
    if (caller != null) {
      caller.callees.add(this);
    }
  }

  long duration() {
    return Math.max(0, end - begin);
  }

  /** A call tree: what one thread did from entering the program to leaving it. */
  static final class Tree {
    final long id;
    final long thread;
    String session;
    final List<Call> calls = new ArrayList<>();
    Tree parent;
    int parentOrder = -1;
    int parentDepth;

    /** The execution that started it, or null. */
    Call starter;

    /** The call of another program that it works for, or null; what tells of that. */
    Remotes.Sent caller;

    Emission came;

    /** Messages that it takes together. */
    final List<Messages.Taken> taken = new ArrayList<>();

    /** Its calls of other programs, and the lower half of the request's id that goes with them. */
    final List<Remotes.Sent> sent = new ArrayList<>();

    long w3cTrace;

    int events;
    Emission announcement;

    Tree(long id, long thread, String session) {
      this.id = id;
      this.thread = thread;
      this.session = session;
    }

    boolean ended() {
      return calls.get(0).ended;
    }
  }
}
