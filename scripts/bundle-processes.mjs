/**
 * Bundles the gateway with the packages of this repository, and the modules that it runs in processes and threads of their own.
 * `npm start`, tests and tools need this to run it from its sources: transpiling would take each process two
 * seconds. Vitest calls it once before all tests; otherwise run `node scripts/bundle-processes.mjs`.
 */
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';

const gateway = fileURLToPath(new URL('../apps/gateway/', import.meta.url));
/** The output folder, at the depth of `dist`, where `children/start-child.ts` looks. */
const outDir = `${gateway}.processes`;

const entries = [
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

export default async function bundleProcesses() {
  // Another run may still read the old files.
  const fresh = `${outDir}-${process.pid}`;
  await build({
    config: false,
    silent: true,
    entry: Object.fromEntries(entries.map((name) => [name, `${gateway}src/${name}.ts`])),
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProcesses();
