import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClientAsync } from 'soap';
import { describe, expect, test } from 'vitest';
import { CHARGE, ENVELOPE, post, useTill } from '../testing/till.js';
import { RecordingError, replay } from './index.js';

// The recordings are of a node-soap server. One client is that of node-soap; the messages of the others are written by hand.

const till = useTill();
const SAME_CHARGE = `<?xml version="1.0"?>\n<e:Envelope xmlns:e="${ENVELOPE}" xmlns:q="urn:till">\n  <e:Header/>\n  <e:Body><q:Charge>
    <q:card kind='debit' holder='Ada'><q:number><![CDATA[4111]]></q:number><q:pin>0000</q:pin></q:card><!-- later -->
    <q:amount>12.50</q:amount></q:Charge></e:Body></e:Envelope>`;

describe('replay', () => {
  test('serves the recorded bytes to requests with the same content', async () => {
    let original = '';
    await till.recorded(
      async ({ address }) => {
        original = (await post(address, CHARGE)).text;
      },
      { redact: ['pin'], ignore: ['input.requestId'] },
    );
    const server = await replay(till.directory);
    expect((await post(server.address, CHARGE)).text).toBe(original);
    expect((await post(server.address, SAME_CHARGE)).text).toBe(original);
    expect(server.calls.map(({ exchange }) => exchange)).toEqual([
      expect.stringMatching(/^Charge\./),
      expect.stringMatching(/^Charge\./),
    ]);
    await server.close();
  });

  test('several responses to one request are served in order; the last one repeats until reset', async () => {
    await till.recorded(async ({ address }) => {
      for (const receipt of ['first', 'second']) {
        till.answerWith = () => ({ receipt });
        await post(address, CHARGE);
      }
    });
    const server = await replay(till.directory);
    const receipt = async () => />(first|second)</.exec((await post(server.address, CHARGE)).text)?.[1];
    expect([await receipt(), await receipt(), await receipt()]).toEqual(['first', 'second', 'second']);
    server.reset();
    expect(await receipt()).toBe('first');
    await server.close();
  });

  test('a request that is not recorded gets a fault that says which recording is nearest and where it differs', async () => {
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)));
    const server = await replay(till.directory);
    const { status, text } = await post(
      server.address,
      CHARGE.replace('12.50', '13.00').replace('<requestId>a1</requestId>', ''),
    );
    expect(status).toBe(500);
    expect(text).toContain('>soap:Client<');
    expect(text).toContain('nearest recording is Charge.');
    expect(text).toMatch(/path="\/input\/amount" code="value"/);
    expect(text).toMatch(/path="\/input\/requestId" code="missing"/);
    expect(server.calls.at(-1)?.nearest?.differences).toHaveLength(2);
    await server.close();
  });

  test('node-soap’s client reads the WSDL and the recorded response', async () => {
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)), {
      ignore: ['requestId', 'pin'],
    });
    const server = await replay(till.directory);
    const client = await createClientAsync(`${server.address}?wsdl`);
    const input = { amount: '12.50', card: { attributes: { holder: 'Ada', kind: 'debit' }, number: '4111' } };
    const [result] = (await client['ChargeAsync'](input)) as [{ receipt: string }];
    expect(result.receipt).toBe('r12.5');
    await server.close();
  });

  test('WS-Addressing: RelatesTo is the message ID of the caller', async () => {
    const addressed = (id: string) =>
      CHARGE.replace(
        '<s:Body>',
        `<s:Header><a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">${id}</a:MessageID></s:Header><s:Body>`,
      );
    await till.recorded(async ({ address }) => void (await post(address, addressed('urn:uuid:1'))));
    const [name = ''] = (await till.files()).filter((file) => file.endsWith('.response.xml'));
    const response = `<s:Envelope xmlns:s="${ENVELOPE}"><s:Header><a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing">urn:uuid:1</a:RelatesTo></s:Header><s:Body/></s:Envelope>`;
    await writeFile(join(till.directory, name), response);
    const server = await replay(till.directory);
    expect((await post(server.address, addressed('urn:uuid:2'))).text).toBe(
      response.replace('urn:uuid:1', 'urn:uuid:2'),
    );
    await server.close();
  });

  test('a request that is not an envelope gets a fault, and a folder that is not a recording an error that names it', async () => {
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)));
    const server = await replay(till.directory);
    expect(await post(server.address, '<a>')).toMatchObject({
      status: 500,
      text: expect.stringContaining('soap:Client'),
    });
    expect(await post(server.address, '')).toMatchObject({ status: 500 });
    await server.close();
    await expect(replay(tmpdir())).rejects.toThrow(RecordingError);
    await writeFile(
      join(till.directory, 'Charge.00000000.json'),
      '{"operation": "Charge", "request": {"file": "../../x", "contentType": ""}, "response": {"file": "x", "contentType": ""}}',
    );
    await expect(replay(till.directory)).rejects.toThrow(/expected a file in /);
  });
});
