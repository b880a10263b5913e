import { describe, expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { wsdl11 } from '../testing/wsdl-pieces.js';

const SOAP = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';
const HTTP = '<http:binding verb="GET" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/>';
const MESSAGES =
  '<message name="In"><part name="body" element="t:In"/></message><message name="Out"><part name="body" element="t:Out"/></message>';
const operation = (name: string): string =>
  `<operation name="${name}"><input message="t:In"/><output message="t:Out"/></operation>`;
const bound = (name: string): string =>
  `<operation name="${name}"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
const port = (name: string, binding: string, host: string): string =>
  `<port name="${name}" binding="t:${binding}"><soap:address location="http://${host}.example/"/></port>`;
const SECOND = `<portType name="P2">${operation('Op2')}</portType><binding name="B2" type="t:P2">${SOAP}${bound('Op2')}</binding>`;

/** The ports with their addresses and operations, and the findings, of a document with pieces added before its service or its end. */
async function reading(beforeService: string, { ports = '', end = '', text = wsdl11({}) } = {}) {
  const document = text
    .replace('<service', `${beforeService}<service`)
    .replace('</service>', `${ports}</service>`)
    .replace('</definitions>', `${end}</definitions>`);
  const { model, diagnostics } = await parseWsdlText(document);
  return {
    ports: model.services.flatMap(({ ports }) =>
      ports.map((p) => `${p.name} ${p.address} ${p.operations.map(({ name }) => name)}`),
    ),
    exposed: model.exposed.map(({ name }) => name),
    found: diagnostics
      .filter(({ code }) => code !== 'UNUSUAL_NAME')
      .map(({ code, message }) => `${code} ${message}`),
  };
}

const FIRST = 'Port http://h.example/ Op';

describe('two ports of a service with one name', () => {
  test('the second is left out if it has the same binding', async () => {
    expect(await reading('', { ports: port('Port', 'B', 'two') })).toEqual({
      ports: [FIRST],
      exposed: ['Op'],
      found: [
        'DUPLICATE_COMPONENT port "Port" is declared twice in its service, first at service.wsdl:13, with the same binding',
      ],
    });
  });

  test('the second gets a number if it has another binding, one that is free', async () => {
    const ports = `${port('Port', 'B2', 'two')}${port('Port~2', 'B2', 'three')}`;
    expect(await reading(SECOND, { ports })).toEqual({
      ports: [FIRST, 'Port~3 http://two.example/ Op2', 'Port~2 http://three.example/ Op2'],
      exposed: ['Op', 'Op2'],
      found: [
        'DUPLICATE_COMPONENT port "Port" is declared twice in its service, first at service.wsdl:13, with another binding; read as "Port~3"',
      ],
    });
  });
});

describe('two services with one name', () => {
  test('are one if the second has other ports', async () => {
    const end = `<service name="S">${port('Port', 'B', 'two')}${port('Port2', 'B2', 'two')}</service>`;
    expect(await reading(SECOND, { end })).toEqual({
      ports: [FIRST, 'Port2 http://two.example/ Op2'],
      exposed: ['Op', 'Op2'],
      found: [
        'DUPLICATE_COMPONENT service {urn:t}S is declared twice; read as one with the declaration at service.wsdl:13',
      ],
    });
  });

  test('an empty one takes nothing from the other', async () => {
    const { ports, found } = await reading('<service name="S"/>');
    expect(ports).toEqual([FIRST]);
    expect(found).toEqual([
      'DUPLICATE_COMPONENT service {urn:t}S is declared twice; read as one with the declaration at service.wsdl:13',
    ]);
  });

  test('the first counts if the second adds nothing', async () => {
    const end = `<service name="S">${port('Port', 'B', 'two')}</service>`;
    expect(await reading('', { end })).toMatchObject({
      ports: [FIRST],
      found: ['DUPLICATE_COMPONENT service {urn:t}S is declared twice'],
    });
  });
});

describe('two portTypes, bindings or messages with one name', () => {
  test('portTypes and bindings are one if the second has other operations', async () => {
    const more = `<portType name="P">${operation('Op2')}</portType><binding name="B" type="t:P">${SOAP}${bound('Op')}${bound('Op2')}</binding>`;
    expect(await reading(more)).toEqual({
      ports: ['Port http://h.example/ Op,Op2'],
      exposed: ['Op', 'Op2'],
      found: [
        'DUPLICATE_COMPONENT portType {urn:t}P is declared twice; read as one with the declaration at service.wsdl:9',
        'DUPLICATE_COMPONENT binding {urn:t}B is declared twice; read as one with the declaration at service.wsdl:10',
      ],
    });
  });

  test.each([
    ['portType', `<portType name="P">${operation('Op')}</portType>`],
    ['binding', `<binding name="B" type="t:P">${SOAP}${bound('Op')}</binding>`],
    ['binding', `<binding name="B" type="t:P2">${SOAP}${bound('Op2')}</binding>`],
    ['message', '<message name="B"/><message name="B"><part name="p" element="t:In"/></message>'],
  ])('the first %s counts otherwise', async (kind, more) => {
    const { ports, found } = await reading(more);
    expect(ports).toEqual([FIRST]);
    expect(found).toContain(
      `DUPLICATE_COMPONENT ${kind} {urn:t}${kind === 'portType' ? 'P' : 'B'} is declared twice`,
    );
  });

  test('a binding of SOAP counts instead of one of another protocol', async () => {
    const text = wsdl11({}).replace(
      '<binding',
      `<binding name="B" type="t:P">${HTTP}${bound('Op')}</binding><binding`,
    );
    expect(await reading('', { text })).toMatchObject({
      ports: [FIRST],
      found: [
        'DUPLICATE_COMPONENT binding {urn:t}B is declared twice; the SOAP binding at service.wsdl:10 is used',
      ],
    });
  });

  test('many declarations of one name take work in their number', async () => {
    const names = Array.from({ length: 2000 }, (_, n) => `Op${n}`);
    const text = wsdl11({
      messages: MESSAGES,
      binding: `${SOAP}${names.map(bound).join('')}`,
    }).replace(
      '<binding',
      `${names.map((name) => `<portType name="P">${operation(name)}</portType>`).join('')}<binding`,
    );
    const { model } = await parseWsdlText(text);
    expect(model.exposed).toHaveLength(2000);
  });
});
