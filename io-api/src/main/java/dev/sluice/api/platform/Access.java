package dev.sluice.api.platform;

/**
 * Users that may read the files and directories that are created; only the owner may ever write
 * them.
 */
public enum Access {
  /** The user that runs the program. */
  OWNER,
  /** The user that runs the program, and its group. */
  GROUP,
  /** Every user of the machine. */
  ALL
}
