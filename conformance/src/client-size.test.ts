import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The size budget of a generated client's code before its first call, without its data, in bytes, minified and gzipped (decisions
 * 0067, 0090, 0148, 0165, 0169, 0179, 0180, 0189, 0204, 0235, 0240). Code that is loaded when a call needs it (the transport, the decoder, examples, items of a list, MIME parts, WS-Security, finished elements) does not count,
 * nor do the engine of patterns, unions, uncommon types (lists, dates, bytes, XML names) and the encoders of uncommon content, which a generated module imports only if its types need them.
 */
const BUDGET = 49_600;

/** The same with the transport and the decoder, which every call loads: what a program has loaded after its first call. */
const BUDGET_CALLED = 101_000;

/** Parts of the mapper and of the transport that a plain call does not need. */
const LEFT_OUT =
  /json-xml-mapper\/src\/(?:json-schema|example|items|query|normalise|decode|xml|raw-xml)\/|json-xml-mapper\/src\/explain\/(?:uncommon\/(?:any-(?:attributes|simple)|attachment|content-automaton|ordered-content|polymorphic|soap-array|substitution|typed-value|untyped|wildcard)|uncommon-content)|json-xml-mapper\/src\/(?:encode\/fast-encoder|json\/json-parser|scalar\/union-|pattern\/(?:read-pattern|unicode-blocks)|scalar\/(?:uncommon-types|list-codec|any-simple-codec|spaces\/(?:binary|date-time|duration|name-characters)))|soap-transport\/src\/fetch\/fetch-transport|ws-security\/src\//;

/** A bundle in memory whose parts that are imported dynamically are files of their own. */
const SPLIT = {
  bundle: true,
  write: false,
  metafile: true,
  splitting: true,
  outdir: `${root}out`,
  absWorkingDir: root,
  format: 'esm',
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** The runtime of a generated client, as a bundler for browsers and workers sees it. */
async function bundleClient(names: string, others = '') {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { ${names} } from '@soapstone/client/generated';${others}`,
      resolveDir: `${root}conformance`,
    },
    ...SPLIT,
    minify: true,
    platform: 'neutral',
    conditions: ['@soapstone/source'],
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
  const loaded = loadedWith(metafile, ['<stdin>']);
  const sizeOf = (files: ReadonlySet<string>) =>
    outputFiles
      .filter(({ path }) => files.has(path.slice(root.length)))
      .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  const inputs = modulesOf(metafile, loaded);
  const called = loadedWith(metafile, ['<stdin>', ...CALL]);
  return { size: sizeOf(loaded), called: sizeOf(called), inputs, all: Object.keys(metafile.inputs) };
}

/** The modules in some files of a bundle. */
function modulesOf({ outputs }: Metafile, files: ReadonlySet<string>): readonly string[] {
  return [...files].flatMap((file) =>
    Object.entries(outputs[file]?.inputs ?? {}).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [input] : [],
    ),
  );
}

/** What a call loads. */
const CALL = [
  'packages/json-xml-mapper/src/decode/decoder.ts',
  'packages/client/src/platform/fetch-channel.ts',
];

/** The files that are loaded with some modules: all that are not only imported dynamically. Each module has a file of its own. */
function loadedWith({ outputs }: Metafile, modules: readonly string[]): ReadonlySet<string> {
  const found = new Set(
    Object.keys(outputs).filter((file) => modules.includes(outputs[file]?.entryPoint ?? '')),
  );
  expect(found.size).toBe(modules.length);
  for (const file of found) {
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') found.add(path);
    }
  }
  return found;
}

test('client: a generated client bundles for any platform, without the parser, within its budget', async () => {
  const { size, called, inputs, all } = await bundleClient('createGeneratedClient, isFaultOf');
  // The parser itself; names of its model may be shared.
  expect(all.filter((file) => file.includes('packages/wsdl-parser/'))).toEqual([]);
  expect(all.filter((file) => file.includes('node_modules/'))).toEqual([]);
  expect(inputs.filter((file) => LEFT_OUT.test(file))).toEqual([]);
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThan(BUDGET);
  expect(called).toBeGreaterThan(size + 20_000);
  expect(called).toBeLessThan(BUDGET_CALLED);
});

test('client: a generated client with patterns bundles their engine', async () => {
  const { size, inputs } = await bundleClient('createGeneratedClient, isFaultOf, compilePatterns');
  expect(inputs.filter((file) => file.includes('/pattern/read-pattern'))).toHaveLength(1);
  expect(size).toBeLessThan(BUDGET + 9_000);
});

test('client: a generated client with unions bundles their codec', async () => {
  const { size, inputs } = await bundleClient('createGeneratedClient, isFaultOf, unions');
  expect(inputs.filter((file) => file.includes('/scalar/union-codec'))).toHaveLength(1);
  expect(size).toBeLessThan(BUDGET + 1_700);
});

test('client: a generated client whose inputs have dates, bytes, lists or XML names bundles their types', async () => {
  const { size, inputs } = await bundleClient(
    'createGeneratedClient, isFaultOf',
    "export { uncommonTypes } from '@soapstone/client/uncommon-types';",
  );
  expect(inputs.filter((file) => file.includes('/scalar/uncommon-types'))).toHaveLength(1);
  expect(inputs.filter((file) => file.includes('/explain/uncommon/'))).toEqual([]);
  expect(size).toBeLessThan(BUDGET + 4_200);
});

test('client: a generated client whose inputs have uncommon content bundles its encoders', async () => {
  const { size, inputs } = await bundleClient(
    'createGeneratedClient, isFaultOf',
    "export { uncommonContent } from '@soapstone/client/uncommon-content';export { uncommonTypes } from '@soapstone/client/uncommon-types';",
  );
  expect(inputs.filter((file) => file.includes('/explain/uncommon/wildcard'))).toHaveLength(1);
  expect(size).toBeLessThan(BUDGET + 14_900);
});

/** What the first call of `createClient` loads on Node, besides the client: the parser of a file, the decoder, and the transport. */
const CALL_ON_NODE = [
  'packages/json-xml-mapper/src/decode/decoder.ts',
  'packages/soap-transport/src/transport.ts',
  'packages/wsdl-parser/src/file.ts',
];

/** Code for signatures, encryption, SAML and token services, and the reader of XML that it needs (decision 0235). */
const SECURITY_CODE =
  /ws-security\/src\/(?:algorithms|encryption|policy|redaction|response|saml|service|trust)\/|ws-security\/src\/(?:request\/(?!request-evidence)|xml\/(?!tree-limits))|token-service|node_modules\/saxes\//;

test('client: the first call on Node loads no code that signs, encrypts or opens messages', async () => {
  const { metafile } = await build({
    stdin: {
      contents: `export { createClient } from '@soapstone/client';`,
      resolveDir: `${root}conformance`,
    },
    ...SPLIT,
    platform: 'node',
    external: ['libxmljs2'],
    conditions: ['@soapstone/source', 'node', 'import'],
  });
  const loaded = modulesOf(metafile, loadedWith(metafile, ['<stdin>', ...CALL_ON_NODE]));
  expect(loaded.filter((file) => SECURITY_CODE.test(file))).toEqual([]);
  // The pattern finds what a secured call loads.
  const secured = loadedWith(metafile, ['packages/soap-transport/src/message-security/security-code.ts']);
  expect(modulesOf(metafile, secured).filter((file) => SECURITY_CODE.test(file)).length).toBeGreaterThan(20);
});
