import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import type { Loose } from './loosely-typed-values.js';
import { canonical } from './testing/canonical.js';
import { closeAll, type libraries, printed } from './testing/judge.js';
import { sampleDifferences } from './testing/sample-differences.js';

/** The samples of node-soap's own tests: a WSDL, a request and the response to it. */
const folder = fileURLToPath(
  new URL('../../../../shared/corpus/vpulim__node-soap/test/request-response-samples/', import.meta.url),
);
const samples = existsSync(folder) ? readdirSync(folder) : [];
const NEW = ['Created', 'Expires', 'Nonce', 'Password'];

afterAll(closeAll);

function json(sample: string, file: string, fallback: Loose): Loose {
  const path = `${folder}${sample}/${file}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : fallback;
}

/** The output of a program that makes the call of a sample. */
async function run(sample: string, library: keyof typeof libraries): Promise<string> {
  const { text } = await printed(
    {
      name: sample,
      async run({ soap, stub, print }) {
        const response = `${folder}${sample}/response.xml`;
        const server = await stub(existsSync(response) ? readFileSync(response, 'utf8') : '');
        const options = { disableCache: true, ...json(sample, 'wsdl_options', {}) };
        const client = await soap.createClientAsync(`${folder}${sample}/soap.wsdl`, options, server.url);
        const credentials = json(sample, 'security', null);
        if (credentials?.type === 'ws') {
          client.setSecurity(
            new soap.WSSecurity(credentials.username, credentials.password, credentials.options),
          );
        }
        await new Promise<void>((done) => {
          const finish = (error: Loose, result: Loose): void => {
            const body = server.received[0]?.body ?? '';
            print(canonical(body.startsWith('--') ? client.lastRequest : body, NEW));
            print(
              error === null || error === undefined
                ? 'no error'
                : (error.message ?? error.Fault?.faultstring),
            );
            print(inspect(error?.root, { depth: 20 }));
            // With an error, the result is the response of the HTTP library.
            if (!error) print(inspect(result, { depth: 20 }));
            done();
          };
          client[sample.split('__')[0] ?? ''](
            json(sample, 'request', {}),
            finish,
            json(sample, 'options', {}),
          );
        });
      },
    },
    library,
    { url: '', sums: '' },
  );
  return text;
}

describe.skipIf(samples.length === 0)('compat: samples of node-soap, skipped without the corpus', () => {
  test.each(samples)('%s', async (sample) => {
    const [expected, actual] = [await run(sample, 'node-soap'), await run(sample, 'compat')];
    if (sampleDifferences[sample] === undefined) expect(actual).toBe(expected);
    else expect(actual, 'no longer differs: remove it from the table').not.toBe(expected);
  });

  test('the table of differences names samples that exist', () => {
    expect(Object.keys(sampleDifferences).filter((sample) => !samples.includes(sample))).toEqual([]);
  });
});
