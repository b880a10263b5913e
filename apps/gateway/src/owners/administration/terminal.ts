/** The streams that a command reads and writes. Passed in, so that tests can run commands without a process. */
export interface Terminal {
  /** Results only, so that output can be piped. */
  out(text: string): void;
  /** Warnings and errors. */
  err(text: string): void;
  /** The whole standard input. */
  readInput(): Promise<string>;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    async readInput() {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}
