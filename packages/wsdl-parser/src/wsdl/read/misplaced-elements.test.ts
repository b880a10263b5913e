import { describe, expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { wsdl11 } from '../testing/wsdl-pieces.js';

const PLAIN = wsdl11({});
const MESSAGES = /<message name="In">.*<\/message>/;
const PORT = /<port name="Port".*<\/port>/;

/** The operations that ports offer, with their addresses, and the messages about misplaced elements. */
async function readingOf(wsdl: string) {
  const { model, diagnostics } = await parseWsdlText(wsdl);
  // A finding concerns the operation, so that it is not graded exact, or its name says whose it is.
  for (const { component = '', code } of diagnostics) {
    if (code === 'MISPLACED_ELEMENT') expect(component).toMatch(CONCERNED);
  }
  return {
    offered: model.services.flatMap(({ ports }) =>
      ports.flatMap(({ address, operations }) => operations.map(({ name }) => `${name} ${address ?? ''}`)),
    ),
    found: diagnostics.filter(({ code }) => code === 'MISPLACED_ELEMENT').map(({ message }) => message),
    others: diagnostics.filter(({ code }) => code !== 'MISPLACED_ELEMENT').map(({ code }) => code),
  };
}

const CONCERNED =
  /^(?:definitions|(?:message|binding|portType|service) \{urn:t\}\w+|operation (?:Op|Op2|Lost)|port Port)$/;
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
    found: ['wsdl:port is used in wsdl:definitions; read as part of wsdl:service S'],
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
  const wsdl = PLAIN.replace(
    '<service',
    `<service name="T">${port.replace('"Port"', '"Q"')}</service>${port}$&`,
  );
  const { offered, found } = await readingOf(wsdl);
  expect(offered).toEqual(['Op http://other.example/', ...OFFERED]);
  expect(found).toEqual(['wsdl:port is used in wsdl:definitions; not read: it belongs in wsdl:service']);
});

const move = (text: string, from: RegExp, to: string, place: (moved: string) => string): string => {
  const moved = from.exec(text)?.[0] ?? '';
  expect(moved).not.toBe('');
  return text.replace(moved, '').replace(to, place(moved));
};
const PART = /<part name="body" element="t:In"\/>/;
const OPERATION = /<operation name="Op"><input message.*?<\/operation>/;
const BOUND = /<operation name="Op"><input><soap.*?<\/operation>/;

