/** The exit codes of the process. Scripts depend on these numbers, so none ever changes its meaning. */
export const EXIT: Readonly<{
  ok: 0;
  finding: 1;
  usage: 2;
  unreadable: 3;
  upstream: 4;
  internal: 70;
}> = {
  /** The command succeeded. */
  ok: 0,
  /** The command succeeded and has findings: an invalid message, a breaking change, a degraded operation, a missing document. */
  finding: 1,
  /** The command line is invalid. */
  usage: 2,
  /** An input cannot be read (missing file, not a WSDL, not well-formed), or a file cannot be written. */
  unreadable: 3,
  /** A SOAP server or a document server did not respond. */
  upstream: 4,
  /** A bug in this program (EX_SOFTWARE of sysexits). */
  internal: 70,
};

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
