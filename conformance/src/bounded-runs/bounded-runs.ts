import { type ChildProcess, fork } from 'node:child_process';
import { parseArgs } from 'node:util';

/** What one file, and a whole run, may take. */
export interface Bounds {
  /** Seconds for one file. */
  readonly seconds: number;
  /** Minutes for all files together. */
  readonly minutes: number;
  /** The heap of the process that judges, in MB. */
  readonly megabytes: number;
}

/**
 * The arguments of a suite that judges the files of the corpus: all of them, the findings one by one, some paths, other times for a file
 * and for the run, one of several parts (`--part 3/8`), which together judge every file once, and whether the services have designs.
 */
export function readArguments(argv: readonly string[], { seconds, minutes }: Bounds) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      all: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: String(seconds) },
      minutes: { type: 'string', default: String(minutes) },
      part: { type: 'string', default: '1/1' },
      designs: { type: 'boolean', default: false },
    },
  });
  return values;
}

/**
 * The items of one part of a run, so that a run can be divided among processes, machines or hours. Neighbours are in different parts, because
 * they are alike, and parts should take equally long. The counts of all parts add up to those of the whole run.
 *
 * @param part which part of how many, such as `3/8`
 * @throws RangeError if there is no such part
 */
export function partOf<Item>(items: readonly Item[], part: string): readonly Item[] {
  const [, number, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(part) ?? [];
  if (number === undefined || Number(number) > Number(count))
    throw new RangeError(`--part is "${part}", and should be one part of several, such as 3/8`);
  return items.filter((_, index) => index % Number(count) === Number(number) - 1);
}

/** The outcome of one file: a result, or why there is none. */
export type Judged<Result> = { readonly result: Result } | { readonly skipped: string };

/** What a judging process answers. */
type Answer<Result> = { readonly result: Result } | { readonly error: string };

/**
 * Judges files one after the other in a process of their own. A file that takes too long or too much memory ends that process, is skipped
 * with the reason, and the rest is judged by a new one; what is left when the time of the run is over is skipped too. So every run ends.
 *
 * @param judge the module of the judging process, which calls `serveJudgements`
 * @param args the arguments of that process
 */
export async function* runBounded<Result>(
  judge: URL,
  paths: readonly string[],
  { seconds, minutes, megabytes }: Bounds,
  args: readonly string[] = [],
): AsyncGenerator<{ readonly path: string; readonly judged: Judged<Result> }> {
  const end = performance.now() + minutes * 60_000;
  let child: ChildProcess | undefined;
  try {
    for (const path of paths) {
      const left = end - performance.now();
      if (left <= 0) {
        yield { path, judged: { skipped: `the run has taken ${minutes} minutes` } };
        continue;
      }
      child ??= start(judge, megabytes, args);
      const ask = askWithin<Result>(child, path, Math.min(seconds * 1000, left));
      const answer = await ask;
      if (typeof answer === 'string') {
        child.kill('SIGKILL');
        child = undefined;
        const why: Readonly<Record<typeof answer, string>> = {
          timeout: `it took longer than ${Math.round(Math.min(seconds, left / 1000))} seconds`,
          exit: `its process ended, probably for lack of memory (${megabytes} MB)`,
        };
        yield { path, judged: { skipped: why[answer] } };
      } else if ('error' in answer) throw new Error(`${path}: ${answer.error}`);
      else yield { path, judged: { result: answer.result } };
    }
  } finally {
    child?.kill('SIGKILL');
  }
}

function start(judge: URL, megabytes: number, args: readonly string[]): ChildProcess {
  const execArgv = [...process.execArgv, `--max-old-space-size=${megabytes}`];
  // The text of V8 about a full heap is of no use to the reader.
  return fork(judge, [...args], { execArgv, stdio: ['ignore', 'inherit', 'ignore', 'ipc'] });
}

function askWithin<Result>(
  child: ChildProcess,
  path: string,
  ms: number,
): Promise<Answer<Result> | 'timeout' | 'exit'> {
  return new Promise((resolve) => {
    const finish = (answer: Answer<Result> | 'timeout' | 'exit'): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => finish('timeout'), ms);
    child.once('message', (answer) => finish(answer as Answer<Result>));
    child.once('exit', () => finish('exit'));
    child.once('error', () => finish('exit'));
    child.send(path);
  });
}

/** The other side: judges the files that the parent process names. */
export function serveJudgements<Result>(judge: (path: string) => Promise<Result>): void {
  process.on('message', async (path: string) => {
    const answer: Answer<Result> = await judge(path).then(
      (result) => ({ result }),
      (error: unknown) => ({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    process.send?.(answer);
  });
  // The parent may have been killed.
  process.on('disconnect', () => process.exit());
}
