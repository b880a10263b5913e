import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A module that runs in a process of its own, by its path without an extension. */
type ChildPath = 'registration/child' | 'credentials/child' | 'description/child';

/**
 * Starts a module in a process of its own, with a lower priority than this one: where there are more processes than
 * processors the calls of the gateway go first. It gets nothing of ours, neither the configuration nor the secrets in it.
 *
 * @param options what `fork` takes
 */
export function startChild(path: ChildPath, options: ForkOptions = {}): ChildProcess {
  const child = fork(locateModule(path), { env: {}, stdio: 'ignore', ...options });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: then it competes like any other.
  }
  return child;
}

/**
 * The file of a module that runs in a process or a thread of its own. Built, it stands beside the one bundle; for a source tree
 * `scripts/bundle-processes.mjs` puts it into a folder of its own, because Node 20 cannot run TypeScript.
 */
export function locateModule(path: ChildPath | 'store/sqlite-thread' | 'watchdog/watchdog-thread'): string {
  const here = import.meta.url;
  const folder = here.endsWith('.ts') ? '../../.processes/' : './';
  return fileURLToPath(new URL(`${folder}${path}.js`, here));
}
