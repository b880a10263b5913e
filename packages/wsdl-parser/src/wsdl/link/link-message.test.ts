import { describe, expect, test } from 'vitest';
import { operationsOf, parsePieces } from '../testing/wsdl-pieces.js';

const SOAP = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';
const operation = (input: string, output = '<soap:body use="literal"/>', soapOperation = ''): string =>
  `${SOAP}<operation name="Op">${soapOperation}<input>${input}</input><output>${output}</output></operation>`;
const OUT = '<message name="Out"><part name="body" element="t:Out"/></message>';
const THREE_PARTS = `<message name="In"><part name="a" element="t:In"/><part name="b" type="xs:int"/><part name="c" type="t:T"/></message>${OUT}`;
const TYPE = '<xs:complexType name="T"><xs:sequence/></xs:complexType>';
const names = (parts: readonly { name: string }[] | undefined): string[] => (parts ?? []).map((p) => p.name);

describe('the parts in the Body (OP-4, UW-2)', () => {
  test('are all of the message if soap:body names none', async () => {
    const parsed = await parsePieces({
      schema: TYPE,
      messages: THREE_PARTS,
      binding: operation('<soap:body use="literal"/>'),
    });
    expect(operationsOf(parsed)[0]?.input.parts).toEqual([
      { kind: 'element', name: 'a', element: { namespace: 'urn:t', localName: 'In' } },
      { kind: 'type', name: 'b', type: 'int' },
      { kind: 'type', name: 'c', type: 0 },
    ]);
    expect(parsed.codes).toEqual([]);
  });

  test('are those that soap:body names, in the order of the message; the others are reported', async () => {
    const parsed = await parsePieces({
      schema: TYPE,
      messages: THREE_PARTS,
      binding: operation('<soap:body parts=" c  a x" use="literal"/>'),
    });
    expect(names(operationsOf(parsed)[0]?.input.parts)).toEqual(['a', 'c']);
    expect(parsed.diagnostics.map((d) => [d.code, d.message])).toEqual([
      ['UNRESOLVED_PART', 'message In has no part "x"'],
      ['PART_UNBOUND', 'part "b" of message In is not bound'],
    ]);
  });

  test('can be none', async () => {
    const parsed = await parsePieces({
      messages: `<message name="In"/>${OUT}`,
      binding: operation('<soap:body use="literal"/>'),
    });
    expect(operationsOf(parsed)[0]?.input.parts).toEqual([]);
  });

  test('omit the parts that a header binds', async () => {
    const parsed = await parsePieces({
      schema: TYPE,
      messages: THREE_PARTS,
      binding: operation('<soap:header message="t:In" part="b" use="literal"/><soap:body use="literal"/>'),
    });
    const input = operationsOf(parsed)[0]?.input;
    expect(names(input?.parts)).toEqual(['a', 'c']);
    expect(input?.headers).toEqual([
      { part: { kind: 'type', name: 'b', type: 'int' }, use: 'literal', required: false, faults: [] },
    ]);
  });

  test('omit the parts that MIME binds (AT-3)', async () => {
    const parsed = await parsePieces({
      schema: TYPE,
      messages: THREE_PARTS,
      binding: operation(`<mime:multipartRelated>
        <mime:part><soap:body use="literal"/><soap:header message="t:Out" part="body" use="literal"/></mime:part>
        <mime:part><mime:content part="b" type="image/png"/><mime:content part="b" type="image/jpeg"/></mime:part>
        <mime:part><mime:content part="c"/></mime:part>
        <mime:part><mime:content part="nope"/></mime:part>
      </mime:multipartRelated>`),
    });
    const input = operationsOf(parsed)[0]?.input;
    expect(names(input?.parts)).toEqual(['a']);
    expect(input?.attachments).toEqual([
      { name: 'b', contentTypes: ['image/png', 'image/jpeg'] },
      { name: 'c', contentTypes: ['application/octet-stream'] },
    ]);
    expect(input?.headers.map((h) => h.part.name)).toEqual(['body']);
    expect(parsed.diagnostics.map((d) => d.message)).toEqual(['message In has no part "nope"']);
  });
});

