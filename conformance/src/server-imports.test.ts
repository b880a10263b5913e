import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('server: the code of WS-Security is only imported dynamically', async () => {
  const { metafile } = await build({
    stdin: {
      contents:
        "export { createSoapServer } from '@soapstone/server'; export { listen } from '@soapstone/server/node';",
      resolveDir: `${root}conformance`,
    },
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    outdir: `${root}out`,
    absWorkingDir: root,
    format: 'esm',
    platform: 'node',
    conditions: ['@soapstone/source'],
    logLevel: 'silent',
  });
  const { outputs } = metafile;
  const entry = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === '<stdin>') ?? '';
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(path);
    }
  }
  const inputs = [...loaded].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
  expect(inputs).toContain('packages/server/src/call/secured-requests.ts');
  expect(inputs.filter((file) => file.includes('ws-security/src/'))).toEqual([]);
  expect(Object.keys(metafile.inputs)).toContain('packages/ws-security/src/service/index.ts');
});
