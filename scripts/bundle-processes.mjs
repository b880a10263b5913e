/**
 * Bundles the gateway with the packages of this repository, and the modules that it runs in child processes and threads; for the tests, the
 * command line too. `npm start`, tests and tools need this to run them from the sources, because transpiling would take two seconds per
 * process. Vitest calls it before all tests; otherwise run `node scripts/bundle-processes.mjs`.
 */
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';

const apps = fileURLToPath(new URL('../apps/', import.meta.url));

/** The modules of the gateway that are started. `children/start-child.ts` looks for them in `.processes`, at the depth of `dist`. */
const gatewayModules = [
  'index',
  'main',
  'credentials/child',
  'credentials/security-thread',
  'description/child',
  'children/nursery',
  'mapping/thread',
  'registration/child',
  'store/sqlite-thread',
  'watchdog/watchdog-thread',
];

/** Resolves third-party imports from the package that declares them. Our own packages are part of the bundle. */
const packagesInPlace = {
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

/** The bundling of this process. Vitest runs a global setup again for each project, each time in a new instance of this module. */
const BUNDLED = Symbol.for('@soapstone/processes');

export default function bundleProcesses() {
  globalThis[BUNDLED] ??= Promise.all([bundle('gateway', gatewayModules), bundle('cli', ['main'])]);
  return globalThis[BUNDLED].then(() => undefined);
}

/** Bundles these modules of an application into its folder `.processes`. */
async function bundle(app, modules) {
  const folder = `${apps}${app}/`;
  const outDir = `${folder}.processes`;
  // Another run may still read the old files.
  const fresh = `${outDir}-${process.pid}`;
  await build({
    config: false,
    silent: true,
    entry: Object.fromEntries(modules.map((name) => [name, `${folder}src/${name}.ts`])),
    outDir: fresh,
    format: 'esm',
    target: 'node20',
    dts: false,
    sourcemap: true,
    clean: true,
    esbuildPlugins: [packagesInPlace],
    esbuildOptions(options) {
      options.conditions = ['@soapstone/source', 'node', 'import'];
      options.mainFields = ['main'];
    },
  });
  await rm(outDir, { recursive: true, force: true });
  await rename(fresh, outDir);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // `npm start` needs the gateway alone.
  await bundle('gateway', gatewayModules);
}
