import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How a thread of its own is started: the arguments of `Worker`. */
export interface ThreadModule {
  /** The file, or JavaScript. */
  readonly module: string;
  /** Whether it is JavaScript. */
  readonly evaluated: boolean;
}

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
