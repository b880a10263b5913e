import { fileURLToPath } from 'node:url';
import { bundleResolver } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { beforeAll, expect, test } from 'vitest';
import { readCases } from './material/case.js';
import { compileTypes } from './openapi/generated-types.js';
import { createDocumentJudge, type DocumentJudge } from './openapi/judge-document.js';
import { judgeService } from './openapi/judge-service.js';
import { CORPUS, corpusResolver, corpusUri, hasCorpus, isAcceptable, readManifest } from './wsdl/corpus.js';

/** The part of `pnpm conformance openapi` that runs with the tests: our own fixtures, and every twentieth file of the corpus. */

const EXAMPLE = fileURLToPath(new URL('../../examples/user-directory/user-directory.wsdl', import.meta.url));
const EVERY = { case: 8, file: 20 };

let judge: DocumentJudge;
beforeAll(async () => {
  judge = await createDocumentJudge();
});

test('the example service', async () => {
  const { location, resolve } = await openLocal(EXAMPLE);
  const { problems, types } = await judgeService(location, resolve, 'example', judge);
  expect(problems).toEqual([]);
  expect(await compileTypes(types)).toEqual([]);
});

test('the fixtures of the mapping rules', { timeout: 300_000 }, async () => {
  const found: string[] = [];
  const types = new Map<string, string>();
  let judged = 0;
  for (const { name, documents } of readCases().filter((_, index) => index % EVERY.case === 0)) {
    const bytes = Object.entries(documents).map(([file, text]) => [file, Buffer.from(text)] as const);
    const resolve = bundleResolver(new Map(bytes));
    const result = await judgeService('service.wsdl', resolve, name, judge).catch(() => undefined);
    // Some cases are about descriptions that are rejected.
    if (result === undefined) continue;
    judged++;
    found.push(...result.problems.map((problem) => `${name}: ${problem}`));
    for (const [file, text] of result.types) types.set(file, text);
  }
  expect(found).toEqual([]);
  expect(await compileTypes(types)).toEqual([]);
  expect(judged).toBeGreaterThan(10);
});

test.skipIf(!hasCorpus())(
  `WSDLs by others (skipped where ${CORPUS} is absent)`,
  { timeout: 300_000 },
  async () => {
    const found: string[] = [];
    const types = new Map<string, string>();
    const files = (await readManifest()).filter(isAcceptable).filter((_, index) => index % EVERY.file === 0);
    for (const { path } of files) {
      const result = await judgeService(corpusUri(path), corpusResolver(), path, judge);
      found.push(...result.problems.map((problem) => `${path}: ${problem}`));
      for (const [file, text] of result.types) types.set(file, text);
    }
    expect(found).toEqual([]);
    expect(await compileTypes(types)).toEqual([]);
    expect(types.size).toBeGreaterThan(10);
  },
);

test('the judges do find errors', async () => {
  const wrong = (schema: object): string =>
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 't', version: '1' },
      paths: {},
      components: { schemas: { Wrong: schema } },
    });
  expect((await judge.judge(wrong({ type: 'int' }))).validator).not.toEqual([]);
  expect((await judge.judge(wrong({ $ref: '#/components/schemas/Nothing' }))).linter.join()).toContain(
    'no-unresolved-refs',
  );
  const types = new Map([['/wrong.ts', 'export const wrong: number = "text";']]);
  expect(await compileTypes(types)).toEqual([expect.stringMatching(/^\/wrong\.ts:1: Type 'string'/)]);
});
