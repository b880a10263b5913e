import { fileURLToPath } from 'node:url';
import type { Design } from '@soapstone/json-xml-mapper/design';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { expect, test } from 'vitest';
import { checkService, chosenFiles, proposedDesign } from './agreement.js';
import { CORPUS, corpusResolver, corpusUri, hasCorpus } from './wsdl/corpus.js';

/** The part of `pnpm conformance agreement` that runs with the tests. */

const EXAMPLE = fileURLToPath(new URL('../../examples/user-directory/user-directory.wsdl', import.meta.url));

test('the example service: the document equals the behaviour', { timeout: 120_000 }, async () => {
  const { location, resolve } = await openLocal(EXAMPLE);
  const { agreement } = await checkService(location, resolve, { runs: 60, seed: 1 });
  expect(agreement.disagreements).toEqual([]);
  // Both verdicts occurred often, and so did results and faults.
  expect(agreement.valid).toBeGreaterThan(100);
  expect(agreement.invalid).toBeGreaterThan(200);
  expect(agreement.answers).toBeGreaterThan(50);
});

/** A design with a line of each kind that changes what clients see. */
const DESIGN: Design = {
  rename: { '@id': 'id', manager: 'boss', '@currency': 'unit' },
  operations: {
    GetUser: {
      input: { rename: { userId: 'user' } },
      result: { omit: ['lastSeen', 'address'], values: { '@status': { active: 'here', left: 'gone' } } },
    },
    ListUsers: { input: { defaults: { department: 'engines' } }, result: { rename: { user: 'users' } } },
    CreateUser: { input: { omit: ['user/address'], rename: { 'user/phone': 'phones' } } },
  },
};

test('the example service with a design: the document equals the behaviour', {
  timeout: 120_000,
}, async () => {
  const { location, resolve } = await openLocal(EXAMPLE);
  const options = { runs: 30, seed: 3, designFor: () => DESIGN };
  const { agreement } = await checkService(location, resolve, options);
  expect(agreement.disagreements).toEqual([]);
  expect(agreement.valid).toBeGreaterThan(50);
  expect(agreement.invalid).toBeGreaterThan(100);
  expect(agreement.answers).toBeGreaterThan(20);
});

test.skipIf(!hasCorpus())(
  'WSDLs by others with the designs that are proposed',
  { timeout: 300_000 },
  async () => {
    const disagreements: string[] = [];
    for (const { path } of await chosenFiles(3)) {
      const options = { runs: 4, seed: 4, designFor: proposedDesign };
      const { agreement } = await checkService(corpusUri(path), corpusResolver(), options);
      disagreements.push(...agreement.disagreements.map((text) => `${path}: ${text}`));
    }
    expect(disagreements).toEqual([]);
  },
);

test.skipIf(!hasCorpus())(
  `WSDLs by others (skipped where ${CORPUS} is absent)`,
  { timeout: 300_000 },
  async () => {
    const disagreements: string[] = [];
    let [valid, invalid, answers] = [0, 0, 0];
    const files = await chosenFiles();
    for (const { path } of files) {
      const { agreement } = await checkService(corpusUri(path), corpusResolver(), { runs: 6, seed: 2 });
      disagreements.push(...agreement.disagreements.map((text) => `${path}: ${text}`));
      valid += agreement.valid;
      invalid += agreement.invalid;
      answers += agreement.answers;
    }
    expect(disagreements).toEqual([]);
    expect(files).toHaveLength(30);
    expect(Math.min(valid, invalid, answers)).toBeGreaterThan(500);
  },
);
