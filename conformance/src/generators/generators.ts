import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import type { OpenAPIObject } from '@soapstone/openapi-generator';
import { generateSource } from 'oazapfts';
import { generateZodClientFromOpenAPI } from 'openapi-zod-client';
import { generate as orval } from 'orval';
import { typesOf } from '../openapi/generated-types.js';

/** Generates the TypeScript source of a document of OpenAPI 3.0. */
export type Generator = (document: OpenAPIObject) => Promise<string>;

/** The generators of others that the suite asks, by the names of their packages. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': (document) => typesOf(JSON.stringify(document)),
  '@hey-api/openapi-ts': (document) =>
    inFolder(document, async (folder, input) => {
      const output = join(folder, 'hey');
      await createClient({ input, output, plugins: ['@hey-api/typescript'], logs: { level: 'silent' } });
      return readFile(join(output, 'types.gen.ts'), 'utf8');
    }),
  orval: (document) =>
    inFolder(document, async (folder, input) => {
      const target = join(folder, 'orval.ts');
      await quietly(() =>
        orval({ input: { target: input }, output: { target, client: 'fetch', mode: 'single' } }),
      );
      return readFile(target, 'utf8');
    }),
  oazapfts: (document) => inFolder(document, (_, input) => generateSource(input)),
  'openapi-zod-client': (document) =>
    generateZodClientFromOpenAPI({
      openApiDoc: structuredClone(document) as never,
      disableWriteToFile: true,
      options: { shouldExportAllSchemas: true, shouldExportAllTypes: true },
    }),
};

/** Runs a generator that reads and writes files, in a temporary folder. */
async function inFolder<T>(
  document: OpenAPIObject,
  run: (folder: string, input: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'soapstone-generators-'));
  try {
    const input = join(folder, 'openapi.json');
    await writeFile(input, JSON.stringify(document));
    return await run(folder, input);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** orval greets on the console. */
async function quietly(run: () => Promise<unknown>): Promise<void> {
  const { log } = console;
  console.log = () => undefined;
  try {
    await run();
  } finally {
    console.log = log;
  }
}
