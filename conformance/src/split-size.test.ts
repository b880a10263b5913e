import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createGeneratedClient, type GeneratedOperation, joinPieces } from '@soapstone/client/generated';
import { createMapper } from '@soapstone/json-xml-mapper';
import { generateClient } from '@soapstone/openapi-generator';
import type { ServiceModel } from '@soapstone/soap-model';
import { operationsByPort, parseWsdl } from '@soapstone/wsdl-parser';
import { fileResolver } from '@soapstone/wsdl-parser/file';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { CORPUS, corpusResolver, corpusUri, hasCorpus } from './wsdl/corpus.js';

/**
 * `soapstone client --split` (decision 0140): any operations of a service, bundled from their modules, are never larger than the module of the
 * whole service, and a client of one operation reads and writes the same messages.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLE = `${root}examples/user-directory/user-directory.wsdl`;

/** WSDLs of the corpus: many operations, derived types and wildcards, several services, one operation. */
const OTHERS = [
  'rubiii__wsdl/spec/fixtures/wsdl/xignite.wsdl',
  'apache__chemistry-opencmis/chemistry-opencmis-commons/chemistry-opencmis-commons-impl/src/main/resources/wsdl/cmis11/CMISWS-Service.wsdl',
  'jzempel__fedex/fedex/wsdls/PickupService_v11.wsdl',
  'Garethp__php-ews/Resources/wsdl/services.wsdl',
];

interface Generated {
  readonly model: ServiceModel;
  readonly whole: ReadonlyMap<string, string>;
  readonly split: ReadonlyMap<string, string>;
  /** The module of each operation. */
  readonly modules: readonly string[];
}

async function generate(uri: string, resolve: ReturnType<typeof fileResolver>): Promise<Generated> {
  const { model } = await parseWsdl(uri, { resolve });
  const service = { model, ports: operationsByPort(model) };
  const split = generateClient(service, { split: true });
  const modules = [...split.keys()].filter((file) => !['index.ts', 'service.ts'].includes(file));
  return { model, whole: generateClient(service), split, modules };
}

const example = generate(pathToFileURL(EXAMPLE).href, fileResolver(root));

