import { describe, expect, test } from 'vitest';
import { bundleResolver } from '../../documents/bundle.js';
import { isWsdlError } from '../../errors.js';
import { parseWsdl, parseWsdlText } from '../../parse-wsdl.js';
import { operationsOf, parsePieces, wsdl11 } from '../testing/wsdl-pieces.js';

const OPERATION = '<operation name="Op"><input><soap:body/></input><output><soap:body/></output></operation>';

describe('bindings that are not SOAP over HTTP are named and left out (OP-1)', () => {
  test.each([
    [
      '<http:binding verb="GET" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/>',
      'the protocol of the binding is HTTP GET: only SOAP is offered',
    ],
    ['<x:binding xmlns:x="urn:corba"/>', 'the protocol of the binding is urn:corba: only SOAP is offered'],
    [
      '<soap:binding transport="http://www.w3.org/2010/soapjms/"/>',
      'the transport of the binding is http://www.w3.org/2010/soapjms/: only HTTP is offered',
    ],
  ])('%s', async (binding, message) => {
    const parsed = await parsePieces({ binding: `${binding}${OPERATION}` });
    expect(operationsOf(parsed)).toEqual([]);
    expect(parsed.diagnostics.map((d) => [d.code, d.message])).toEqual([
      ['BINDING_SKIPPED', message],
      ['OPERATION_NOT_OFFERED', `no port offers the operation of portType {urn:t}P: ${message}`],
      ['NO_SOAP_OPERATION', 'no operation can be offered'],
    ]);
  });

  test('a binding without any extension is read as SOAP if its operations are', async () => {
    const parsed = await parsePieces({ binding: OPERATION });
    expect(parsed.model.services[0]?.ports[0]).toMatchObject({ soapVersion: '1.1' });
    expect(operationsOf(parsed)).toMatchObject([{ name: 'Op', style: 'document' }]);
    expect(parsed.diagnostics.map((d) => [d.code, d.message, d.component])).toEqual([
      [
        'BAD_EXTENSION_VALUE',
        'the binding has operations of SOAP and no soap:binding; read as one of SOAP over HTTP',
        'binding {urn:t}B',
      ],
    ]);
    const none = await parsePieces({ binding: '<operation name="Op"><input/><output/></operation>' });
    expect(none.diagnostics[0]?.message).toBe('the protocol of the binding is none: only SOAP is offered');
  });

  test.each([
    ['http://schemas.xmlsoap.org/soap/http'],
    ['http://schemas.xmlsoap.org/soap/http/'],
    ['http://www.w3.org/2003/05/soap/bindings/HTTP/'],
    [''],
  ])('transport %j is HTTP', async (transport) => {
    const parsed = await parsePieces({ binding: `<soap:binding transport="${transport}"/>${OPERATION}` });
    expect(operationsOf(parsed)).toHaveLength(1);
  });
});

describe('a transport that can only mean HTTP is read as it, and reported', () => {
  test.each([
    ['http://schemas.xmlsoap.org/soap/htp'],
    ['http://schemas.xmlsop.org/soap/http'],
    ['https://schemas.xmlsoap.org/soap/HTTPS'],
    ['http://schemas.xmlsoap.org/http'],
    ['http:/schemas.xmlsoap.org/soap/httpp'],
    ['http://www.w3.org/2003/05/soap/binding/HTTP/'],
    ['HTTP/1.1'],
    // Namespaces of SOAP and of its binding.
    ['http://schemas.xmlsoap.org/soap/'],
    ['http://schemas.xmlsoap.org/wsdl/soap/'],
    ['http://schemas.xmlsoap.org/soap/envelope/'],
  ])('%s', async (transport) => {
    const parsed = await parsePieces({ binding: `<soap:binding transport="${transport}"/>${OPERATION}` });
    expect(operationsOf(parsed)).toHaveLength(1);
    expect(parsed.diagnostics).toMatchObject([
      { code: 'BAD_EXTENSION_VALUE', component: 'binding {urn:t}B' },
    ]);
  });

  test.each([
    ['http://schemas.xmlsoap.org/soap/smtp'],
    ['http://schemas.xmlsoap.org/soap/tcp'],
    ['http://schemas.xmlsoap.org/soap/ftp'],
    ['http://schemas.xmlsoap.org/soap/jms'],
    ['http://schemas.microsoft.com/wse/2003/06/tcp'],
    ['urn:own'],
  ])('%s is another', async (transport) => {
    const parsed = await parsePieces({ binding: `<soap:binding transport="${transport}"/>${OPERATION}` });
    expect(parsed.codes).toContain('BINDING_SKIPPED');
  });
});