test.each<[name: string, wsdl: string, ...found: string[]]>([
  [
    'a part after its message',
    PLAIN.replace(
      '<message name="In"><part name="body" element="t:In"/></message>',
      '<message name="In"/><part name="body" element="t:In"/>',
    ),
    'wsdl:part is used in wsdl:definitions; read as part of wsdl:message In',
  ],
  [
    'a part in the input that names its message',
    move(PLAIN, PART, '<input message="t:In"/>', (part) => `<input message="t:In">${part}</input>`),
    'wsdl:part is used in wsdl:input; read as part of wsdl:message In',
  ],
  [
    'a part in an input without a message',
    move(
      PLAIN,
      /<message name="In">.*?<\/message>/,
      '<input message="t:In"/>',
      () => '<input><part name="body" element="t:In"/></input>',
    ),
    'wsdl:part is used in wsdl:input; read as part of a message of this wsdl:input',
  ],
  [
    'the operation of the only portType',
    move(PLAIN, OPERATION, '<binding', (operation) => `${operation}<binding`).replace(
      '<portType name="P"></portType>',
      '<portType name="P"/><documentation/>',
    ),
    'wsdl:operation is used in wsdl:definitions; read as part of wsdl:portType P',
  ],
  [
    'the operation of the only binding, in the service',
    move(PLAIN, BOUND, '<port name', (operation) => `${operation}<port name`),
    'wsdl:operation is used in wsdl:service; read as part of wsdl:binding B',
  ],
  [
    'an operation in another one',
    PLAIN.replace(
      '</operation></portType>',
      '<operation name="Op2"><input message="t:In"/></operation>$&',
    ).replace(
      '</operation>\n</binding>',
      '$&'.replace(
        '$&',
        '</operation><operation name="Op2"><input><soap:body use="literal"/></input></operation>\n</binding>',
      ),
    ),
    'wsdl:operation is used in wsdl:operation; read as part of wsdl:portType P',
  ],
  [
    'messages after their operation',
    PLAIN.replace(
      '<operation name="Op"><input message="t:In"/><output message="t:Out"/></operation>',
      '<operation name="Op"/><input message="t:In"/><output message="t:Out"/>',
    ),
    'wsdl:input is used in wsdl:portType; read as part of wsdl:operation Op',
    'wsdl:output is used in wsdl:portType; read as part of wsdl:operation Op',
  ],
  [
    'an output in the input',
    PLAIN.replace(
      '<input message="t:In"/><output message="t:Out"/>',
      '<input message="t:In"><output message="t:Out"/></input>',
    ),
    'wsdl:output is used in wsdl:input; read as part of wsdl:operation Op',
  ],
  [
    'the address of the only port, in the service',
    move(PLAIN, /<soap:address.*?\/>/, '</service>', (address) => `${address}</service>`),
    'soap:address is used in wsdl:service; read as part of wsdl:port Port',
  ],
  [
    'the soap:binding of the only binding, in its operation',
    move(PLAIN, /<soap:binding.*?\/>/, '<input><soap', (binding) => `${binding}<input><soap`),
    'soap:binding is used in wsdl:operation; read as part of wsdl:binding B',
  ],
  [
    'a message in the types',
    move(PLAIN, /<message name="In">.*?<\/message>/, '</types>', (message) => `${message}</types>`),
    'wsdl:message is used in wsdl:types; read as a child of wsdl:definitions',
  ],
  [
    'types in the types',
    PLAIN.replace('<types>', '<types><types>').replace('</types>', '</types></types>'),
    'wsdl:types is used in wsdl:types; read as a child of wsdl:definitions',
  ],
  [
    'the types, in the portType',
    move(PLAIN, /<types>.*<\/types>/s, '</portType>', (types) => `${types}</portType>`),
    'wsdl:types is used in wsdl:portType; read as a child of wsdl:definitions',
  ],
])('what can only have one place is read there: %s', async (_, wsdl, ...found) => {
  const read = await readingOf(wsdl);
  const extra = wsdl.includes('Op2') ? ['Op2 http://h.example/'] : [];
  expect(read).toEqual({ offered: [...OFFERED, ...extra], found, others: [] });
  // The operation takes and returns the same as before.
  const [parsed, right] = await Promise.all([parseWsdlText(wsdl), parseWsdlText(PLAIN)]);
  const elements = ({ model }: typeof parsed) =>
    model.services[0]?.ports[0]?.operations
      .slice(0, 1)
      .map(({ input, output }) =>
        [input, output].map((message) =>
          message?.parts.map((part) => part.kind === 'element' && part.element),
        ),
      );
  expect(elements(parsed)).toEqual(elements(right));
  expect(JSON.stringify(elements(parsed))).toContain('"localName":"In"');
});

test('a soap:body directly in the operation of a binding is that of both messages', async () => {
  const wsdl = PLAIN.replace(
    '<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>',
    '<soap:body use="encoded" namespace="urn:b"/><input/><output/>',
  );
  expect(await readingOf(wsdl)).toMatchObject({
    found: ['soap:body is used in wsdl:operation; read as part of its wsdl:input and wsdl:output'],
  });
  const { model } = await parseWsdlText(wsdl);
  expect(model.services[0]?.ports[0]?.operations[0]).toMatchObject({
    input: { use: 'encoded' },
    output: { use: 'encoded' },
  });
});

test('what may belong to several parents is reported and not read', async () => {
  const wsdl = PLAIN.replace(
    '<service',
    '<part name="x"/><operation name="Lost"/><input message="t:In"/><soap:body use="encoded"/>$&',
  ).replace('<portType', '<portType name="Q"/>$&');
  expect(await readingOf(wsdl)).toEqual({
    offered: OFFERED,
    found: [
      'wsdl:part is used in wsdl:definitions; not read: it belongs in wsdl:message',
      'wsdl:operation is used in wsdl:definitions; read as part of wsdl:binding B',
      'wsdl:input is used in wsdl:definitions; not read: it belongs in wsdl:operation',
      'soap:body is used in wsdl:definitions; not read: it belongs in wsdl:input or wsdl:output or wsdl:fault',
    ],
    others: ['UNRESOLVED_OPERATION'],
  });
});

