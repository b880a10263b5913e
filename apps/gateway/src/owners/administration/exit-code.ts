/** The exit codes of administration commands. Scripts depend on these numbers, so none ever changes its meaning. */
export const EXIT = {
  /** The command succeeded. */
  ok: 0,
  /** The command was rejected: no such account, an address that is taken, a modified audit log. */
  refused: 1,
  /** The command line is invalid. */
  usage: 2,
  /** The configuration is invalid, or the database is unreachable. */
  unavailable: 3,
  /** A bug in this program (EX_SOFTWARE of sysexits). */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
