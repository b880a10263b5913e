/** What the process ends with. Scripts depend on these numbers; none is ever given another meaning. */
export const EXIT: Readonly<{
  ok: 0;
  finding: 1;
  usage: 2;
  unreadable: 3;
  upstream: 4;
  internal: 70;
}> = {
  /** The command did what it was asked to do. */
  ok: 0,
  /** It did, and found what it was asked to find: an invalid message, a breaking change, a degraded operation, a missing document. */
  finding: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** An input cannot be read (there is no such file, it is no WSDL, it is not well-formed), or a file cannot be written. */
  unreadable: 3,
  /** A SOAP server or a document server did not answer. */
  upstream: 4,
  /** A fault of this program (EX_SOFTWARE of sysexits). */
  internal: 70,
};

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
