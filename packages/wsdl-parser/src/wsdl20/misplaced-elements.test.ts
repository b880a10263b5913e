import { expect, test } from 'vitest';
import { parseWsdlText } from '../parse-wsdl.js';

const INPUT = '<input element="t:In"/>';
const OUTPUT = '<output element="t:Out"/>';
const OPERATION = `<operation name="Get">${INPUT}${OUTPUT}</operation>`;
const INTERFACE = `<interface name="I"><fault name="Bad" element="t:Bad"/>${OPERATION}</interface>`;
const HEADER = '<wsoap:header element="t:Head"/>';
const BOUND = `<operation ref="t:Get" wsoap:action="urn:get"><input>${HEADER}</input></operation>`;
const BINDING = `<binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/soap">${BOUND}</binding>`;
const ENDPOINT = '<endpoint name="E" binding="t:B" address="http://h.example/"/>';
const SERVICE = `<service name="S" interface="t:I">${ENDPOINT}</service>`;
const TYPES = `<types><xs:schema targetNamespace="urn:t"><xs:element name="In" type="xs:int"/><xs:element name="Out" type="xs:int"/>
<xs:element name="Head" type="xs:int"/><xs:element name="Bad" type="xs:int"/></xs:schema></types>`;

function description(...components: readonly string[]): string {
  return `<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:t" xmlns:t="urn:t"
 xmlns:wsoap="http://www.w3.org/ns/wsdl/soap" xmlns:xs="http://www.w3.org/2001/XMLSchema">${components.join('')}</description>`;
}

/** The offers of the endpoints, and the findings. */
async function readingOf(wsdl: string) {
  const { model, diagnostics } = await parseWsdlText(wsdl);
  const misplaced = diagnostics.filter(({ code }) => code === 'MISPLACED_ELEMENT');
  // A finding concerns a component, so that the operation is not graded exact.
  for (const { component } of misplaced) expect(component).toBeTruthy();
  return {
    offered: model.services.flatMap(({ ports }) =>
      ports.flatMap(({ address, operations }) =>
        operations.map(
          ({ name, soapAction, input, output, faults }) =>
            `${name} ${address} ${soapAction} ${input.headers.length} ${input.parts.length} ${output?.parts.length} ${faults.length}`,
        ),
      ),
    ),
    found: misplaced.map(({ message }) => message),
    others: diagnostics.filter(({ code }) => code !== 'MISPLACED_ELEMENT').map(({ code }) => code),
  };
}

const OFFERED = ['Get http://h.example/ urn:get 1 1 1 0'];

test('WSDL 2.0: a document with everything in its place has no finding', async () => {
  expect(await readingOf(description(TYPES, INTERFACE, BINDING, SERVICE))).toEqual({
    offered: OFFERED,
    found: [],
    others: [],
  });
});

test.each([
  [
    'an interface and a binding in other components',
    [TYPES, SERVICE.replace(ENDPOINT, `${INTERFACE}${BINDING}${ENDPOINT}`)],
    [
      'wsdl:interface is used in wsdl:service; read as a child of wsdl:description',
      'wsdl:binding is used in wsdl:service; read as a child of wsdl:description',
    ],
  ],
  [
    'types in an interface',
    [INTERFACE.replace('<fault', `${TYPES}<fault`), BINDING, SERVICE],
    ['wsdl:types is used in wsdl:interface; read as a child of wsdl:description'],
  ],
  [
    'an endpoint beside its service',
    [TYPES, INTERFACE, BINDING, ENDPOINT, SERVICE.replace(ENDPOINT, '')],
    ['wsdl:endpoint is used in wsdl:description; read as part of wsdl:service S'],
  ],
  [
    'an endpoint without any service',
    [TYPES, INTERFACE, BINDING, ENDPOINT],
    ['wsdl:endpoint is used in wsdl:description; read as an endpoint of a service of its own'],
  ],
  [
    'an endpoint in its binding',
    [TYPES, INTERFACE, BINDING.replace(BOUND, `${BOUND}${ENDPOINT}`), SERVICE.replace(ENDPOINT, '')],
    ['wsdl:endpoint is used in wsdl:binding; read as part of wsdl:service S'],
  ],
  [
    'operations of an interface and of a binding beside them',
    [TYPES, OPERATION, BOUND, INTERFACE.replace(OPERATION, ''), BINDING.replace(BOUND, ''), SERVICE],
    [
      'wsdl:operation is used in wsdl:description; read as part of wsdl:interface I',
      'wsdl:operation is used in wsdl:description; read as part of wsdl:binding B',
    ],
  ],
  [
    'an operation of a binding in the interface',
    [TYPES, INTERFACE.replace(OPERATION, `${OPERATION}${BOUND}`), BINDING.replace(BOUND, ''), SERVICE],
    ['wsdl:operation is used in wsdl:interface; read as part of wsdl:binding B'],
  ],
  [
    'messages after an operation that was ended too early',
    [TYPES, INTERFACE.replace(OPERATION, `<operation name="Get"/>${INPUT}${OUTPUT}`), BINDING, SERVICE],
    [
      'wsdl:input is used in wsdl:interface; read as part of wsdl:operation Get',
      'wsdl:output is used in wsdl:interface; read as part of wsdl:operation Get',
    ],
  ],
  [
    'an output in the input',
    [
      TYPES,
      INTERFACE.replace(`${INPUT}${OUTPUT}`, `<input element="t:In">${OUTPUT}</input>`),
      BINDING,
      SERVICE,
    ],
    ['wsdl:output is used in wsdl:input; read as part of wsdl:operation Get'],
  ],
  [
    'a header directly in the operation of a binding',
    [TYPES, INTERFACE, BINDING.replace(`<input>${HEADER}</input>`, `${HEADER}<input/>`), SERVICE],
    ['wsoap:header is used in wsdl:operation; read as part of its wsdl:input'],
  ],
])('WSDL 2.0: reads %s', async (_, components, found) => {
  expect(await readingOf(description(...components))).toEqual({ offered: OFFERED, found, others: [] });
});

test('WSDL 2.0: reads a fault reference and a fault that are in the wrong place', async () => {
  const fault = '<fault name="Bad" element="t:Bad"/>';
  const wsdl = INTERFACE.replace(fault, '').replace(
    OUTPUT,
    `<output element="t:Out"><outfault ref="t:Bad"/></output>${fault}`,
  );
  expect(await readingOf(description(TYPES, wsdl, BINDING, SERVICE))).toEqual({
    offered: ['Get http://h.example/ urn:get 1 1 1 1'],
    found: [
      'wsdl:outfault is used in wsdl:output; read as part of wsdl:operation Get',
      'wsdl:fault is used in wsdl:operation; read as part of wsdl:interface I',
    ],
    others: [],
  });
});

test('WSDL 2.0: does not read an endpoint that could belong to two services', async () => {
  const other = SERVICE.replace('"S"', '"S2"');
  const { found } = await readingOf(description(TYPES, INTERFACE, BINDING, SERVICE, other, ENDPOINT));
  expect(found).toEqual(['wsdl:endpoint is used in wsdl:description; not read: it belongs in wsdl:service']);
});
