import { fileURLToPath } from 'node:url';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { expect, test } from 'vitest';
import { checkService, chosenFiles } from './agreement.js';
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
