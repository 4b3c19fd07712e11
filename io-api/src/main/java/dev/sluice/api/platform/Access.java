package dev.sluice.api.platform;

/** Who may read the files and directories that are created; only the owner may ever write them. */
public enum Access {
  /** The user that the program runs as. */
  OWNER,
  /** That user and the group. */
  GROUP,
  /** Every user of the machine. */
  ALL
}
