import { defineConfig } from 'vitest/config';

// Tests read the sources of every package through the "@soapstone/source" export condition: no build comes first.
// "import" and "default" are not named: Vite and Node apply them by themselves, and naming them sends them to require() too.
const conditions = ['@soapstone/source', 'node'];
const project = (name: string, root: string) => ({
  extends: true as const,
  test: { name, root, include: ['src/**/*.test.ts'] },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    reporters: ['default', './scripts/count-reporter.mjs'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      project('wsdl-parser', './packages/wsdl-parser'),
      project('json-xml-mapper', './packages/json-xml-mapper'),
      project('openapi-generator', './packages/openapi-generator'),
      project('rate-limiter', './packages/rate-limiter'),
      project('soap-transport', './packages/soap-transport'),
      project('gateway', './apps/gateway'),
      project('cli', './apps/cli'),
      project('dashboard', './apps/dashboard'),
      {
        extends: true as const,
        test: {
          name: 'dashboard-e2e',
          root: './apps/dashboard',
          include: ['e2e/**/*.test.ts'],
          globalSetup: './e2e/build-dashboard.ts',
          // A page is drawn, a gateway started, a WSDL read, on a machine that may be busy.
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      project('conformance', './conformance'),
      project('bench', './bench'),
    ],
  },
});
