import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How a thread of its own is started: the arguments of `Worker`. */
export interface ThreadModule {
  /** The file, or JavaScript. */
  readonly module: string;
  /** Whether it is JavaScript. */
  readonly evaluated: boolean;
}

/** How a process of its own is started. */
interface ChildModule {
  /** The file. */
  readonly module: string;
  /** Arguments for Node. */
  readonly execArgv: string[];
}

/** A module that runs in a process of its own, by its path without an extension. */
type ChildPath = 'registration/child' | 'credentials/child';

/**
 * Starts a module in a process of its own, with a lower priority than this one: where there are more processes than
 * processors the calls of the gateway go first. It gets nothing of ours, neither the configuration nor the secrets in it.
 *
 * @param options what `fork` takes; `execArgv` is added to what the module needs
 */
export function startChild(path: ChildPath, options: ForkOptions = {}): ChildProcess {
  const { module, execArgv } = locateChild(path);
  const child = fork(module, {
    env: {},
    stdio: 'ignore',
    ...options,
    execArgv: [...execArgv, ...(options.execArgv ?? [])],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: then it competes like any other.
  }
  return child;
}

/**
 * A module that runs in a process of its own, by its path without an extension. Built, it stands beside the one bundle; in a
 * source tree it is TypeScript, which Node 20 cannot run by itself.
 */
function locateChild(path: ChildPath): ChildModule {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    return { module: fileURLToPath(new URL(`./${path}.js`, here)), execArgv: [] };
  }
  const tsx = createRequire(here).resolve('tsx');
  return {
    module: fileURLToPath(new URL(`./${path}.ts`, here)),
    execArgv: ['--import', pathToFileURL(tsx).href, '--conditions=@soapstone/source'],
  };
}

/** A module that runs in a thread of its own, by its path without an extension. As `locateChild`, which says why. */
export function locateThread(path: 'store/sqlite-thread'): ThreadModule {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    return { module: fileURLToPath(new URL(`./${path}.js`, here)), evaluated: false };
  }
  // A thread of Node 20 does not heed `--import`.
  const register = createRequire(here).resolve('tsx/cjs/api');
  const file = fileURLToPath(new URL(`./${path}.ts`, here));
  const code = `require(${JSON.stringify(register)}).register(); require(${JSON.stringify(file)});`;
  return { module: code, evaluated: true };
}
