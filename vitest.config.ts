import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { leftOut } from './scripts/nightly-tests.mjs';

// Tests read the sources of every package through the "@soapstone/source" export condition: no build comes first.
// "import" and "default" are not named: Vite and Node apply them by themselves, and naming them sends them to require() too.
const conditions = ['@soapstone/source', 'node'];
/**
 * `SOAPSTONE_TESTS=fast`: unit tests and those of our own servers, in one set-up. `deep`: everything else, and the end-to-end tests of the
 * gateway in the set-ups that `fast` has not run. Not set: the files that are named on the command line, in every set-up.
 */
const speed = process.env['SOAPSTONE_TESTS'];
/** How much the deep tests do: runs, crashes, seconds. Every test reads it from its environment. */
const depth = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
if (![1, 10, 100].includes(depth)) throw new Error('SOAPSTONE_DEPTH must be 1, 10 or 100');
/**
 * A folder for transformed modules: the projects of a run, and all runs with this folder, transform each module once. Only `.ci/run` has one,
 * because a module in it keeps the places of its imports, which are wrong once a file has moved.
 */
const moduleCache = process.env['SOAPSTONE_MODULE_CACHE'];
/** What an end-to-end file names that runs with PostgreSQL or Redis too. */
const SET_UPS = /\b(?:setUps|stages|databases|findPostgres|hasRedis)\b/;
/** The end-to-end files of a package that `deep` runs again, with the set-ups that `fast` lacks. */
const withSetUps = (root: string): string[] => {
  const sources = fileURLToPath(new URL(`${root}/src/`, import.meta.url));
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.e2e.test.ts') && SET_UPS.test(readFileSync(join(sources, file), 'utf8')),
    )
    .map((file) => `${root}/src/${file}`);
};
interface ProjectOptions {
  /** Modules run before each file. */
  readonly setupFiles?: string[];
  /** Arguments of Node. */
  readonly execArgv?: string[];
  /** Run once before all tests. */
  readonly globalSetup?: string;
  /** Whether some of its end-to-end tests run with several databases. */
  readonly hasSetUps?: boolean;
  /**
   * Files of `src` that replace a module, change or read state that all files of a process share, or measure their process. Each of them runs
   * in its own process. The others share the processes of their project, which load its modules and libraries once: a third of the time.
   */
  readonly isolated?: string[];
}
interface Package extends ProjectOptions {
  readonly name: string;
  readonly root: string;
}
const project = (
  name: string,
  root: string,
  { isolated = [], globalSetup, hasSetUps = false, ...options }: ProjectOptions = {},
) => {
  // One root for all, because it is part of the key of a transformed module in the cache.
  const base = { root: '.', setupFiles: [], ...options };
  const isDeep = (file: string) => file.endsWith('.deep.test.ts');
  const alone = isolated
    .filter((file) => !speed || isDeep(file) === (speed === 'deep'))
    .map((file) => `${root}/src/${file}`);
  const shared = {
    name,
    ...(globalSetup !== undefined && { globalSetup }),
    include: [`${root}/src/**/*${speed === 'deep' ? '.deep' : ''}.test.ts`],
    exclude: [...alone, ...leftOut],
    isolate: false,
  };
  const again = speed === 'deep' && hasSetUps ? withSetUps(root) : [];
  return [
    shared,
    ...(alone.length === 0 ? [] : [{ name: `${name}-isolated`, include: alone }]),
    ...(again.length === 0
      ? []
      : [{ name: `${name}-servers`, include: again, isolate: false, env: { SOAPSTONE_SET_UPS: 'servers' } }]),
  ].map((part) => ({ extends: true as const, test: { ...base, ...part } }));
};
/** For tests that bound memory: they collect garbage first, which newer versions of Node keep for longer. */
const smallYoungGeneration = ['--max-semi-space-size=8'];
/** Run once before all tests. */
const bundleProcesses = fileURLToPath(new URL('scripts/bundle-processes.mjs', import.meta.url));
/** For tests of real servers, whose clock nobody can set. */
const realTime = [fileURLToPath(new URL('scripts/away-from-midnight.mjs', import.meta.url))];

