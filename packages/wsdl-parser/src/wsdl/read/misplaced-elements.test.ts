import { expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { wsdl11 } from '../testing/wsdl-pieces.js';

const PLAIN = wsdl11({});
const MESSAGES = /<message name="In">.*<\/message>/;
const PORT = /<port name="Port".*<\/port>/;

/** The operations that ports offer, with their addresses, and the messages about misplaced elements. */
async function readingOf(wsdl: string) {
  const { model, diagnostics } = await parseWsdlText(wsdl);
  return {
    offered: model.services.flatMap(({ ports }) =>
      ports.flatMap(({ address, operations }) => operations.map(({ name }) => `${name} ${address ?? ''}`)),
    ),
    found: diagnostics.filter(({ code }) => code === 'MISPLACED_ELEMENT').map(({ message }) => message),
    others: diagnostics.filter(({ code }) => code !== 'MISPLACED_ELEMENT').map(({ code }) => code),
  };
}

const OFFERED = ['Op http://h.example/'];

test('a document with everything in its place has no finding', async () => {
  expect(await readingOf(PLAIN)).toEqual({ offered: OFFERED, found: [], others: [] });
});

test('messages in a portType are read as those of the document', async () => {
  const messages = MESSAGES.exec(PLAIN)?.[0] ?? '';
  const wsdl = PLAIN.replace(messages, '').replace('<portType name="P">', `$&${messages}`);
  expect(await readingOf(wsdl)).toEqual({
    offered: OFFERED,
    found: Array(2).fill('wsdl:message is used in wsdl:portType; read as a child of wsdl:definitions'),
    others: [],
  });
});

test('a binding and a service in other components are read as those of the document', async () => {
  const binding = /<binding.*<\/binding>/s.exec(PLAIN)?.[0] ?? '';
  const service = /<service.*<\/service>/s.exec(PLAIN)?.[0] ?? '';
  const wsdl = PLAIN.replace(service, '')
    .replace(binding, '')
    .replace('</portType>', `${binding.replace('</binding>', `${service}</binding>`)}$&`);
  expect(await readingOf(wsdl)).toEqual({
    offered: OFFERED,
    found: [
      'wsdl:binding is used in wsdl:portType; read as a child of wsdl:definitions',
      'wsdl:service is used in wsdl:binding; read as a child of wsdl:definitions',
    ],
    others: [],
  });
});

test('a port outside the only service is read as one of it', async () => {
  const port = PORT.exec(PLAIN)?.[0] ?? '';
  const wsdl = PLAIN.replace(port, '').replace('<service', `${port}$&`);
  expect(await readingOf(wsdl)).toEqual({
    offered: OFFERED,
    found: ['wsdl:port is used in wsdl:definitions; read as a port of the only service'],
    others: [],
  });
});

test('a port without any service is read as one of a service of its own', async () => {
  const port = PORT.exec(PLAIN)?.[0] ?? '';
  const wsdl = PLAIN.replace(/<service.*<\/service>/s, port);
  expect(await readingOf(wsdl)).toEqual({
    offered: OFFERED,
    found: ['wsdl:port is used in wsdl:definitions; read as a port of a service of its own'],
    others: [],
  });
});

test('a port outside two services is reported and not read', async () => {
  const port = PORT.exec(PLAIN)?.[0]?.replace('h.example', 'other.example') ?? '';
  const wsdl = PLAIN.replace('<service', `<service name="T"/>${port}$&`);
  const { offered, found } = await readingOf(wsdl);
  expect(offered).toEqual(OFFERED);
  expect(found).toEqual(['wsdl:port is used in wsdl:definitions; not read: it belongs in wsdl:service']);
});

test('what may belong to several parents is reported and not read', async () => {
  const wsdl = PLAIN.replace(
    '<service',
    '<part name="x"/><operation name="Lost"><input message="t:In"/></operation>$&',
  );
  expect(await readingOf(wsdl)).toEqual({
    offered: OFFERED,
    found: [
      'wsdl:part is used in wsdl:definitions; not read: it belongs in wsdl:message',
      'wsdl:operation is used in wsdl:definitions; not read: it belongs in wsdl:portType or wsdl:binding',
    ],
    others: [],
  });
});

test('elements of WSDL inside documentation and types are no components', async () => {
  const wsdl = PLAIN.replace(
    '<portType name="P">',
    '$&<documentation><message name="Sample"/></documentation>',
  );
  expect((await readingOf(wsdl)).found).toEqual([]);
});
