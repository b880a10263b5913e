import { findPart } from '@soapstone/mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled, suiteName } from '../../../ws-security/src/testing/installed.js';
import type { TransportRequest } from '../exchange.js';
import { bytesOf, failureOf, printEnvelope, soapRequest, textOf } from '../testing/messages.js';
import { startGsoap, startPhp, startSoapLite, type UpstreamProcess } from '../testing/upstream-process.js';
import { createTransport, type Transport } from '../transport.js';

const LEDGER = 'urn:soapstone:ledger';
const ENCODED =
  'soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const total = (label: string, ...amounts: number[]): string =>
  `<ns1:Total xmlns:ns1="${LEDGER}"><ns1:label>${label}</ns1:label>${amounts.map((n) => `<ns1:amount>${n}</ns1:amount>`).join('')}</ns1:Total>`;

/** A request in the form of either version. */
function message(
  url: string,
  body: string,
  version: '1.1' | '1.2' = '1.1',
  headers: readonly string[] = [],
): TransportRequest {
  const action = `${LEDGER}#Total`;
  return soapRequest(url, {
    body: Buffer.from(printEnvelope(body, headers, version)),
    soapVersion: version,
    ...(version === '1.1'
      ? { soapAction: action }
      : { contentType: `application/soap+xml; charset=utf-8; action="${action}"` }),
  });
}

