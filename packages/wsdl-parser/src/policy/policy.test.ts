import { describe, expect, test } from 'vitest';
import { cpuMilliseconds } from '../testing/cpu-milliseconds.js';
import { parsePieces } from '../wsdl/testing/wsdl-pieces.js';

const NAMESPACES =
  'xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" ' +
  'xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl" xmlns:wsoma="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization" ' +
  'xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" ' +
  'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"';
const SP = '{http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702}';
const BINDING =
  '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body/></input><output><soap:body/></output></operation>';

async function portOf(head: string, inBinding: string, bindingAttributes = '') {
  const parsed = await parsePieces({
    attributes: NAMESPACES,
    head,
    binding: `${inBinding}${BINDING}`,
    bindingAttributes,
  });
  const port = parsed.model.services[0]?.ports[0];
  return { facts: [port?.addressing, port?.mtom, port?.securityPolicies], codes: parsed.codes };
}

describe('what policies ask for (WA-1, WA-2, AT-1)', () => {
  test.each<[string, string, unknown]>([
    ['nothing', '', [undefined, undefined, []]],
    ['UsingAddressing', '<wsaw:UsingAddressing/>', ['optional', undefined, []]],
    [
      'UsingAddressing, required',
      '<wsaw:UsingAddressing wsdl:required="true"/>',
      ['required', undefined, []],
    ],
    [
      'an assertion',
      '<wsp:Policy><wsam:Addressing><wsp:Policy/></wsam:Addressing></wsp:Policy>',
      ['required', undefined, []],
    ],
    [
      'an optional assertion',
      '<wsp:Policy><wsam:Addressing wsp:Optional="true"/></wsp:Policy>',
      ['optional', undefined, []],
    ],
    [
      'one of two alternatives',
      '<wsp:Policy><wsp:ExactlyOne><wsp:All><wsam:Addressing/><wsoma:OptimizedMimeSerialization/></wsp:All><wsp:All><wsam:Addressing/></wsp:All></wsp:ExactlyOne></wsp:Policy>',
      ['required', 'optional', []],
    ],
    ['MTOM', '<wsp:Policy><wsoma:OptimizedMimeSerialization/></wsp:Policy>', [undefined, 'required', []]],
    [
      'security, nested',
      '<wsp:Policy><sp:TransportBinding><wsp:Policy><sp:TransportToken><wsp:Policy><sp:HttpsToken/></wsp:Policy></sp:TransportToken></wsp:Policy></sp:TransportBinding><sp:SupportingTokens><wsp:Policy><sp:UsernameToken/></wsp:Policy></sp:SupportingTokens></wsp:Policy>',
      [
        undefined,
        undefined,
        ['TransportBinding', 'TransportToken', 'HttpsToken', 'SupportingTokens', 'UsernameToken'].map(
          (n) => SP + n,
        ),
      ],
    ],
  ])('%s', async (_, policy, want) => {
    expect(await portOf('', policy)).toEqual({ facts: want, codes: [] });
  });

  test('is found by reference: elements, attributes, and from one policy to another', async () => {
    const head = `<wsp:Policy wsu:Id="a"><wsp:PolicyReference URI="#b"/></wsp:Policy>
      <wsp:Policy wsu:Id="b"><wsam:Addressing/></wsp:Policy>
      <wsp:Policy Name="urn:c"><wsoma:OptimizedMimeSerialization/></wsp:Policy>`;
    expect(await portOf(head, '<wsp:PolicyReference URI="#a"/>', 'wsp:PolicyURIs="#b urn:c"')).toEqual({
      facts: ['required', 'required', []],
      codes: [],
    });
  });

  test('is missing if a reference leads nowhere, with a diagnostic', async () => {
    const { facts, codes } = await portOf('', '<wsp:PolicyReference URI="#gone"/>');
    expect(facts).toEqual([undefined, undefined, []]);
    expect(codes).toEqual(['POLICY_UNRESOLVED']);
  });

  test('ends for cycles, and costs nothing for 2^40 ways through references', async () => {
    const diamonds = Array.from(
      { length: 40 },
      (_, i) =>
        `<wsp:Policy wsu:Id="p${i}"><wsp:PolicyReference URI="#p${i + 1}"/><wsp:PolicyReference URI="#p${i + 1}"/></wsp:Policy>`,
    );
    const head = `${diamonds.join('')}<wsp:Policy wsu:Id="p40"><wsam:Addressing/><wsp:PolicyReference URI="#p0"/></wsp:Policy>`;
    const ms = await cpuMilliseconds(async () => {
      expect((await portOf(head, '<wsp:PolicyReference URI="#p0"/>')).facts[0]).toBe('required');
    });
    expect(ms).toBeLessThan(5_000);
  });
});