describe('headers', () => {
  test('have their use, namespace and faults; unnamed ones are omitted', async () => {
    const parsed = await parsePieces({
      messages: `<message name="In"><part name="body" element="t:In"/></message>${OUT}
        <message name="Auth"><part name="token" type="xs:string"/><part name="fault" element="t:Out"/></message>`,
      binding: operation(`<soap:body use="literal"/>
        <soap:header message="t:Auth" part="token" use="encoded" namespace="urn:h">
          <soap:headerfault message="t:Auth" part="fault" use="literal"/>
          <soap:headerfault message="t:Auth" part="gone" use="literal"/>
        </soap:header>
        <soap:header message="t:Gone" part="token" use="literal"/>
        <soap:header use="literal"/>`),
    });
    expect(operationsOf(parsed)[0]?.input.headers).toEqual([
      {
        part: { kind: 'type', name: 'token', type: 'string' },
        use: 'encoded',
        namespace: 'urn:h',
        required: false,
        faults: [{ kind: 'element', name: 'fault', element: { namespace: 'urn:t', localName: 'Out' } }],
      },
    ]);
    expect(parsed.diagnostics.map((d) => [d.code, d.message])).toEqual([
      ['UNRESOLVED_PART', 'soap:header needs a message and a part (WSDL 1.1 §3.7)'],
      ['UNRESOLVED_PART', 'message Auth has no part "gone"'],
      ['UNRESOLVED_PART', 'message "t:Gone" is not declared'],
    ]);
  });
});

describe('rpc', () => {
  const rpc = (attributes: string): string =>
    operation(
      `<soap:body ${attributes}/>`,
      `<soap:body ${attributes}/>`,
      '<soap:operation style="rpc" soapAction="x"/>',
    );

  test('has a wrapper in the namespace of soap:body', async () => {
    const parsed = await parsePieces({ binding: rpc('use="encoded" namespace="urn:rpc"') });
    const [op] = operationsOf(parsed);
    expect([op?.style, op?.input.use, op?.input.wrapper, op?.output?.wrapper]).toEqual([
      'rpc',
      'encoded',
      { namespace: 'urn:rpc', localName: 'Op' },
      { namespace: 'urn:rpc', localName: 'OpResponse' },
    ]);
    expect(parsed.codes).toEqual([]);
  });

  test('falls back to the target namespace (R2717)', async () => {
    const parsed = await parsePieces({ binding: rpc('') });
    const [op] = operationsOf(parsed);
    expect([op?.input.use, op?.input.wrapper]).toEqual(['literal', { namespace: 'urn:t', localName: 'Op' }]);
    // A note, because the message is complete.
    expect(parsed.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['WRAPPER_NAMESPACE_MISSING', 'info'],
      ['WRAPPER_NAMESPACE_MISSING', 'info'],
    ]);
  });
});

