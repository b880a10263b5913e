import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests read the sources of every package through the "@soapstone/source" export condition: no build comes first.
// "import" and "default" are not named: Vite and Node apply them by themselves, and naming them sends them to require() too.
const conditions = ['@soapstone/source', 'node'];
/**
 * `SOAPSTONE_TESTS=fast`: unit tests and those of our own servers, in one set-up. `deep`: everything else, and our own servers in every
 * set-up. Not set: whatever is named on the command line.
 */
const speed = process.env['SOAPSTONE_TESTS'];
/** How much the deep tests do: runs, crashes, seconds. Every test reads it from its environment. */
const depth = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
if (![1, 10, 100].includes(depth)) throw new Error('SOAPSTONE_DEPTH must be 1, 10 or 100');
const files = (folder: string) => {
  const ending = { fast: 'test.ts', deep: '{e2e,deep}.test.ts' }[speed ?? ''] ?? 'test.ts';
  return {
    include: [`${folder}/**/*.${ending}`],
    ...(speed === 'fast' && { exclude: [`${folder}/**/*.deep.test.ts`] }),
  };
};
const project = (name: string, root: string, setupFiles: string[] = [], execArgv: string[] = []) => ({
  extends: true as const,
  test: { name, root, ...files('src'), setupFiles, execArgv },
});
/** Packages without state of their own: their modules are loaded once for all test files of a worker, a third of the time. */
const pure = (name: string, root: string) => {
  const { extends: base, test } = project(name, root);
  return { extends: base, test: { ...test, isolate: false } };
};
/** For tests that bound memory: garbage that newer versions of Node leave lying for longer is none of it. */
const smallYoungGeneration = ['--max-semi-space-size=8'];
/** Once before all tests. */
const bundleProcesses = fileURLToPath(new URL('scripts/bundle-processes.mjs', import.meta.url));
/** For tests of real servers, whose clock nobody can set. */
const realTime = [fileURLToPath(new URL('scripts/away-from-midnight.mjs', import.meta.url))];

const browser = {
  extends: true as const,
  test: {
    name: 'dashboard-browser',
    root: './apps/dashboard',
    include: ['e2e/**/*.test.ts'],
    setupFiles: realTime,
    globalSetup: './e2e/build-dashboard.ts',
    // Each of them draws many pages.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    reporters: ['default', './scripts/count-reporter.mjs'],
    globalSetup: bundleProcesses,
    // Vitest leaves one processor to itself, which on two is half of them; the tests wait for children and servers more than they compute.
    ...(speed !== undefined && { maxWorkers: '100%' }),
    env: { SOAPSTONE_DEPTH: String(depth) },
    // Only a test that hangs reaches these: servers and browsers are started, and the machine may be slow and busy.
    testTimeout: 120_000 * depth,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      pure('soap-model', './packages/soap-model'),
      project('http-contract', './packages/http-contract'),
      pure('wsdl-parser', './packages/wsdl-parser'),
      // Isolated, because its tests read the pools and caches that all operations of a process share.
      project('json-xml-mapper', './packages/json-xml-mapper', [], smallYoungGeneration),
      pure('openapi-generator', './packages/openapi-generator'),
      pure('agent-tools', './packages/agent-tools'),
      project('rate-limiter', './packages/rate-limiter', realTime),
      project('soap-transport', './packages/soap-transport'),
      project('client', './packages/client'),
      project('rest', './packages/rest'),
      project('server', './packages/server'),
      project('gateway', './apps/gateway', realTime),
      project('cli', './apps/cli', realTime),
      project('dashboard', './apps/dashboard'),
      ...(speed === 'fast' ? [] : [browser]),
      project('example-libraries', './examples/libraries'),
      project('conformance', './conformance'),
      project('bench', './bench'),
    ],
  },
});