const packages: readonly Package[] = [
  { name: 'options', root: 'packages/options' },
  { name: 'soap-model', root: 'packages/soap-model' },
  { name: 'credentials', root: 'packages/credentials' },
  { name: 'mime', root: 'packages/mime' },
  { name: 'ws-security', root: 'packages/ws-security' },
  { name: 'http-contract', root: 'packages/http-contract' },
  { name: 'wsdl-parser', root: 'packages/wsdl-parser' },
  { name: 'openapi-generator', root: 'packages/openapi-generator' },
  { name: 'agent-tools', root: 'packages/agent-tools' },
  { name: 'rate-limiter', root: 'packages/rate-limiter', setupFiles: realTime },
  {
    name: 'soap-transport',
    root: 'packages/soap-transport',
    isolated: ['connection/http-client.test.ts', 'logins/windows/kerberos.deep.test.ts'],
  },
  { name: 'soap-call', root: 'packages/soap-call' },
  { name: 'client', root: 'packages/client' },
  { name: 'rest', root: 'packages/rest' },
  { name: 'server', root: 'packages/server' },
  { name: 'compat', root: 'packages/compat' },
  { name: 'message-validator', root: 'packages/message-validator' },
  { name: 'cli', root: 'apps/cli', setupFiles: realTime },
  { name: 'dashboard', root: 'apps/dashboard' },
  { name: 'example-libraries', root: 'examples/libraries' },
  { name: 'docs-site', root: 'docs/site' },
  { name: 'conformance', root: 'conformance' },
  { name: 'bench', root: 'bench' },
  {
    name: 'json-xml-mapper',
    root: 'packages/json-xml-mapper',
    execArgv: smallYoungGeneration,
    isolated: [
      'decode/document/decoding-pool.test.ts',
      'encode/workspace.test.ts',
      'pattern/pattern-facet.test.ts',
      '**/*.deep.test.ts',
    ],
  },
  {
    name: 'gateway',
    root: 'apps/gateway',
    setupFiles: realTime,
    globalSetup: './apps/gateway/src/testing/run-servers.ts',
    hasSetUps: true,
    isolated: ['e2e/soak.deep.test.ts', 'store/crash.deep.test.ts'],
  },
];

/**
 * One project for the fast tests of all packages. Each project transforms and loads the modules that it imports by itself, and most
 * packages import most others: together they take less than half of the processor time. A fast test needs no database server, and one
 * that bounds memory is isolated, so that what a package asks of its project otherwise is asked of all.
 */
const oneProject = () => {
  const filesOf = ({ root }: Package, files: readonly string[]) => files.map((file) => `${root}/src/${file}`);
  const alone = packages.flatMap((each) =>
    filesOf(
      each,
      (each.isolated ?? []).filter((file) => !file.endsWith('.deep.test.ts')),
    ),
  );
  const base = { root: '.', setupFiles: realTime };
  const shared = {
    name: 'packages',
    isolate: false,
    include: packages.flatMap((each) => filesOf(each, ['**/*.test.ts'])),
    exclude: ['**/*.deep.test.ts', ...alone],
  };
  return [shared, { name: 'packages-isolated', include: alone, execArgv: smallYoungGeneration }].map(
    (part) => ({
      extends: true as const,
      test: { ...base, ...part },
    }),
  );
};

const browser = {
  extends: true as const,
  test: {
    name: 'dashboard-browser',
    root: '.',
    include: ['apps/dashboard/e2e/**/*.test.ts'],
    setupFiles: realTime,
    globalSetup: './apps/dashboard/e2e/build-dashboard.ts',
    isolate: false,
    // Each of them draws many pages.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  // For the modules of globalSetup, which have their own environment.
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
  test: {
    ...(moduleCache && { experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache } }),
    reporters: ['default', './scripts/count-reporter.mjs'],
    globalSetup: bundleProcesses,
    // More than processors, because tests wait for children, servers, browsers and timers as long as they compute. Not more than that: each
    // worker loads and compiles all modules, and imports of WSDLs in child processes, of low priority, must get their turn.
    ...(speed !== undefined && { maxWorkers: availableParallelism() + 1 }),
    env: { SOAPSTONE_DEPTH: String(depth) },
    // Only a test that hangs reaches these: servers and browsers are started, and the machine may be slow and busy.
    testTimeout: 240_000 * depth,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      ...(speed === 'fast'
        ? oneProject()
        : [...packages.flatMap(({ name, root, ...options }) => project(name, root, options)), browser]),
    ],
  },
});