describe('parts that are not quite right', () => {
  test.each<[string, string, unknown, string[]]>([
    [
      'both an element and a type: the element counts (R2306)',
      '<part name="p" element="t:In" type="xs:string"/>',
      { kind: 'element', name: 'p', element: { namespace: 'urn:t', localName: 'In' } },
      ['PART_AMBIGUOUS'],
    ],
    [
      'neither',
      '<part name="p"/>',
      { kind: 'type', name: 'p', type: 'anyType', unknownType: true },
      ['UNRESOLVED_TYPE'],
    ],
    [
      'an unknown type (MO-4)',
      '<part name="p" type="t:Gone"/>',
      { kind: 'type', name: 'p', type: 'anyType', unknownType: true },
      ['UNRESOLVED_TYPE'],
    ],
    [
      'an unknown element (MO-4)',
      '<part name="p" element="t:Gone"/>',
      { kind: 'element', name: 'p', element: { namespace: 'urn:t', localName: 'Gone' } },
      ['UNRESOLVED_ELEMENT'],
    ],
    [
      'an element without its prefix',
      '<part name="p" element="In"/>',
      { kind: 'element', name: 'p', element: { namespace: 'urn:t', localName: 'In' } },
      ['REFERENCE_CORRECTED'],
    ],
    [
      'a type without its prefix',
      '<part name="p" type="T"/>',
      { kind: 'type', name: 'p', type: 0 },
      ['REFERENCE_CORRECTED'],
    ],
    [
      'an element whose prefix is bound to a namespace of no schema (MO-4)',
      '<part name="p" element="q:In" xmlns:q="urn:no-schema"/>',
      { kind: 'element', name: 'p', element: { namespace: 'urn:t', localName: 'In' } },
      ['REFERENCE_CORRECTED'],
    ],
    [
      'a type whose prefix is bound to a namespace of no schema (MO-4)',
      '<part name="p" type="q:T" xmlns:q="urn:no-schema"/>',
      { kind: 'type', name: 'p', type: 0 },
      ['REFERENCE_CORRECTED'],
    ],
    [
      'a type whose prefix is bound to a namespace of other types (MO-4)',
      '<part name="p" type="xs:T" xmlns:xs="http://www.w3.org/2001/XMLSchema"/>',
      { kind: 'type', name: 'p', type: 0 },
      ['REFERENCE_CORRECTED'],
    ],
    [
      'a prefix of its own (MO-2)',
      '<part name="p" type="q:int" xmlns:q="http://www.w3.org/2001/XMLSchema"/>',
      { kind: 'type', name: 'p', type: 'int' },
      [],
    ],
    [
      'a built-in type with a prefix that nothing binds (MO-4)',
      '<part name="p" type="nope:int"/>',
      { kind: 'type', name: 'p', type: 'int', correctedType: true },
      ['REFERENCE_CORRECTED'],
    ],
    [
      'a prefix that nothing binds',
      '<part name="p" type="nope:Gone"/>',
      { kind: 'type', name: 'p', type: 'anyType', unknownType: true },
      ['UNRESOLVED_TYPE'],
    ],
    [
      'names like properties',
      '<part name="__proto__" type="xs:int"><documentation>d</documentation></part>',
      { kind: 'type', name: '__proto__', type: 'int', documentation: 'd' },
      [],
    ],
  ])('%s', async (_, part, want, codes) => {
    const parsed = await parsePieces({
      schema: TYPE,
      messages: `<message name="In">${part}</message>${OUT}`,
    });
    expect(operationsOf(parsed)[0]?.input.parts).toEqual([want]);
    expect(parsed.codes).toEqual(codes);
  });
});

describe('names of an rpc message that are no NCName', () => {
  const rpc = (operation: string, part: string) =>
    parsePieces({
      messages: `<message name="In"><part name="ok" type="xs:int"/><part name="${part}" type="xs:int"/></message>`,
      portType: `<operation name="${operation}"><input message="t:In"/></operation>`,
      binding: `<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="${operation}"><input><soap:body use="literal" namespace="urn:t"/></input></operation>`,
    });

  test.each(['p q', 'a&gt;&lt;b', '1', ''])('a part "%s" is left out: it cannot be written', async (name) => {
    const parsed = await rpc('Op', name);
    expect(operationsOf(parsed)[0]?.input.parts.map((part) => part.name)).toEqual(['ok']);
    expect(parsed.diagnostics.find(({ code }) => code === 'INVALID_NAME')).toMatchObject({
      component: 'operation Op',
    });
  });

  test.each(['Get User', '1Get'])('an operation "%s" is not offered', async (name) => {
    const parsed = await rpc(name, 'p');
    expect(operationsOf(parsed)).toEqual([]);
    expect(parsed.codes).toContain('INVALID_NAME');
  });
});

test('a corrected part is reported for each operation that uses it', async () => {
  const operation = (name: string) => `<operation name="${name}"><input message="t:In"/></operation>`;
  const bound = (name: string) =>
    `<operation name="${name}"><input><soap:body use="literal"/></input></operation>`;
  const { diagnostics } = await parsePieces({
    messages: '<message name="In"><part name="p" type="t:In"/></message>',
    portType: operation('A') + operation('B'),
    binding: `<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound('A')}${bound('B')}`,
  });
  expect(diagnostics.map(({ code, component }) => [code, component])).toEqual([
    ['REFERENCE_CORRECTED', 'operation A'],
    ['REFERENCE_CORRECTED', 'operation B'],
  ]);
});

test('a fault without a message leaves the operation', async () => {
  const parsed = await parsePieces({
    portType:
      '<operation name="Op"><input message="t:In"/><output message="t:Out"/><fault name="F"/></operation>',
  });
  expect(operationsOf(parsed)).toHaveLength(1);
  expect(parsed.diagnostics).toMatchObject([{ code: 'UNRESOLVED_PART', component: 'operation Op' }]);
});
