import { describe, expect, test } from 'vitest';
import { CHARGE, closedAddress, post, useTill } from '../testing/till.js';
import { verify } from './index.js';

const till = useTill();

describe('verify', () => {
  const outcomeNow = async (options: { ignore?: string[]; fill?: Record<string, string> } = {}) => {
    const [verified] = await verify(till.directory, { against: till.upstream, ...options });
    return verified;
  };

  test('distinguishes the same response, a different value and a different shape', async () => {
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)));
    expect(await outcomeNow()).toMatchObject({ outcome: 'same', differences: [] });
    till.answerWith = () => ({ receipt: 'r77', line: ['one', 'two'], total: 12.5 });
    expect(await outcomeNow()).toMatchObject({
      outcome: 'value',
      differences: [{ path: '/result/receipt', kind: 'value', recorded: 'r12.5', received: 'r77' }],
    });
    expect(await outcomeNow({ ignore: ['receipt'] })).toMatchObject({ outcome: 'same' });
    till.answerWith = () => ({ receipt: 'r12.5', line: ['one', 'two'] });
    expect(await outcomeNow()).toMatchObject({
      outcome: 'shape',
      differences: [{ path: '/result/total', kind: 'missing' }],
    });
    till.answerWith = () => ({ receipt: 'r12.5', line: ['one', 'two'], total: 'many' });
    expect(await outcomeNow()).toMatchObject({
      outcome: 'shape',
      deviations: [expect.stringContaining('/total')],
    });
    till.answerWith = () => {
      throw { Fault: { faultcode: 'soap:Server', faultstring: 'closed' } };
    };
    expect(await outcomeNow()).toMatchObject({ outcome: 'shape' });
    const [down] = await verify(till.directory, { against: await closedAddress() });
    expect(down).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('ECONNREFUSED') });
  });

  test('redacted members of requests are filled in, and redacted members of responses are not compared', async () => {
    const inputs: unknown[] = [];
    till.answerWith = (input) => {
      inputs.push(input);
      return { receipt: `secret ${inputs.length}` };
    };
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)), {
      redact: ['pin', 'receipt'],
    });
    expect(await outcomeNow({ fill: { pin: '1<2' } })).toMatchObject({ outcome: 'same' });
    expect(inputs.at(-1)).toMatchObject({ card: { pin: '1<2', number: '4111' } });
  });
});
