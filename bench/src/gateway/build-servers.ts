import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ServerProcess, startProcess } from '@soapstone/testing/server-process';
import { build, type Options } from 'tsup';

/** The servers of the bench, compiled to JavaScript. */
export interface BuiltServers {
  /** The file of a server by its name. */
  file(name: string): string;
  /** Starts a server in its own process. */
  start(name: string, argument: unknown): Promise<ServerProcess>;
  /** Ends the started servers, `kill` even if they no longer respond, and removes the files. */
  remove(how?: 'stop' | 'kill'): Promise<void>;
}

const SERVERS = ['soapstone', 'pass-through', 'json-pass-through', 'express-node-soap', 'upstream'] as const;
type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Builds the servers as the product is built. Running them from sources would measure the tool that transpiles them: it
 * sets the name of every function each time one is created, a third of the cost of a gateway call.
 */
export async function buildServers(): Promise<BuiltServers> {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-bench-servers-'));
  const outDir = join(directory, 'dist');
  const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  // The gateway reads its version from the manifest above its files.
  await copyFile(here('../../../apps/gateway/package.json'), join(directory, 'package.json'));
  await build({
    config: false,
    silent: true,
    entry: {
      ...Object.fromEntries(SERVERS.map((name) => [name, here(`./${name}.ts`)])),
      main: here('../../../apps/gateway/src/main.ts'),
      index: here('../../../apps/gateway/src/index.ts'),
      'hostile-gateway': here('../../../conformance/src/hostile/gateway-process.ts'),
      attackers: here('../neighbours/attackers-process.ts'),
      'tenants-process': here('../scale/tenants-process.ts'),
      // The gateway starts these files, which must be in its own folder.
      'calls/security/security-thread': here('../../../apps/gateway/src/calls/security/security-thread.ts'),
      'owners/description/child': here('../../../apps/gateway/src/owners/description/child.ts'),
      'children/spawner': here('../../../apps/gateway/src/children/spawner.ts'),
      'calls/mapping/thread': here('../../../apps/gateway/src/calls/mapping/thread.ts'),
      'owners/registration/child': here('../../../apps/gateway/src/owners/registration/child.ts'),
      'store/drivers/sqlite-thread': here('../../../apps/gateway/src/store/drivers/sqlite-thread.ts'),
      'watchdog/watchdog-thread': here('../../../apps/gateway/src/watchdog/watchdog-thread.ts'),
    },
    outDir,
    format: 'esm',
    target: 'node20',
    splitting: false,
    dts: false,
    clean: false,
    esbuildPlugins: [packagesInPlace],
    esbuildOptions(options) {
      // Resolves as Node does, except for our own sources.
      options.conditions = ['@soapstone/source', 'node', 'import'];
      options.mainFields = ['main'];
      // The mapper as it is published.
      options.minifySyntax = true;
    },
  });
  const processes: ServerProcess[] = [];
  const file = (name: string): string => join(outDir, `${name}.js`);
  return {
    file,
    async start(name, argument) {
      const server = await startProcess(file(name), argument);
      processes.push(server);
      return server;
    },
    async remove(how = 'stop') {
      await Promise.all(processes.map((server) => server[how]()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves third-party packages from their importer; ours are part of the bundle, as in a build. */
const packagesInPlace: Plugin = {
  name: 'packages-in-place',
  setup({ onResolve, resolve }) {
    const resolving = Symbol('resolving');
    onResolve({ filter: /^[^./]/ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (kind === 'entry-point' || pluginData === resolving || path.startsWith('@soapstone/'))
        return undefined;
      if (path.startsWith('node:')) return { path, external: true };
      const found = await resolve(path, { resolveDir, kind, pluginData: resolving });
      if (found.external || found.errors.length > 0) return { path, external: true };
      return { path: pathToFileURL(found.path).href, external: true };
    });
  },
};