describe('ports', () => {
  test('without an address or a binding are reported', async () => {
    expect((await parsePieces({ port: '' })).codes).toEqual(['NO_ADDRESS']);
    const two = wsdl11({})
      .replace('binding="t:B"', 'binding="t:Gone"')
      .replace('</service>', '<port name="Other"/>$&');
    expect((await parseWsdlText(two)).diagnostics.map((d) => d.code)).toEqual([
      'UNRESOLVED_BINDING',
      'REFERENCE_CORRECTED',
      'NO_ADDRESS',
    ]);
  });

  test.each<[string, string, string]>([
    ['binding="t:B"', 'binding="t:Gone"', '"t:Gone" is no binding; {urn:t}B is meant'],
    [
      'binding="t:B"',
      'binding="b"',
      'binding "b" is not declared as {http://schemas.xmlsoap.org/wsdl/}b; {urn:t}B is meant',
    ],
    ['type="t:P"', 'type="t:Gone"', '"t:Gone" is no portType; {urn:t}P is meant'],
    ['type="t:P"', '', 'no portType is named; {urn:t}P is meant'],
  ])('with %s written %s mean what they can only mean', async (from, to, message) => {
    const parsed = await parseWsdlText(wsdl11({}).replace(from, to));
    expect(parsed.diagnostics.map((d) => [d.code, d.message])).toEqual([['REFERENCE_CORRECTED', message]]);
    expect(operationsOf(parsed)).toHaveLength(1);
  });

  test('of a binding whose portType may be in a missing document are lost', async () => {
    const wsdl = wsdl11({ head: '<import namespace="urn:gone" location="gone.wsdl"/>' }).replace(
      'type="t:P"',
      'type="t:Gone"',
    );
    const { diagnostics } = await parseWsdlText(wsdl);
    expect(diagnostics.map((d) => d.code)).toContain('UNRESOLVED_PORT_TYPE');
  });

  test('of a binding without its portType are lost', async () => {
    const other =
      '<operation name="Op"><input message="t:In"/></operation><operation name="More"><input message="t:In"/></operation>';
    const parsed = await parseWsdlText(wsdl11({ portType: other }).replace('type="t:P"', 'type="t:Gone"'));
    expect(parsed.diagnostics.map((d) => d.code)).toEqual([
      'UNRESOLVED_PORT_TYPE',
      'OPERATION_NOT_OFFERED',
      'OPERATION_NOT_OFFERED',
      'NO_SOAP_OPERATION',
    ]);
  });

  test('are synthesised, without an address, if there is no service', async () => {
    const { model, diagnostics } = await parseWsdlText(wsdl11({}).replace(/<service.*<\/service>/s, ''));
    expect(diagnostics.map((d) => d.code)).toEqual(['NO_SERVICE']);
    expect(model.services.map((s) => [s.name.localName, s.ports.map((p) => [p.name, p.address])])).toEqual([
      ['D', [['B', undefined]]],
    ]);
    expect(model.exposed).toHaveLength(1);
  });
});

describe('a reference whose prefix is bound to the wrong namespace (MO-4)', () => {
  const WRONG = 'xmlns:q="urn:wrong"';

  test.each([
    ['of a port', 'binding="t:B"', `binding="q:B" ${WRONG}`],
    ['of a binding', 'type="t:P"', `type="q:P" ${WRONG}`],
    ['of an input', '<input message="t:In"/>', `<input message="q:In" ${WRONG}/>`],
  ])('%s means the only component of the local name', async (_, right, wrong) => {
    const { model, diagnostics } = await parseWsdlText(wsdl11({}).replace(right, wrong));
    expect(model.exposed.map(({ name }) => name)).toEqual(['Op']);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['REFERENCE_CORRECTED', 'warning'],
    ]);
    expect(diagnostics[0]?.message).toMatch(/is not declared as \{urn:wrong\}\w+; \{urn:t\}\w+ is meant$/);
  });

  test('stays unresolved if two components have the local name', async () => {
    const second = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:other"><message name="In"/></definitions>`;
    const wsdl = wsdl11({ head: '<import namespace="urn:other" location="other.wsdl"/>' });
    const resolve = bundleResolver(
      new Map([
        ['a.wsdl', wsdl.replace('<input message="t:In"/>', `<input message="q:In" ${WRONG}/>`)],
        ['other.wsdl', second],
      ]),
    );
    const { diagnostics } = await parseWsdl('a.wsdl', { resolve });
    expect(diagnostics.map(({ code }) => code)).toContain('UNRESOLVED_MESSAGE');
  });

  test('stays unresolved if the document of the namespace is missing', async () => {
    const wsdl = wsdl11({ head: '<import namespace="urn:wrong" location="gone.wsdl"/>' });
    const { diagnostics } = await parseWsdlText(wsdl.replace('binding="t:B"', `binding="q:B" ${WRONG}`));
    expect(diagnostics.map(({ code }) => code)).toContain('UNRESOLVED_BINDING');
  });
});

