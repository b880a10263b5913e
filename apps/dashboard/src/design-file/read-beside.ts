import type { DesignProblem, PlacedProblem, readStored } from './design-text.js';
import type { ReadRequest } from './read-worker.js';

/** A text of so many characters is read in a thread of its own. */
export const LARGE = 16_384;

/** A design file that was read in another thread. */
interface ReadBeside {
  readonly json: string | undefined;
  /** The reason why the text is not YAML. */
  readonly problems: readonly PlacedProblem[];
  /** The problems that were to be placed. */
  readonly placed: readonly PlacedProblem[];
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Reads a large design file, and finds the places of problems in it, without blocking the page. */
export function readBeside(text: string, found: readonly DesignProblem[]): Promise<ReadBeside> {
  return ask((id) => ({ id, text, found }));
}

/** Reads the response of the gateway with a large design, as `readStored` does. */
export function readStoredBeside(
  body: string,
  written: string | null,
): Promise<ReturnType<typeof readStored>> {
  return ask((id) => ({ id, body, written }));
}

function ask<Answer>(requestOf: (id: number) => ReadRequest): Promise<Answer> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: (answer) => resolve(answer as Answer), reject });
    worker ??= start();
    worker.postMessage(requestOf(id));
  });
}

function start(): Worker {
  const started = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly answer: unknown }>) => {
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  };
  started.onerror = () => {
    started.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('the design file could not be read'));
    waiting.clear();
  };
  return started;
}
