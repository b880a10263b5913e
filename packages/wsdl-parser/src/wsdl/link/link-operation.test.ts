import { describe, expect, test } from 'vitest';
import { operationsOf, parsePieces } from '../testing/wsdl-pieces.js';

const SOAP = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';
const bound = (name: string, input = '', output = ''): string =>
  `<operation name="${name}"><input ${input}><soap:body use="literal"/></input><output ${output}><soap:body use="literal"/></output></operation>`;

describe('operations', () => {
  test('are matched by name; overloads by the names of input and output (§2.5)', async () => {
    const parsed = await parsePieces({
      portType: `<operation name="Echo"><input name="A" message="t:In"/><output message="t:Out"/></operation>
        <operation name="Echo"><input name="B" message="t:Out"/><output message="t:Out"/></operation>
        <operation name="Ping"><input message="t:In"/><output message="t:Out"/></operation>`,
      binding: `${SOAP}${bound('Ping')}${bound('Echo', 'name="B"')}${bound('Echo', 'name="A"')}`,
    });
    expect(operationsOf(parsed).map((o) => [o.name, o.input.name, o.input.parts[0]])).toEqual([
      ['Echo', 'A', expect.objectContaining({ element: { namespace: 'urn:t', localName: 'In' } })],
      ['Echo', 'B', expect.objectContaining({ element: { namespace: 'urn:t', localName: 'Out' } })],
      ['Ping', 'PingRequest', expect.anything()],
    ]);
    expect(parsed.model.exposed.map((e) => e.name)).toEqual(['Echo', 'Echo~B', 'Ping']);
    expect(parsed.codes).toEqual(['OPERATION_RENAMED']);
  });

  test('of overloads without names are matched by their order', async () => {
    const parsed = await parsePieces({
      portType: `<operation name="Echo"><input message="t:In"/><output message="t:Out"/></operation>
        <operation name="Echo"><input message="t:Out"/><output message="t:Out"/></operation>`,
      binding: `${SOAP}${bound('Echo')}${bound('Echo')}`,
    });
    expect(parsed.model.exposed.map((e) => e.name)).toEqual(['Echo', 'Echo~EchoRequest']);
  });

  test('that one side lacks are reported; the others stay (R2718)', async () => {
    const parsed = await parsePieces({
      portType: `<operation name="A"><input message="t:In"/><output message="t:Out"/></operation>
        <operation name="B"><input message="t:In"/><output message="t:Out"/></operation>`,
      binding: `${SOAP}${bound('B')}${bound('C')}`,
    });
    expect(operationsOf(parsed).map((o) => o.name)).toEqual(['B']);
    expect(parsed.diagnostics.map((d) => [d.code, d.component])).toEqual([
      ['UNRESOLVED_OPERATION', 'operation C'],
      ['OPERATION_NOT_BOUND', 'operation A'],
      ['OPERATION_NOT_OFFERED', 'operation A'],
    ]);
  });

  test('whose message is missing are lost; the others stay', async () => {
    const parsed = await parsePieces({
      portType: `<operation name="A"><input message="t:Gone"/><output message="t:Out"/></operation>
        <operation name="B"><input message="t:In"/><output message="t:Gone"/></operation>
        <operation name="C"><input/><output message="t:Out"/></operation>
        <operation name="D"><input message="t:In"/><output message="t:Out"/></operation>`,
      binding: SOAP + ['A', 'B', 'C', 'D'].map((name) => bound(name)).join(''),
    });
    expect(operationsOf(parsed).map((o) => o.name)).toEqual(['D']);
    expect(parsed.diagnostics.map((d) => [d.code, d.message, d.component])).toEqual([
      ['UNRESOLVED_MESSAGE', 'wsdl:input names no message', 'operation C'],
      ['UNRESOLVED_MESSAGE', 'message "t:Gone" is not declared', 'operation A'],
      ['UNRESOLVED_MESSAGE', 'message "t:Gone" is not declared', 'operation B'],
    ]);
  });

  test('are exposed if a client calls them (OP-1)', async () => {
    const parsed = await parsePieces({
      portType: `<operation name="OneWay"><input message="t:In"/></operation>
        <operation name="Notification"><output message="t:Out"/></operation>
        <operation name="Solicit"><output message="t:Out"/><input message="t:In"/></operation>
        <operation name="Empty"/>`,
      binding: SOAP + ['OneWay', 'Notification', 'Solicit', 'Empty'].map((name) => bound(name)).join(''),
    });
    const [op, ...others] = operationsOf(parsed);
    expect(others).toEqual([]);
    expect([op?.name, op?.oneWay, op?.output, op?.input.name]).toEqual(['OneWay', true, undefined, 'OneWay']);
    expect(parsed.codes).toEqual(Array(3).fill('MESSAGE_PATTERN_UNSUPPORTED'));
  });
});

