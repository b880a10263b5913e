import { describe, expect, test } from 'vitest';
import { parseWsdlText } from '../parse-wsdl.js';

const IN_OUT = 'http://www.w3.org/ns/wsdl/in-out';

/** A WSDL 2.0 document in namespace `urn:t` with prefix `t`. */
function wsdl20(interfaces: string, binding: string, service?: string): string {
  return `<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:t" xmlns:t="urn:t"
 xmlns:wsoap="http://www.w3.org/ns/wsdl/soap" xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions" xmlns:wsdl="http://www.w3.org/ns/wsdl"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata">
<documentation>A description.</documentation>
<types><xs:schema targetNamespace="urn:t"><xs:element name="In" type="xs:int"/><xs:element name="Out" type="xs:int"/>
<xs:element name="Head" type="xs:int"/><xs:element name="Bad" type="xs:int"/></xs:schema></types>
${interfaces}${binding}
${service ?? '<service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="http://h.example/"/></service>'}
</description>`;
}

const SOAP =
  'type="http://www.w3.org/ns/wsdl/soap" wsoap:protocol="http://www.w3.org/2003/05/soap/bindings/HTTP/"';

describe('WSDL 2.0 (OP-6)', () => {
  test('produces the same model as WSDL 1.1', async () => {
    const { model, diagnostics } = await parseWsdlText(
      wsdl20(
        `<interface name="I"><fault name="Bad" element="t:Bad"/>
          <operation name="Get" pattern="${IN_OUT}" style="http://www.w3.org/ns/wsdl/style/iri" wsdlx:safe="true">
            <documentation>Gets.</documentation>
            <input messageLabel="In" element="t:In"/><output messageLabel="Out" element="t:Out" wsam:Action="urn:out"/>
            <outfault ref="t:Bad" messageLabel="Out"/></operation></interface>`,
        `<binding name="B" interface="t:I" ${SOAP}><fault ref="t:Bad" wsoap:code="soap:Sender"/>
          <operation ref="t:Get" wsoap:action="urn:get"><input><wsoap:header element="t:Head" required="true"/></input></operation></binding>`,
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(model).toMatchObject({
      wsdlVersion: '2.0',
      targetNamespace: 'urn:t',
      documentation: 'A description.',
    });
    const [service] = model.services;
    expect(service?.name.localName).toBe('S');
    expect(service?.ports[0]).toMatchObject({
      name: 'E',
      address: 'http://h.example/',
      binding: { namespace: 'urn:t', localName: 'B' },
      portType: { namespace: 'urn:t', localName: 'I' },
      soapVersion: '1.2',
    });
    const element = (localName: string, name = localName) => ({
      kind: 'element',
      name,
      element: { namespace: 'urn:t', localName },
    });
    expect(service?.ports[0]?.operations).toEqual([
      {
        name: 'Get',
        documentation: 'Gets.',
        style: 'document',
        soapAction: 'urn:get',
        oneWay: false,
        safe: true,
        input: {
          name: 'In',
          action: 'urn:get',
          use: 'literal',
          parts: [element('In')],
          headers: [{ part: element('Head'), use: 'literal', required: true, faults: [] }],
          attachments: [],
        },
        output: {
          name: 'Out',
          action: 'urn:out',
          use: 'literal',
          parts: [element('Out')],
          headers: [],
          attachments: [],
        },
        faults: [{ name: 'Bad', use: 'literal', part: element('Bad'), action: 'urn:t:I:Bad' }],
        location: { file: 'service.wsdl', line: 8, column: 11 },
      },
    ]);
    expect(model.exposed).toEqual([{ name: 'Get', service: 0, port: 0, operation: 0 }]);
  });

  test('has operations of extended interfaces, cycles and diamonds included', async () => {
    const op = (name: string): string =>
      `<operation name="${name}" pattern="${IN_OUT}"><input element="t:In"/><output element="t:Out"/></operation>`;
    const { model, diagnostics } = await parseWsdlText(
      wsdl20(
        `<interface name="Base" extends="t:I">${op('Base')}</interface>
         <interface name="Left" extends="t:Base">${op('Left')}</interface>
         <interface name="Right" extends="t:Base">${op('Right')}</interface>
         <interface name="I" extends=" t:Left t:Right ">${op('Own')}</interface>`,
        `<binding name="B" ${SOAP} wsoap:version="1.1"/>`,
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(model.services[0]?.ports[0]?.soapVersion).toBe('1.1');
    expect(model.exposed.map((e) => e.name)).toEqual(['Own', 'Left', 'Right', 'Base']);
  });

  test.each<[string, string, unknown]>([
    ['in-out', '<input element="t:In"/><output element="t:Out"/>', { oneWay: false, faults: 0 }],
    ['in-only', '<input element="t:In"/>', { oneWay: true, faults: 0 }],
    ['robust-in-only', '<input element="t:In"/><outfault ref="t:Bad"/>', { oneWay: true, faults: 1 }],
    ['out-only', '<output element="t:Out"/>', 'the message pattern out-only is not one that a client calls'],
    [
      'in-opt-out',
      '<input element="t:In"/><output element="t:Out"/>',
      'the message pattern in-opt-out is not one that a client calls',
    ],
    [
      'in-out',
      '<input element="#other"/><output element="t:Out"/>',
      'the message is not described by an element',
    ],
    ['in-out', '<input/><output element="t:Out"/>', 'the message is not described by an element'],
  ])('pattern %s with %s', async (pattern, content, want) => {
    const { model, diagnostics } = await parseWsdlText(
      wsdl20(
        `<interface name="I"><fault name="Bad" element="t:Bad"/><operation name="Op" pattern="http://www.w3.org/ns/wsdl/${pattern}">${content}</operation></interface>`,
        `<binding name="B" interface="t:I" ${SOAP}/>`,
      ),
    );
    const [op] = model.services[0]?.ports[0]?.operations ?? [];
    if (typeof want === 'string') {
      expect(op).toBeUndefined();
      expect(diagnostics[0]).toMatchObject({ code: 'MESSAGE_PATTERN_UNSUPPORTED', message: want });
    } else expect({ oneWay: op?.oneWay, faults: op?.faults.length }).toEqual(want);
  });

  test('has messages of any element, and of none', async () => {
    const { model } = await parseWsdlText(
      wsdl20(
        '<interface name="I"><operation name="Op"><input element="#any"/><output element="#none"/></operation></interface>',
        `<binding name="B" interface="t:I" ${SOAP}/>`,
      ),
    );
    const [op] = model.services[0]?.ports[0]?.operations ?? [];
    expect([op?.input.anyElement, op?.input.parts, op?.output?.anyElement, op?.output?.parts]).toEqual([
      true,
      [],
      undefined,
      [],
    ]);
  });

  test.each([
    ['type="http://www.w3.org/ns/wsdl/http"', 'BINDING_SKIPPED'],
    ['type="http://www.w3.org/ns/wsdl/soap" wsoap:protocol="urn:jms"', 'BINDING_SKIPPED'],
    ['type="http://www.w3.org/ns/wsdl/soap"', undefined],
    [
      'type="http://www.w3.org/ns/wsdl/soap" wsoap:version="1.1" wsoap:protocol="http://www.w3.org/2006/01/soap11/bindings/HTTP/"',
      undefined,
    ],
  ])('a binding with %s: %s', async (attributes, code) => {
    const { diagnostics } = await parseWsdlText(
      wsdl20(
        '<interface name="I"><operation name="Op"><input element="t:In"/><output element="t:Out"/></operation></interface>',
        `<binding name="B" interface="t:I" ${attributes}/>`,
      ),
    );
    expect(diagnostics.at(0)?.code).toBe(code);
  });

  test.each([
    [
      '<service name="S" interface="t:I"><endpoint name="E" binding="t:Gone" address="a"/></service>',
      ['UNRESOLVED_BINDING', 'OPERATION_NOT_OFFERED', 'NO_SOAP_OPERATION'],
    ],
    [
      '<service name="S" interface="t:Gone"><endpoint name="E" binding="t:B" address="a"/></service>',
      ['UNRESOLVED_PORT_TYPE', 'OPERATION_NOT_OFFERED', 'NO_SOAP_OPERATION'],
    ],
    ['<service name="S" interface="t:I"><endpoint name="E" binding="t:B"/></service>', ['NO_ADDRESS']],
    [
      '<service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="a"><x:y xmlns:x="urn:x" wsdl:required="true"/></endpoint></service>',
      ['REQUIRED_EXTENSION', 'OPERATION_NOT_OFFERED', 'NO_SOAP_OPERATION'],
    ],
  ])('%s', async (service, codes) => {
    const { diagnostics } = await parseWsdlText(
      wsdl20(
        '<interface name="I"><operation name="Op"><input element="t:In"/><output element="t:Out"/></operation></interface>',
        `<binding name="B" ${SOAP}/>`,
        service,
      ),
    );
    expect(diagnostics.map((d) => d.code)).toEqual(codes);
  });
});

describe('SOAP modules', () => {
  const INTERFACE = `<interface name="I"><fault name="Bad" element="t:Bad"/><operation name="Op" pattern="${IN_OUT}">
    <input element="t:In"/><output element="t:Out"/><outfault ref="t:Bad"/></operation></interface>`;
  const read = (inBinding: string, inOperation: string) =>
    parseWsdlText(
      wsdl20(
        INTERFACE,
        `<binding name="B" interface="t:I" ${SOAP}>${inBinding}<operation ref="t:Op">${inOperation}</operation></binding>`,
      ),
    );
  const module = (ref: string, required: string) => `<wsoap:module ref="${ref}" ${required}/>`;
  const UNKNOWN = module('http://x.example/m', 'required="true"');

  test.each([
    ['a binding', UNKNOWN, '', 'binding'],
    [
      'a binding, required as any extension',
      module('http://x.example/m', 'wsdl:required="1"'),
      '',
      'binding',
    ],
    ['a fault of a binding', `<fault ref="t:Bad">${UNKNOWN}</fault>`, '', 'binding'],
    ['an operation', '', UNKNOWN, 'operation'],
    ['an input', '', `<input>${UNKNOWN}</input>`, 'operation'],
    ['an output', '', `<output>${UNKNOWN}</output>`, 'operation'],
    ['a fault of an operation', '', `<outfault ref="t:Bad">${UNKNOWN}</outfault>`, 'operation'],
  ])('an unknown one that %s requires costs what requires it', async (_, inBinding, inOperation, what) => {
    const { model, diagnostics } = await read(inBinding, inOperation);
    expect(model.exposed).toEqual([]);
    expect(diagnostics[0]).toMatchObject({
      code: 'REQUIRED_EXTENSION',
      message: expect.stringContaining(`the ${what} requires the unknown SOAP module http://x.example/m`),
    });
  });

  test.each([
    ['that is optional', module('http://x.example/m', '')],
    ['with required="false"', module('http://x.example/m', 'required="false"')],
  ])('one %s changes nothing', async (_, optional) => {
    const { model, diagnostics } = await read(optional, optional);
    expect(diagnostics).toEqual([]);
    expect(model.exposed).toHaveLength(1);
  });

  test.each([
    ['required="true"', 'required'],
    ['', 'optional'],
  ])('that of WS-Addressing with %s says that addressing is %s', async (required, addressing) => {
    const { model, diagnostics } = await read(
      module('http://www.w3.org/2005/08/addressing/module', required),
      '',
    );
    expect(diagnostics).toEqual([]);
    expect(model.services[0]?.ports[0]).toMatchObject({ addressing });
  });
});

test('two endpoints of a service with one name: one with the same binding is left out, another one gets a number', async () => {
  const endpoint = (binding: string, host: string): string =>
    `<endpoint name="E" binding="t:${binding}" address="http://${host}.example/"/>`;
  const binding = (name: string): string =>
    `<binding name="${name}" interface="t:I" ${SOAP}><operation ref="t:Get"/></binding>`;
  const { model, diagnostics } = await parseWsdlText(
    wsdl20(
      `<interface name="I"><operation name="Get" pattern="${IN_OUT}"><input element="t:In"/><output element="t:Out"/></operation></interface>`,
      binding('B') + binding('C'),
      `<service name="S" interface="t:I">${endpoint('B', 'one')}${endpoint('B', 'two')}${endpoint('C', 'three')}</service>`,
    ),
  );
  expect(model.services[0]?.ports.map(({ name, address }) => `${name} ${address}`)).toEqual([
    'E http://one.example/',
    'E~2 http://three.example/',
  ]);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^DUPLICATE_COMPONENT endpoint "E" is declared twice .*, with the same binding$/),
    expect.stringMatching(/^DUPLICATE_COMPONENT endpoint "E" is declared twice .*; read as "E~2"$/),
  ]);
});

test.each([
  ['a service without endpoints', '<service name="S" interface="t:I"/>', 'S'],
  ['no service', '', 'I'],
])('%s: the bindings form one without an address', async (_, service, name) => {
  const operation = `<operation name="Get" pattern="${IN_OUT}"><input element="t:In"/><output element="t:Out"/></operation>`;
  const { model, diagnostics } = await parseWsdlText(
    wsdl20(
      `<interface name="I">${operation}</interface>`,
      `<binding name="B" ${SOAP}/><binding name="H" type="http://www.w3.org/ns/wsdl/http"/>`,
      service,
    ),
  );
  expect(diagnostics.map((d) => d.code)).toEqual(['NO_SERVICE']);
  expect(model.services.map((s) => [s.name.localName, s.ports.map((p) => [p.name, p.address])])).toEqual([
    [name, [['B', undefined]]],
  ]);
  expect(model.exposed.map((each) => each.name)).toEqual(['Get']);
});
