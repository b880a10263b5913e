/** What an administration command ends with. Scripts depend on these numbers; none is ever given another meaning. */
export const EXIT = {
  /** The command did what it was asked to do. */
  ok: 0,
  /** It found a reason not to: there is no such account, the address is taken, an audit log was changed. */
  refused: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** The configuration is not usable, or the database cannot be reached. */
  unavailable: 3,
  /** A fault of this program (EX_SOFTWARE of sysexits). */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