describe('names declared twice', () => {
  test('the first declaration counts', async () => {
    const text = wsdl11({}).replace('<portType', '<message name="In"/><portType');
    const { diagnostics, model } = await parseWsdlText(text);
    expect(diagnostics.map((d) => d.code)).toEqual(['DUPLICATE_COMPONENT']);
    expect(model.services[0]?.ports[0]?.operations[0]?.input.parts).toHaveLength(1);
  });
});

describe('extensions that must be understood (R2026)', () => {
  const REQUIRED = '<x:magic xmlns:x="urn:x" wsdl:required="true"/>';
  const SOAP = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';

  test('reject the document', async () => {
    const error: unknown = await parseWsdlText(wsdl11({ head: REQUIRED })).catch((e: unknown) => e);
    expect(isWsdlError(error) && [error.code, error.message]).toEqual([
      'REQUIRED_EXTENSION',
      'service.wsdl:4:1: cannot read the WSDL: it requires the unknown extension {urn:x}magic',
    ]);
  });

  test.each([
    ['the binding', { binding: `${SOAP}${REQUIRED}${OPERATION}` }],
    ['the port', { port: REQUIRED }],
    ['the operation', { binding: `${SOAP}${OPERATION.replace('<input>', `${REQUIRED}<input>`)}` }],
    ['the input', { binding: `${SOAP}${OPERATION.replace('<input>', `<input>${REQUIRED}`)}` }],
  ])('cost %s', async (_, pieces) => {
    const parsed = await parsePieces(pieces);
    expect(parsed.model.exposed).toEqual([]);
    expect(parsed.codes).toContain('REQUIRED_EXTENSION');
  });

  test.each([
    ['<x:magic xmlns:x="urn:x" wsdl:required="false"/>'],
    ['<x:magic xmlns:x="urn:x"/>'],
    ['<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl" wsdl:required="true"/>'],
    ['<p:UsingPolicy xmlns:p="http://schemas.xmlsoap.org/ws/2004/09/policy" wsdl:required="true"/>'],
  ])('are ignored if optional or known: %s', async (extension) => {
    const parsed = await parsePieces({ head: extension, binding: `${SOAP}${extension}${OPERATION}` });
    expect(parsed.model.exposed).toHaveLength(1);
    expect(parsed.codes).toEqual([]);
  });
});

test.each([
  ['REPLACE_WITH_ACTUAL_URL', true],
  ['/svc/x', true],
  ['https://$host/x', true],
  ['http://{host}/x', true],
  ['jms:queue:x', true],
  ['host:8080/x', true],
  ['http://', true],
  ['http://a b/', true],
  ['http://h.example/', false],
  ['HTTPS://h_1.example:8443?wsdl', false],
  ['http://h.example/?mail=a@b.example', false],
  ['http://[::1]:8080/x', false],
  ['http://größe.example/x{1}', false],
  ['http://h.example/{3F2504E0-4F89-11D3-9A0C-0305E82C3301}', false],
  ['http://[face]/x', true],
  ['http://%HOST%/x', true],
  ['http://h.example:8080:8080/x', true],
  ['http://-/x', true],
  ['http://caf%C3%A9.example:65535/x', false],
])('an address that no call can be sent to is reported: %s', async (address, isReported) => {
  const { diagnostics } = await parsePieces({ port: `<soap:address location="${address}"/>` });
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual(
    isReported ? [['NO_ADDRESS', `the address "${address}" is not an http or https URL`]] : [],
  );
});

test.each([
  'http://REPLACE_ME/x',
  'http://REPLACE_WITH_ACTUAL_URL',
  'https://insert-host-here:8443/x',
  'http://__HOST__/x',
  'http://HOST_NAME:8080/x',
  'http://your-server.example.com/x',
  'http://yourHostName/x',
  'http://xxx.xxx.xxx.xxx/x',
  'http://@host@:@port@/x',
  'http://@@HOST@@/x',
  'http://h.example:@port@/x',
  'http://app-@ENV@.h.example/x',
  'http://h.example/{tenant}/x',
  'http://h.example/#{app.context}',
])('an address with a placeholder is reported as one: %s', async (address) => {
  const { model, diagnostics } = await parsePieces({ port: `<soap:address location="${address}"/>` });
  expect(model.services[0]?.ports[0]?.address).toBe(address);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    ['NO_ADDRESS', `the address "${address}" is a placeholder, not the URL of a server`],
  ]);
});