/** The text of the first element with this local name and any prefix. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1];
}

function suite(
  name: string,
  packages: string,
  installed: boolean,
  start: () => Promise<UpstreamProcess>,
  tests: (up: Upstream) => void,
) {
  describe.skipIf(!installed)(suiteName(name, installed, packages), () => {
    let server: UpstreamProcess | undefined;
    let transport: Transport | undefined;
    beforeAll(async () => {
      server = await start();
      transport = createTransport({ egress: { allow: [server.host] }, acceptGzip: true });
    }, 180_000);
    afterAll(async () => {
      await transport?.close();
      await server?.close();
    });
    tests({ host: () => server?.host ?? '', transport: () => transport as Transport });
  });
}

interface Upstream {
  readonly host: () => string;
  readonly transport: () => Transport;
}

const hasPhp = isInstalled('php', ['-r', 'exit(class_exists("SoapServer") ? 0 : 1);']);
suite('PHP SoapServer', 'php-cli php-soap', hasPhp, startPhp, ({ host, transport }) => {
  const url = (query = ''): string => `http://${host()}/server.php${query}`;
  const ask = async (request: TransportRequest) => {
    const response = await transport().send(request);
    return { response, text: await textOf(response) };
  };

  test.each<['1.1' | '1.2', string, string]>([
    ['1.1', '', 'text/xml; charset=utf-8'],
    ['1.2', '?v=2', 'application/soap+xml; charset=utf-8'],
  ])('document/literal, SOAP %s', async (version, query, contentType) => {
    const { response, text } = await ask(message(url(query), total('Größe €', 1, 2, 39), version));
    expect([response.status, response.contentType]).toEqual([200, contentType]);
    expect([element(text, 'label'), element(text, 'sum')]).toEqual(['Größe €', '42']);
  });

  test.each<['1.1' | '1.2', string, string]>([
    ['1.1', '', 'faultstring'],
    ['1.2', '?v=2', 'Text'],
  ])('a fault of SOAP %s arrives with its status and detail', async (version, query, reason) => {
    const { response, text } = await ask(message(url(query), total('x', 1, -5), version));
    expect(response.status).toBe(500);
    expect([element(text, reason), element(text, 'by')]).toEqual(['overdrawn', '4']);
  });

  test('header blocks both ways', async () => {
    const trace = `<ns1:Trace xmlns:ns1="${LEDGER}" soapenv:mustUnderstand="1">me</ns1:Trace>`;
    const { text } = await ask(message(url(), total('x', 1), '1.1', [trace]));
    expect(element(text, 'Trace')).toBe('seen me');
  });

  test('a header block that is not understood is a fault, not an error', async () => {
    const { response, text } = await ask(
      message(url(), total('x', 1), '1.1', ['<u:Unknown xmlns:u="urn:unknown" soapenv:mustUnderstand="1"/>']),
    );
    expect(response.status).toBe(500);
    expect(element(text, 'faultcode')).toMatch(/MustUnderstand$/);
  });

  test('rpc/encoded with an array in and an array of structs out', async () => {
    const sum = `<ns1:sum xmlns:ns1="${LEDGER}" ${ENCODED}><numbers soapenc:arrayType="xsd:int[3]" xsi:type="soapenc:Array"><i xsi:type="xsd:int">1</i><i xsi:type="xsd:int">2</i><i xsi:type="xsd:int">3</i></numbers></ns1:sum>`;
    expect(element((await ask(message(url('?rpc'), sum))).text, 'return')).toBe('6');
    const entries = `<ns1:entries xmlns:ns1="${LEDGER}" ${ENCODED}><count xsi:type="xsd:int">3</count></ns1:entries>`;
    const { text } = await ask(message(url('?rpc'), entries));
    expect(text.match(/entry \d/g)).toEqual(['entry 1', 'entry 2', 'entry 3']);
  });

  test('a gzip response', async () => {
    const label = 'x'.repeat(20_000);
    const { text } = await ask(message(url('?gzip'), total(label, 1)));
    expect(element(text, 'label')).toBe(label);
  });

  test('a response of 2 MB', async () => {
    const label = 'y'.repeat(2_000_000);
    const { text } = await ask(message(url(), total(label, 1)));
    expect(element(text, 'label')?.length).toBe(label.length);
  });

  test('a response that is not SOAP is returned, not thrown', async () => {
    const { response, text } = await ask(message(url(), '<not-closed'));
    expect(response.status).toBe(500);
    expect(element(text, 'faultstring')).toBe('Bad Request');
  });

  test('a page that does not exist', async () => {
    const { response } = await ask(message(`http://${host()}/missing.php`, total('x', 1)));
    expect(response.status).toBe(404);
    expect(response.contentType).toMatch(/^text\/html/);
  });

  test('its WSDL, through a redirect', async () => {
    const found = await transport().fetchDocument(url('?moved'));
    expect(found.uri).toBe(url('?wsdl'));
    expect(found.contentType).toMatch(/^text\/xml/);
    expect(Buffer.from(found.bytes).toString()).toContain('<wsdl:definitions name="Ledger"');
  });

  test('a hundred calls, ten at a time', async () => {
    const sums = await Promise.all(
      Array.from({ length: 10 }, async (_, lane) => {
        const seen: (string | undefined)[] = [];
        for (let call = 0; call < 10; call += 1) {
          const { text } = await ask(message(url(), total(`${lane}`, lane, call)));
          seen.push(element(text, 'sum'));
        }
        return seen;
      }),
    );
    expect(sums).toEqual(
      sums.map((_, lane) => Array.from({ length: 10 }, (__, call) => String(lane + call))),
    );
  });
});

const hasSoapLite = isInstalled('perl', ['-MSOAP::Lite', '-MSOAP::Transport::HTTP', '-e', '1']);
suite('SOAP::Lite', 'libsoap-lite-perl', hasSoapLite, startSoapLite, ({ host, transport }) => {
  const ask = async (operation: string, parts: string) => {
    const body = `<ns1:${operation} xmlns:ns1="${LEDGER}" ${ENCODED}>${parts}</ns1:${operation}>`;
    const response = await transport().send(
      soapRequest(`http://${host()}/`, {
        body: Buffer.from(printEnvelope(body)),
        soapAction: `${LEDGER}#${operation}`,
      }),
    );
    return { response, text: await textOf(response) };
  };

  test('rpc/encoded with an array in', async () => {
    const { response, text } = await ask(
      'sum',
      '<numbers soapenc:arrayType="xsd:int[2]" xsi:type="soapenc:Array"><i xsi:type="xsd:int">40</i><i xsi:type="xsd:int">2</i></numbers>',
    );
    expect([response.status, element(text, 'sum')]).toEqual([200, '42']);
  });

  test('an array of structs out', async () => {
    const { text } = await ask('entries', '<count xsi:type="xsd:int">2</count>');
    expect(text).toContain('soapenc:arrayType');
    expect(text.match(/entry \d/g)).toEqual(['entry 1', 'entry 2']);
  });

  test('a fault with detail', async () => {
    const { response, text } = await ask('refuse', '');
    expect(response.status).toBe(500);
    expect([element(text, 'faultstring'), element(text, 'code')]).toEqual(['refused', '42']);
  });

  test('a wrong action is rejected by the server', async () => {
    const response = await transport().send(soapRequest(`http://${host()}/`, { soapAction: 'urn:other#x' }));
    expect(response.status).toBe(500);
    expect(element(await textOf(response), 'faultcode')).toMatch(/Client$/);
  });
});

const hasGsoap = isInstalled('soapcpp2', ['-V']) && isInstalled('gcc');
suite('gSOAP', 'gsoap libgsoap-dev gcc', hasGsoap, startGsoap, ({ host, transport }) => {
  const url = (): string => `http://${host()}/`;

  test.each(['1.1', '1.2'] as const)('document/literal, SOAP %s', async (version) => {
    const response = await transport().send(message(url(), total('abc', 20, 22), version));
    expect(response.status).toBe(200);
    const text = await textOf(response);
    expect([element(text, 'label'), element(text, 'sum')]).toEqual(['abc', '42']);
  });

  test.each(['1.1', '1.2'] as const)('a fault of SOAP %s', async (version) => {
    const response = await transport().send(message(url(), total('abc', 1, -5), version));
    expect(response.status).toBeGreaterThanOrEqual(400);
    const text = await textOf(response);
    expect([element(text, version === '1.1' ? 'faultstring' : 'Text'), element(text, 'by')]).toEqual([
      'overdrawn',
      '1',
    ]);
  });

  test('an operation that it does not have', async () => {
    const response = await transport().send(message(url(), `<ns1:Other xmlns:ns1="${LEDGER}"/>`));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await textOf(response)).toContain('not implemented');
  });

  const scan = Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7) & 0xff));
  test.each(['1.1', '1.2'] as const)('MTOM both ways, SOAP %s', async (version) => {
    const body = `<ns1:Mirror xmlns:ns1="${LEDGER}"><ns1:scan xmime:contentType="image/png" xmlns:xmime="http://www.w3.org/2005/05/xmlmime"><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:scan%40soapstone"/></ns1:scan></ns1:Mirror>`;
    const response = await transport().send({
      ...message(url(), body, version),
      packaging: 'mtom',
      attachments: [{ contentId: 'scan@soapstone', contentType: 'image/png', data: scan }],
    });
    expect([response.status, response.multipart]).toEqual([200, true]);
    expect(response.contentType).toMatch(/^application\/xop\+xml/);
    const text = await textOf(response);
    expect(element(text, 'bytes')).toBe(String(scan.length));
    const href = /<xop:Include [^>]*href="([^"]+)"/.exec(text)?.[1] ?? '';
    const part = findPart(await response.attachments(), href);
    expect(part?.contentType).toBe('image/png');
    expect(Buffer.from(part?.data ?? [])).toEqual(Buffer.from(scan).reverse());
  });

  test('an MTOM response read in reverse order, and one read partly', async () => {
    const body = `<ns1:Mirror xmlns:ns1="${LEDGER}"><ns1:scan><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:a"/></ns1:scan></ns1:Mirror>`;
    const data = Buffer.alloc(300_000, 'a');
    const request: TransportRequest = {
      ...message(url(), body),
      packaging: 'mtom',
      attachments: [{ contentId: 'a', contentType: 'image/png', data: new Blob([data]) }],
    };
    const response = await transport().send(request);
    const parts = await response.attachments();
    expect(parts.map((part) => part.data.length)).toEqual([data.length]);
    expect(element((await bytesOf(response)).toString(), 'bytes')).toBe(String(data.length));

    const other = await transport().send(request);
    for await (const _ of other.body) break;
    expect(transport().stats().inFlight).toBe(0);
  });

  test('a response over the limit', async () => {
    const request = { ...message(url(), total('z'.repeat(50_000), 1)), maxResponseBytes: 10_000 };
    const error = await failureOf(async () => textOf(await transport().send(request)));
    expect(error.code).toBe('UPSTREAM_TOO_LARGE');
  });
});