test('elements that could be in many places take work in proportion to their number', async () => {
  const many = 3_000;
  const ports = Array.from(
    { length: many },
    (_, at) => `<port name="P${at}" binding="t:B"><soap:address location="http://h.example/"/></port>`,
  );
  const wsdl = PLAIN.replace(
    '<service',
    `${'<soap:address location="http://x.example/"/>'.repeat(many)}$&`,
  ).replace('</service>', `${ports.join('')}$&`);
  const { found } = await readingOf(wsdl);
  expect(new Set(found)).toEqual(
    new Set(['soap:address is used in wsdl:definitions; not read: it belongs in wsdl:port']),
  );
});

test('elements of several kinds that could be in many places do, too', async () => {
  // Quadratic work would take longer than a test may.
  const each = '<part name="x"/><port name="Port"/><input message="t:In"/><operation name="Lost"/>';
  const { offered } = await readingOf(PLAIN.replace('<message', `${each.repeat(40_000)}$&`));
  expect(offered).toEqual(OFFERED);
});

test('elements of WSDL inside documentation and types are no components', async () => {
  const wsdl = PLAIN.replace(
    '<portType name="P">',
    '$&<documentation><message name="Sample"/></documentation>',
  );
  expect((await readingOf(wsdl)).found).toEqual([]);
});

describe('elements of SOAP in the operation of a portType are those of its bindings', () => {
  const ACTION = '<soap:operation soapAction="urn:op"/>';
  const bodies = /<input><soap:body use="literal"\/><\/input>/;
  const inPortType = (content: string) =>
    PLAIN.replace('<operation name="Op"><input message', `<operation name="Op">${content}<input message`);

  test('soap:operation', async () => {
    const wsdl = inPortType(ACTION);
    expect(await readingOf(wsdl)).toEqual({
      offered: OFFERED,
      found: ['soap:operation is used in wsdl:operation; read as part of operation Op of its bindings'],
      others: [],
    });
    const { model } = await parseWsdlText(wsdl);
    expect(model.services[0]?.ports[0]?.operations[0]?.soapAction).toBe('urn:op');
  });

  test('soap:body of an input', async () => {
    const wsdl = PLAIN.replace(bodies, '<input/>').replace(
      '<input message="t:In"/>',
      '<input message="t:In"><soap:body use="encoded"/></input>',
    );
    expect((await readingOf(wsdl)).found).toEqual([
      'soap:body is used in wsdl:input; read as part of operation Op of its bindings',
    ]);
    const { model } = await parseWsdlText(wsdl);
    expect(model.services[0]?.ports[0]?.operations[0]?.input.use).toBe('encoded');
  });

  test('the one of the binding counts, and that of another operation is not taken for it', async () => {
    const both = inPortType(ACTION).replace(
      '<operation name="Op"><input><soap:body',
      '<operation name="Op"><soap:operation soapAction="urn:own"/><input><soap:body',
    );
    const own = await parseWsdlText(both);
    expect(own.model.services[0]?.ports[0]?.operations[0]?.soapAction).toBe('urn:own');
    const other = `<operation name="Other">${ACTION}<input message="t:In"/></operation></portType>`;
    const { model } = await parseWsdlText(PLAIN.replace('</portType>', other));
    expect(model.services[0]?.ports[0]?.operations[0]?.soapAction).toBe('');
  });
});

test('an input before its operation comes before the output of it', async () => {
  const wsdl = PLAIN.replace(
    '<operation name="Op"><input message="t:In"/>',
    '<input message="t:In"/><operation name="Op">',
  );
  expect(await readingOf(wsdl)).toEqual({
    offered: OFFERED,
    found: ['wsdl:input is used in wsdl:portType; read as part of wsdl:operation Op'],
    others: [],
  });
});

test('elements inside an element of SOAP are read', async () => {
  const action = '<soap:operation soapAction="urn:op"/>';
  const plain = PLAIN.replace(
    '<operation name="Op"><input><soap',
    `<operation name="Op">${action}<input><soap`,
  );
  const wsdl = plain.replace(
    `${action}<input><soap:body use="literal"/></input>`,
    `${action.replace('/>', '>')}<input><soap:body use="literal"/></input></soap:operation>`,
  );
  expect(await readingOf(wsdl)).toMatchObject({
    offered: OFFERED,
    found: ['wsdl:input is used in wsdl:operation; read as part of wsdl:operation Op'],
  });
});