test.each([
  'http://my_server/x',
  'http://SERVER_01:8080/x',
  'http://todo.h.example/x',
  'http://change-the-world.example/x',
  'http://yourmembership.example/x',
  'http://placehold.example/x',
  'http://here.example/x',
  'http://h.example:/x',
  'http://h.example:080/x',
])('a host that may exist is none: %s', async (address) => {
  expect((await parsePieces({ port: `<soap:address location="${address}"/>` })).codes).toEqual([]);
});

test.each(['0.0.0.0', '[::]'])('the host %s, on which servers listen, is reported', async (host) => {
  const { diagnostics } = await parsePieces({ port: `<soap:address location="http://${host}:8080/x"/>` });
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    [
      'NO_ADDRESS',
      `the address "http://${host}:8080/x" has the host ${host}, which is no address of a server`,
    ],
  ]);
});

test.each(['0', '00000', '65536', '70000', '99999'])('the port %s is reported', async (port) => {
  const { diagnostics } = await parsePieces({
    port: `<soap:address location="http://h.example:${port}/x"/>`,
  });
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    ['NO_ADDRESS', `the address "http://h.example:${port}/x" has the port ${port}: ports are 1 to 65535`],
  ]);
});

test.each([
  ['http://user:secret@h.example/x', 'http://h.example/x'],
  ['HTTPS://user@h_1.example:8443?wsdl', 'HTTPS://h_1.example:8443?wsdl'],
  ['http://a@b:secret@[::1]/', 'http://[::1]/'],
  ['http://user:@secret@h.example/x', 'http://h.example/x'],
  ['http://@h.example/x', 'http://h.example/x'],
])('credentials in an address are reported and not part of it: %s', async (written, address) => {
  const { model, diagnostics } = await parsePieces({ port: `<soap:address location="${written}"/>` });
  expect(model.services[0]?.ports[0]?.address).toBe(address);
  expect(JSON.stringify(model)).not.toContain('secret');
  expect(diagnostics.map((d) => [d.code, d.severity, d.message, d.component])).toEqual([
    [
      'BAD_EXTENSION_VALUE',
      'warning',
      `the address has credentials, which are not sent; read as "${address}": set them as credentials of the service`,
      'port Port',
    ],
  ]);
});

test('a wsdl:service without a port counts as none: its bindings are offered', async () => {
  const text = wsdl11({}).replace(/<service.*<\/service>/s, '<service name="S"/>');
  const { model, diagnostics } = await parseWsdlText(text);
  expect(model.exposed.map(({ name }) => name)).toEqual(['Op']);
  expect(diagnostics.map((d) => d.code)).toEqual(['NO_SERVICE']);
});

test('an empty service beside another one is mentioned', async () => {
  const { diagnostics, model } = await parseWsdlText(
    wsdl11({}).replace('<service', '<service name="E"/><service'),
  );
  expect(model.exposed).toHaveLength(1);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    ['EMPTY_SERVICE', 'service {urn:t}E has no port'],
  ]);
});

test.each([
  ['the text of soap:address', '<soap:address>\n http://a.example/ </soap:address>', 'BAD_EXTENSION_VALUE'],
  ['wsdl:address', '<address location="http://a.example/"/>', 'BAD_EXTENSION_VALUE'],
  [
    'two addresses',
    '<soap:address location="http://a.example/"/><soap:address location="http://b.example/"/>',
    'DUPLICATE_COMPONENT',
  ],
])('an address in another form, and a second one, are findings: %s', async (_, port, code) => {
  const { model, codes } = await parsePieces({ port });
  expect(model.services[0]?.ports[0]?.address).toBe('http://a.example/');
  expect(codes).toEqual([code]);
});

test.each([
  [
    'binding',
    {
      binding:
        '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body/></input><output><soap:body/></output></operation>',
    },
  ],
  [
    'operation',
    {
      binding:
        '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction="a"/><soap:operation soapAction="b"/><input><soap:body/></input><output><soap:body/></output></operation>',
    },
  ],
  [
    'body',
    {
      binding:
        '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body/><soap:body use="encoded"/></input><output><soap:body/></output></operation>',
    },
  ],
])('a second soap:%s is a finding', async (_, pieces) => {
  expect((await parsePieces(pieces)).codes).toEqual(['DUPLICATE_COMPONENT']);
});
