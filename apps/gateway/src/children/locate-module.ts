import { fileURLToPath } from 'node:url';
import type { ChildPath } from './spawner-messages.js';

/** A module that runs in its own process or thread, by its path without an extension. */
export type ModulePath =
  | ChildPath
  | 'children/spawner'
  | 'calls/security/security-thread'
  | 'calls/mapping/thread'
  | 'store/drivers/sqlite-thread'
  | 'watchdog/watchdog-thread';

/**
 * Returns the file of a module that runs in its own process or thread. In a build, it is next to the main bundle. For a source tree,
 * `scripts/bundle-processes.mjs` writes it to a separate folder, because Node 20 cannot run TypeScript.
 */
export function locateModule(path: ModulePath): string {
  const here = import.meta.url;
  const folder = here.endsWith('.ts') ? '../../.processes/' : './';
  return fileURLToPath(new URL(`${folder}${path}.js`, here));
}
