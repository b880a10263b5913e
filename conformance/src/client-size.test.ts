import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The budget of a generated client without its data, in bytes, minified and gzipped. Lower it with the size. It is 142 KB because
 * the client carries the whole mapper; the goal is 60 KB.
 */
const BUDGET = 150_000;

/** The runtime of a generated client, as a bundler for browsers and workers sees it. */
async function bundleClient() {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: "export { createGeneratedClient, isFaultOf } from '@soapstone/client/generated';",
      resolveDir: `${root}conformance`,
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@soapstone/source'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'portable-platform',
        setup({ onResolve }) {
          onResolve({ filter: /^#platform$/ }, () => ({
            path: `${root}packages/client/src/platform/portable.ts`,
          }));
        },
      },
    ],
  });
  return { bytes: outputFiles[0]?.contents ?? new Uint8Array(), inputs: Object.keys(metafile.inputs) };
}

test('client: a generated client bundles for any platform, without the parser, within its budget', async () => {
  const { bytes, inputs } = await bundleClient();
  // The parser itself; names of its model may be shared.
  expect(inputs.filter((file) => file.includes('packages/wsdl-parser/'))).toEqual([]);
  expect(inputs.filter((file) => file.includes('node_modules/'))).toEqual([]);
  const size = gzipSync(bytes, { level: 9 }).length;
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThan(BUDGET);
});
