/** Where a command writes and reads; handed in, so that commands run in tests without a process. */
export interface Terminal {
  /** Results, and nothing else: what a pipe gets. */
  out(text: string): void;
  /** Warnings and errors for a person. */
  err(text: string): void;
  /** Everything that standard input holds. */
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
