/**
 * Bundles the gateway with the packages of this repository, and the modules that it runs in child processes and threads; for the tests, the
 * command line too. `npm start`, tests and tools need this to run them from the sources, because transpiling would take two seconds per
 * process. Dependencies are bundled too, because finding and reading their files takes most of the start of a process. Vitest calls it
 * before all tests; otherwise run `node scripts/bundle-processes.mjs [gateway|cli]`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';

const root = fileURLToPath(new URL('../', import.meta.url));
const apps = join(root, 'apps/');
/** The file of a bundle that holds the digest of what it was made of. */
const STAMP = 'made-of';

/** The programs of the gateway, which share their parts. */
const gatewayPrograms = ['index', 'main'];
/** The modules that the gateway starts, and its health check. `children/start-child.ts` looks for them in `.processes`, at the depth of `dist`. */
const gatewayModules = [
  'credentials/child',
  'calls/security/security-thread',
  'owners/description/child',
  'http/server/healthcheck',
  'children/spawner',
  'calls/mapping/thread',
  'owners/registration/child',
  'store/drivers/sqlite-thread',
  'watchdog/watchdog-thread',
];

/** Packages with native code, and those that need not be installed. They are found from the package that imports them. */
const IN_PLACE = /^(?:@photostructure\/sqlite|libxmljs2|koffi|pg-native)(?:$|\/)/;
/** Packages of this repository, and the modules that a package names for itself. */
const OURS = /^(?:@soapstone\/|#)/;
/** Leaves the packages for which `isInPlace` where they are. */
const inPlace = (isInPlace) => ({
  name: 'packages-in-place',
  setup({ onResolve, resolve }) {
    const resolving = Symbol('resolving');
    onResolve({ filter: /^[^./]/ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (kind === 'entry-point' || pluginData === resolving || !isInPlace(path)) return undefined;
      if (path.startsWith('node:')) return { path, external: true };
      const found = await resolve(path, { resolveDir, kind, pluginData: resolving });
      if (found.external || found.errors.length > 0) return { path, external: true };
      const isRequired = kind === 'require-call' || kind === 'require-resolve';
      return { path: isRequired ? found.path : pathToFileURL(found.path).href, external: true };
    });
  },
});
/** CommonJS modules that are part of an ES module still require the modules of Node. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/** The bundling of this process. Vitest runs a global setup again for each project, each time in a new instance of this module. */
const BUNDLED = Symbol.for('@soapstone/processes');

export default function bundleProcesses() {
  globalThis[BUNDLED] ??= Promise.all([bundleGateway(), bundleCommand()]);
  return globalThis[BUNDLED].then(() => undefined);
}

/** A module that is a process or a thread reads one file: each further file takes it longer than the code that it would share. */
function bundleGateway() {
  return bundle('gateway', [
    { modules: gatewayPrograms, splitting: true },
    { modules: gatewayModules, splitting: false },
  ]);
}

function bundleCommand() {
  return bundle('cli', [{ modules: ['main'], splitting: true }]);
}

/** Bundles these modules of an application into its folder `.processes`, unless the last bundle was made of the same files. */
async function bundle(app, parts) {
  const folder = `${apps}${app}/`;
  const outDir = `${folder}.processes`;
  const digest = digestOfSources();
  if ((await readFile(join(outDir, STAMP), 'utf8').catch(() => '')) === digest) return;
  // Another run may still read the old files.
  const fresh = `${outDir}-${process.pid}`;
  const bundlePart = ({ modules, splitting }) =>
    bundleModules({
      entry: Object.fromEntries(modules.map((name) => [name, `${folder}src/${name}.ts`])),
      outDir: fresh,
      splitting,
      banner: { js: REQUIRE },
      esbuildPlugins: [inPlace((name) => IN_PLACE.test(name))],
    });
  await Promise.all(parts.map(bundlePart));
  await writeFile(join(fresh, STAMP), digest);
  await rm(outDir, { recursive: true, force: true });
  await rename(fresh, outDir);
}

let digestOfThisProcess;

/** The digest of all that a bundle can contain: our sources, the versions of dependencies, this script, and the version of Node. */
function digestOfSources() {
  if (digestOfThisProcess !== undefined) return digestOfThisProcess;
  const hash = createHash('sha256').update(process.version);
  const add = (path) => hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  add('pnpm-lock.yaml');
  add('scripts/bundle-processes.mjs');
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  for (const folder of ['apps/cli', 'apps/gateway', ...packages.sort()]) {
    if (!existsSync(join(root, folder, 'package.json'))) continue;
    add(`${folder}/package.json`);
    const files = readdirSync(join(root, folder, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    for (const file of files.sort()) add(file);
  }
  digestOfThisProcess = hash.digest('hex');
  return digestOfThisProcess;
}

/** Bundles a program that uses the packages of this repository into `folder`. Resolves to its file. */
export async function bundleProgram(file, folder) {
  const name = basename(file, extname(file));
  await bundleModules({
    entry: { [name]: file },
    outDir: folder,
    splitting: false,
    esbuildPlugins: [inPlace((name) => !OURS.test(name))],
  });
  return join(folder, `${name}.js`);
}

function bundleModules(options) {
  return build({
    config: false,
    silent: true,
    format: 'esm',
    target: 'node20',
    dts: false,
    noExternal: [/./],
    esbuildOptions(esbuild) {
      esbuild.conditions = ['@soapstone/source'];
      // A process reads and compiles its bundle at each start.
      esbuild.minifyWhitespace = true;
    },
    ...options,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // `npm start` needs the gateway alone.
  await (process.argv[2] === 'cli' ? bundleCommand() : bundleGateway());
}