describe('faults', () => {
  test('have the part of their message, and their use from the binding', async () => {
    const parsed = await parsePieces({
      attributes: 'xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"',
      messages: `<message name="In"><part name="body" element="t:In"/></message><message name="Out"><part name="body" element="t:Out"/></message>
        <message name="F"><part name="fault" element="t:Out"/></message><message name="Nothing"/>`,
      portType: `<operation name="Op"><input message="t:In"/><output message="t:Out"/>
        <fault name="First" message="t:F" wsam:Action="urn:first"><documentation>Why</documentation></fault>
        <fault name="Second" message="t:F"/><fault name="Third" message="t:Nothing"/><fault name="Fourth" message="t:Gone"/></operation>`,
      binding: `${SOAP}<operation name="Op"><input><soap:body/></input><output><soap:body/></output>
        <fault name="Second"><soap:fault name="Second" use="encoded"/></fault></operation>`,
    });
    const part = { kind: 'element', name: 'fault', element: { namespace: 'urn:t', localName: 'Out' } };
    expect(operationsOf(parsed)[0]?.faults).toEqual([
      { name: 'First', use: 'literal', part, action: 'urn:first', documentation: 'Why' },
      { name: 'Second', use: 'encoded', part, action: 'urn:t:P:Op:Fault:Second' },
    ]);
    expect(parsed.codes).toEqual(['UNRESOLVED_PART', 'UNRESOLVED_PART']);
  });
});

