import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How a process of its own is started. */
export interface ChildModule {
  /** The file. */
  readonly module: string;
  /** Arguments for Node. */
  readonly execArgv: string[];
}

/**
 * A module that runs in a process of its own, by its path without an extension. Built, it stands beside the one bundle; in a
 * source tree it is TypeScript, which Node 20 cannot run by itself.
 */
export function locateChild(path: 'registration/child' | 'credentials/child'): ChildModule {
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