/** The size of a program, minified, without the code that both forms have: the packages are left outside. */
async function bundle(files: ReadonlyMap<string, string>, entries: readonly string[]) {
  const { outputFiles } = await build({
    stdin: {
      contents: entries
        .map((file, index) => `export { createClient as c${index} } from './${file.replace('.ts', '.js')}';`)
        .join('\n'),
      resolveDir: '/',
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins: [
      {
        name: 'generated',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\// }, ({ path }) => ({ path, namespace: 'generated' }));
          // The code of the packages is the same in both forms.
          onResolve({ filter: /^@soapstone\// }, ({ path }) => ({ path, namespace: 'packages' }));
          onLoad({ filter: /.*/, namespace: 'packages' }, () => ({
            contents: [
              'export const createGeneratedClient = globalThis.create, compilePatterns = globalThis.compile;',
              'export const joinPieces = globalThis.join, unions = globalThis.unions;',
              'export const uncommonContent = globalThis.content, uncommonTypes = globalThis.types, isFaultOf = globalThis.isFault;',
              'export class SoapFaultError extends Error {}',
            ].join(''),
          }));
          onLoad({ filter: /.*/, namespace: 'generated' }, ({ path }) => ({
            contents: files.get(path.slice(2).replace(/\.js$/, '.ts')) ?? '',
            loader: 'ts',
            resolveDir: '/',
          }));
        },
      },
    ],
  });
  const text = outputFiles[0]?.text ?? '';
  return { bytes: text.length, text };
}

const sizeOnDisk = (files: ReadonlyMap<string, string>): number =>
  [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Every subset of a few modules; of many: each alone, neighbours in threes, and all. */
function subsetsOf(modules: readonly string[]): string[][] {
  if (modules.length > 5) {
    const some = modules.filter((_, index) => index % Math.ceil(modules.length / 6) === 0);
    const threes = some.map((file) => modules.slice(modules.indexOf(file), modules.indexOf(file) + 3));
    return [...some.map((file) => [file]), ...threes, [...modules]];
  }
  return Array.from({ length: 2 ** modules.length - 1 }, (_, bits) =>
    modules.filter((_file, index) => ((bits + 1) >> index) % 2 === 1),
  );
}

describe('client --split: any operations together are smaller than the whole', () => {
  test('the example, every subset of its operations', async () => {
    const { whole, split, modules } = await example;
    expect(modules).toHaveLength(3);
    const { bytes } = await bundle(whole, ['index.ts']);
    expect(bytes).toBeGreaterThan(1000);
    const subsets = subsetsOf(modules);
    expect(subsets).toHaveLength(7);
    for (const subset of subsets) {
      const size = await bundle(split, subset);
      expect(size.bytes, subset.join()).toBeLessThanOrEqual(bytes);
    }
    // Each operation has only its own names.
    const { text } = await bundle(split, ['GetUser.ts']);
    expect(text).toContain('GetUser');
    expect(text).not.toMatch(/ListUsers|NewUser/);
  });

  test.skipIf(!hasCorpus()).each(OTHERS)(
    `%s (skipped where ${CORPUS} is absent)`,
    {
      timeout: 300_000,
    },
    async (path) => {
      const { whole, split, modules } = await generate(corpusUri(path), corpusResolver());
      const all = await bundle(whole, ['index.ts']);
      const figures = [`${path.split('/').at(-1)}: whole ${all.bytes}`];
      for (const subset of subsetsOf(modules)) {
        const size = await bundle(split, subset);
        figures.push(`${subset.length}: ${size.bytes}`);
        expect(size.bytes, `${subset.length} operations from ${subset[0]}`).toBeLessThanOrEqual(all.bytes);
      }
      if (process.env['SOAPSTONE_FIGURES'] !== undefined)
        console.log(`${figures.join(', ')}; on disk ${sizeOnDisk(whole)} and ${sizeOnDisk(split)}`);
      // The data once; the modules of operations have a few lines each.
      expect(sizeOnDisk(split)).toBeLessThan(sizeOnDisk(whole) * 1.1 + 1000 * modules.length);
    },
  );
});

describe('client --split: the client of an operation', () => {
  /** The service of a generated module, as the runtime gets it. */
  const serviceIn = (files: ReadonlyMap<string, string>, file: string): GeneratedOperation => {
    const constants = new Map(
      [...(files.get('service.ts') ?? '').matchAll(/^export const (\w+) = (".*");$/gm)].map(
        ([, name = '', json = '']) => [name, JSON.parse(json) as string],
      ),
    );
    const text = files.get(file) ?? '';
    const operation = JSON.parse(/operation: ("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '""') as string;
    const types = /types: \[(.*?)\](?:, \w+: \$| \};)/.exec(text)?.[1] ?? '';
    return {
      join: joinPieces,
      frame: constants.get('frame') ?? '',
      operation,
      types: [...types.matchAll(/types\d+|"(?:[^"\\]|\\.)*"/g)].map(([each]) =>
        each.startsWith('"') ? (JSON.parse(each) as string) : (constants.get(each) ?? ''),
      ),
    };
  };

  test('writes and reads the messages of the whole service', async () => {
    const { model, split, modules } = await example;
    const mapper = createMapper(model);
    for (const file of modules) {
      const client = createGeneratedClient<Record<string, never>>(serviceIn(split, file));
      const [name = '', ...others] = client.$operations;
      expect(others).toEqual([]);
      expect(client.$model.exposed).toHaveLength(1);
      const [own, other] = [createMapper(client.$model).compile(name), mapper.compile(name)];
      const [input, output] = [other.example('input'), other.example('output')];
      expect(own.toXml(input).body).toEqual(other.toXml(input).body);
      const { body } = other.responseToXml(output);
      expect(own.fromXml(body)).toEqual(other.fromXml(body));
    }
  });

  test('equal services give equal modules', async () => {
    const uri = pathToFileURL(EXAMPLE).href;
    expect(await readFile(EXAMPLE, 'utf8')).toContain('GetUser');
    expect((await generate(uri, fileResolver(root))).split).toEqual((await example).split);
  });
});