describe('actions (WA-1)', () => {
  test.each([
    ['http://www.w3.org/2007/05/addressing/metadata'],
    ['http://www.w3.org/2006/05/addressing/wsdl'],
    ['http://schemas.xmlsoap.org/ws/2004/08/addressing'],
  ])('are read from %s', async (namespace) => {
    const parsed = await parsePieces({
      attributes: `xmlns:a="${namespace}"`,
      portType:
        '<operation name="Op"><input message="t:In" a:Action="urn:in"/><output name="Answer" message="t:Out"/></operation>',
    });
    const [op] = operationsOf(parsed);
    expect([op?.input.action, op?.output?.action]).toEqual(['urn:in', 'urn:t:P:Answer']);
  });

  // Expectations from WS-Addressing Metadata §4.4.1.
  test.each([
    ['the stated action wins', 'a:Action="urn:in"', 'urn:soap', 'urn:in'],
    ['the SOAPAction without one', '', 'urn:soap', 'urn:soap'],
    ['the SOAPAction for an empty one', 'a:Action=" "', 'urn:soap', 'urn:soap'],
    ['the default pattern without either', '', '', 'urn:t:P:OpRequest'],
  ])('of an input: %s; those of outputs and faults have no SOAPAction', async (_rule, stated, soap, want) => {
    const parsed = await parsePieces({
      attributes: 'xmlns:a="http://www.w3.org/2007/05/addressing/metadata"',
      portType: `<operation name="Op"><input message="t:In" ${stated}/><output message="t:Out"/><fault name="F" message="t:Out"/></operation>`,
      binding: `${SOAP}<operation name="Op"><soap:operation soapAction="${soap}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
    });
    const [op] = operationsOf(parsed);
    expect([op?.input.action, op?.output?.action, op?.faults[0]?.action]).toEqual([
      want,
      'urn:t:P:OpResponse',
      'urn:t:P:Op:Fault:F',
    ]);
  });
});

describe('SOAP actions', () => {
  test.each([
    ['urn:x#Op', 'urn:x#Op', []],
    ['', '', []],
    ['  urn:x  ', 'urn:x', []],
    ['a&#13;&#10;X-Evil: 1', 'a%0D%0AX-Evil: 1', ['BAD_EXTENSION_VALUE']],
    ['&quot;urn:t/Op&quot;', 'urn:t/Op', ['BAD_EXTENSION_VALUE']],
    ['say &quot;hi&quot;\\', 'say %22hi%22%5C', ['BAD_EXTENSION_VALUE']],
    ['urn:größe', 'urn:gr%C3%B6%C3%9Fe', ['BAD_EXTENSION_VALUE']],
  ])('%j becomes %j: a header can hold it', async (written, want, codes) => {
    const parsed = await parsePieces({
      binding: `${SOAP}<operation name="Op"><soap:operation soapAction="${written}"/><input><soap:body/></input><output><soap:body/></output></operation>`,
    });
    expect(operationsOf(parsed)[0]?.soapAction).toBe(want);
    expect(parsed.codes).toEqual(codes);
  });
});

describe('style and use (OP-4)', () => {
  test('come from the operation, then the binding, then the default; a wrong value is the default', async () => {
    const op = (name: string, style: string, use: string): string =>
      `<operation name="${name}"><soap:operation ${style}/><input><soap:body ${use} namespace="u"/></input><output><soap:body namespace="u"/></output></operation>`;
    const parsed = await parsePieces({
      portType: ['A', 'B', 'C']
        .map(
          (name) => `<operation name="${name}"><input message="t:In"/><output message="t:Out"/></operation>`,
        )
        .join(''),
      binding: `<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${op('A', '', '')}${op('B', 'style="document"', 'use="encoded"')}${op('C', 'style="literal"', 'use="wrong"')}`,
    });
    expect(operationsOf(parsed).map((o) => [o.name, o.style, o.input.use])).toEqual([
      ['A', 'rpc', 'literal'],
      ['B', 'document', 'encoded'],
      ['C', 'rpc', 'literal'],
    ]);
    expect(parsed.diagnostics.map((d) => d.message)).toEqual([
      'style="literal" is not document or rpc; the default is used',
      'use="wrong" is not literal or encoded; the default is used',
    ]);
  });

  test('another spelling is read, with a finding about the binding or the operation', async () => {
    const parsed = await parsePieces({
      binding: `<soap:binding style="RPC" transport="https://schemas.xmlsoap.org/soap/HTTP"/><operation name="Op"><input><soap:body use="Encoded" namespace="u"/></input><output><soap:body use="litteral" namespace="u"/></output></operation>`,
    });
    expect(operationsOf(parsed).map((o) => [o.style, o.input.use, o.output?.use])).toEqual([
      ['rpc', 'encoded', 'literal'],
    ]);
    expect(parsed.diagnostics.map((d) => [d.code, d.component, d.message])).toEqual([
      ['BAD_EXTENSION_VALUE', 'binding {urn:t}B', 'style="RPC" is not document or rpc; read as rpc'],
      ['BAD_EXTENSION_VALUE', 'operation Op', 'use="Encoded" is not literal or encoded; read as encoded'],
      ['BAD_EXTENSION_VALUE', 'operation Op', 'use="litteral" is not literal or encoded; read as literal'],
      [
        'BAD_EXTENSION_VALUE',
        'binding {urn:t}B',
        'transport="https://schemas.xmlsoap.org/soap/HTTP" is no transport that has a name; read as HTTP',
      ],
    ]);
  });
});

describe('a finding about an operation that is offered does not say that it is lost', () => {
  const bound =
    '<operation name="Op"><input>HEADER<soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>';
  const soap = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';

  test('where the binding binds it twice', async () => {
    const operation = bound.replace('HEADER', '');
    const parsed = await parsePieces({ binding: soap + operation + operation });
    expect(operationsOf(parsed)).toHaveLength(1);
    expect(parsed.diagnostics.map((d) => [d.code, d.message])).toEqual([
      ['DUPLICATE_COMPONENT', 'binding B binds the operation again'],
    ]);
  });

  test('where the message of a header or a fault is missing', async () => {
    const parsed = await parsePieces({
      portType:
        '<operation name="Op"><input message="t:In"/><output message="t:Out"/><fault name="F" message="t:None"/></operation>',
      binding: soap + bound.replace('HEADER', '<soap:header message="t:Gone" part="h" use="literal"/>'),
    });
    expect(operationsOf(parsed)).toHaveLength(1);
    expect(parsed.diagnostics.map((d) => [d.code, d.severity, d.effect])).toEqual([
      ['UNRESOLVED_PART', 'warning', 'the part is left out'],
      ['UNRESOLVED_PART', 'warning', 'the part is left out'],
    ]);
  });
});
