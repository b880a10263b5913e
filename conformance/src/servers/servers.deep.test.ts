import { createMapper } from '@soapstone/json-xml-mapper';
import { createTransport } from '@soapstone/soap-transport';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { callAll, readContract } from './call.js';
import { EXPECTED, expectedOf } from './expected.js';
import { inputsOf } from './inputs.js';
import { SERVERS } from './servers.js';

test('servers: every operation of every contract is exact and has valid inputs', async () => {
  for (const wsdl of new Set(await Promise.all(SERVERS.map(readContract)))) {
    const { model, diagnostics } = await parseWsdlText(wsdl);
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const mapper = createMapper(model);
    for (const { name } of mapper.operations) {
      const operation = mapper.compile(name);
      const inputs = inputsOf(operation);
      expect(inputs.length).toBeGreaterThan(1);
      for (const [input, value] of inputs)
        expect([name, input, operation.validate(value)]).toEqual([name, input, []]);
    }
  }
});

test('servers: every expected failure concerns an operation of its server and has a reason', async () => {
  const contracts = await Promise.all(SERVERS.map(readContract));
  for (const entry of EXPECTED) {
    const has = ({ name }: { name: string }, index: number): boolean =>
      contracts[index]?.includes(`<wsdl:operation name="${entry.operation}">`) === true &&
      expectedOf(name, new Set([entry.operation])).includes(entry);
    expect([entry, SERVERS.some(has)]).toEqual([entry, true]);
    expect(entry.reason).not.toBe('');
  }
});

test('servers: node-soap echoes its input, except for the expected failures', async () => {
  const server = SERVERS.find(({ name }) => name === 'node-soap');
  if (server === undefined) throw new Error('there is no node-soap');
  const started = await server.start();
  const transport = createTransport({ egress: { allow: [new URL(started.url).host] } });
  try {
    const outcomes = await callAll(server, started.url, transport);
    const failed = outcomes
      .filter(({ problem }) => problem !== undefined)
      .map(({ operation, input }) => `${operation}, ${input}`);
    const expected = expectedOf(server.name, new Set(outcomes.map(({ operation }) => operation)));
    expect(failed.sort()).toEqual(expected.map(({ operation, input }) => `${operation}, ${input}`).sort());
    expect(outcomes.length).toBeGreaterThan(expected.length);
  } finally {
    await transport.close();
    await started.stop();
  }
});
