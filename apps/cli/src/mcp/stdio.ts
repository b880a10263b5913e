import { type AgentHost, serveLines } from '@soapstone/agent-tools';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Serves the Model Context Protocol on standard input and output, one message per line, until the input ends or the user stops it.
 *
 * @param maxBytes the maximum size of one message
 */
export async function serveStdio(
  host: AgentHost,
  terminal: Pick<Terminal, 'input' | 'out' | 'interrupted'>,
  maxBytes: number,
): Promise<void> {
  await serveLines(host, {
    input: terminal.input(),
    write: (line) => terminal.out(line),
    maxBytes,
    until: terminal.interrupted(),
    tooLarge: tooLargeMessage(maxBytes),
  });
}

/** The answer to a message that is too large. */
export function tooLargeMessage(maxBytes: number): string {
  return `A message has ${maxBytes} bytes at most (--request-bytes raises this limit)`;
}
