import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isNumber, nextMessage } from '@soapstone/testing/child-message';

const SCRIPT = fileURLToPath(new URL('./answer-process.ts', import.meta.url));

/** Runs `use` with the origin of a server that answers SOAP requests, then stops the server. */
export async function withAnswers<Product>(
  argumentsOfServer: readonly string[],
  use: (server: string) => Promise<Product>,
): Promise<Product> {
  const child = fork(SCRIPT, [...argumentsOfServer], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const port = await nextMessage(child, isNumber);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}
