import { describe, expect, test } from 'vitest';
import { operationsOf, parsePieces } from '../testing/wsdl-pieces.js';

const SOAP = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';
const MESSAGES =
  '<message name="In"><part name="body" element="t:In"/></message><message name="Out"><part name="body" element="t:Out"/></message>';

function declared(name: string, { input = 'In', faults = '' } = {}): string {
  return `<operation name="${name}"><input message="t:${input}"/><output message="t:Out"/>${faults}</operation>`;
}

function bound(name: string, { action = '', faults = '' } = {}): string {
  return `<operation name="${name}"><soap:operation soapAction="${action}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>${faults}</operation>`;
}

/** The operations that are offered with their SOAPActions and faults, and the findings. */
async function reading(portType: string, binding: string) {
  const parsed = await parsePieces({ messages: MESSAGES, portType, binding: `${SOAP}${binding}` });
  return {
    operations: operationsOf(parsed).map(({ name, soapAction }) => `${name} ${soapAction}`.trim()),
    faults: operationsOf(parsed).flatMap(({ faults }) => faults.map(({ name, use }) => `${name} ${use}`)),
    found: parsed.diagnostics.map(({ code, message }) => `${code} ${message}`),
    places: parsed.diagnostics.map(({ line, column }) => line > 1 && column > 0),
  };
}

describe('an operation of a binding whose name differs in case from that of the portType (MO-4)', () => {
  test('means the only one that is not bound', async () => {
    expect(await reading(declared('Op'), bound('op', { action: 'urn:a' }))).toMatchObject({
      operations: ['Op urn:a'],
      found: ['REFERENCE_CORRECTED portType {urn:t}P has no operation "op"; "Op" is meant'],
      places: [true],
    });
  });

  test('means the one that is left beside a bound one', async () => {
    const { operations, found } = await reading(
      declared('Op') + declared('OP'),
      bound('op', { action: 'urn:2' }) + bound('Op'),
    );
    expect(operations).toEqual(['Op', 'OP urn:2']);
    expect(found).toEqual(['REFERENCE_CORRECTED portType {urn:t}P has no operation "op"; "OP" is meant']);
  });

  test.each([
    [declared('Op') + declared('OP'), bound('op')],
    [declared('Op'), bound('op') + bound('OP')],
    [declared('Op'), bound('Oq')],
  ])('means none if several can be meant, or none has the letters: %s', async (portType, binding) => {
    const { operations, found } = await reading(portType, binding);
    expect(operations).toEqual([]);
    expect(found[0]).toMatch(
      /^UNRESOLVED_OPERATION binding B binds an operation that portType \{urn:t\}P does not/,
    );
  });
});

describe('an operation that a portType declares again', () => {
  test.each([[bound('Op')], [bound('Op') + bound('Op')]])(
    'is left out with the same messages: %s',
    async (binding) => {
      expect(await reading(declared('Op') + declared('Op'), binding)).toMatchObject({
        operations: ['Op'],
        found: [
          'DUPLICATE_COMPONENT portType {urn:t}P declares the operation again, first at service.wsdl:9, with the same messages',
        ],
      });
    },
  );

  test('is another one with other messages or another SOAPAction', async () => {
    const other = await reading(declared('Op') + declared('Op', { input: 'Out' }), bound('Op') + bound('Op'));
    expect(other.operations).toEqual(['Op', 'Op']);
    const action = await reading(declared('Op') + declared('Op'), bound('Op') + bound('Op', { action: 'b' }));
    expect(action.operations).toEqual(['Op', 'Op b']);
    for (const { found } of [other, action])
      expect(found).toEqual([expect.stringMatching(/^OPERATION_RENAMED the name Op is taken/)]);
  });
});

describe('faults of a binding', () => {
  const fault = (name: string, use = 'encoded'): string =>
    `<fault name="${name}"><soap:fault name="${name}" use="${use}"/></fault>`;
  const F = '<fault name="F" message="t:Out"/>';

  test('that the portType does not have are reported', async () => {
    expect(
      await reading(declared('Op', { faults: F }), bound('Op', { faults: fault('F') + fault('G') })),
    ).toMatchObject({
      operations: ['Op'],
      faults: ['F encoded'],
      found: ['UNRESOLVED_FAULT the operation has no fault "G"'],
      places: [true],
    });
  });

  test('that differ in case, or have no name, mean the only one', async () => {
    expect(await reading(declared('Op', { faults: F }), bound('Op', { faults: fault('f') }))).toMatchObject({
      faults: ['F encoded'],
      found: ['REFERENCE_CORRECTED the operation has no fault "f"; "F" is meant'],
    });
    const nameless = '<fault><soap:fault use="encoded"/></fault>';
    expect(await reading(declared('Op', { faults: F }), bound('Op', { faults: nameless }))).toMatchObject({
      faults: ['F encoded'],
      found: ['REFERENCE_CORRECTED the fault has no name; "F" is meant'],
    });
  });

  test('that the portType declares again are left out with the same message, and read with another', async () => {
    const again = await reading(declared('Op', { faults: F + F }), bound('Op', { faults: fault('F') }));
    expect(again.faults).toEqual(['F encoded']);
    expect(again.found).toEqual(['DUPLICATE_COMPONENT fault "F" is declared again, with the same message']);
    const other = '<fault name="F" message="t:In"/>';
    const both = await reading(declared('Op', { faults: F + other }), bound('Op', { faults: fault('F') }));
    expect(both.faults).toEqual(['F encoded', 'F encoded']);
    expect(both.found).toEqual([
      'DUPLICATE_COMPONENT fault "F" is declared again, with another message; both are read',
    ]);
  });
});
