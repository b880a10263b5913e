import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Loose } from '../../loosely-typed-values.js';
import type { Program } from '../judge.js';
import { ECHO, envelope } from './calls.js';

const FAULT = envelope(
  '<s:Fault><faultcode>s:Server</faultcode><faultstring>broken</faultstring><detail><Problem xmlns="urn:example:shop"><code>5</code></Problem></detail></s:Fault>',
);

/** The parts of an error that programs on node-soap look at. */
function told(error: Loose): unknown[] {
  const { message, code, body, response, root } = error;
  return [message, code, typeof body, response?.status, root?.Envelope?.Body?.Fault];
}

const failure = async (call: Promise<unknown>): Promise<Loose> =>
  await call.then(
    () => {
      throw new Error('no error');
    },
    (error: unknown) => error,
  );

/** Headers, HTTP, options of calls, and errors. */
export const messages: readonly Program[] = [
  {
    name: 'addSoapHeader with an object',
    async run({ soap, url, print, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print(client.addSoapHeader({ Session: { token: 'a', nested: { deep: 1 } } }));
      print(client.addSoapHeader({ Session: { token: 'b' } }, '', 's', 'urn:example:session'));
      print(
        client.addSoapHeader({ Other: 'c' }, '', '', 'urn:example:other'),
        client.getSoapHeaders().length,
      );
      await client.PingAsync({});
      printXml(client.lastRequest);
    },
  },
  {
    name: 'addSoapHeader with XML and with a function',
    async run({ soap, url, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      client.addSoapHeader('<Raw xmlns="urn:example:raw">1</Raw>');
      client.addSoapHeader((_method: Loose, _location: string, action: string, args: Loose) => ({
        Made: { action, text: args.text },
      }));
      await client.EchoAsync({ text: 'x' });
      printXml(client.lastRequest);
    },
  },
  {
    name: 'addSoapHeader with attributes and lists',
    async run({ soap, url, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      client.addSoapHeader(
        { Roles: { attributes: { level: 2 }, role: ['a', 'b'] } },
        '',
        'r',
        'urn:example:roles',
      );
      await client.PingAsync({});
      printXml(client.lastRequest);
    },
  },
  {
    name: 'changeSoapHeader and clearSoapHeaders',
    async run({ soap, url, print, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      const index = client.addSoapHeader('<A/>');
      client.changeSoapHeader(index, { B: 'b' }, '', 'x', 'urn:example:b');
      await client.PingAsync({});
      printXml(client.lastRequest);
      client.clearSoapHeaders();
      await client.PingAsync({});
      printXml(client.lastRequest);
      print(client.getSoapHeaders());
    },
  },
  {
    name: 'the SOAP header of a response',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(
        ECHO.replace('<s:Body>', '<s:Header><t:Trace xmlns:t="urn:t" id="1">x</t:Trace></s:Header><s:Body>'),
      );
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print((await client.EchoAsync({ text: 'x' }))[2]);
    },
  },
  {
    name: 'addHttpHeader, getHttpHeaders and extra headers',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      client.addHttpHeader('X-Key', 'k');
      client.addHttpHeader('User-Agent', 'CustomUserAgent');
      print(client.getHttpHeaders());
      await client.EchoAsync({ text: 'x' }, {}, { 'X-Once': '1', 'X-Key': 'other' });
      await client.EchoAsync({ text: 'x' });
      for (const { headers } of server.received) {
        print(
          headers['x-key'],
          headers['x-once'],
          headers['user-agent'],
          headers['content-type'],
          headers['soapaction'],
        );
      }
    },
  },
  {
    name: 'clearHttpHeaders',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      client.addHttpHeader('X-Key', 'k');
      client.clearHttpHeaders();
      await client.EchoAsync({ text: 'x' });
      print(
        client.getHttpHeaders(),
        server.received[0]?.headers['x-key'],
        server.received[0]?.headers['soapaction'],
      );
    },
  },
  {
    name: 'addBodyAttribute in both forms',
    async run({ soap, url, print, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      client.addBodyAttribute({ id: 'body', 'xml:lang': 'en' });
      client.addBodyAttribute('class="x"');
      print(client.getBodyAttributes());
      await client.PingAsync({});
      printXml(client.lastRequest);
      client.clearBodyAttributes();
      print(client.getBodyAttributes());
    },
  },
  {
    name: 'option forceSoap12Headers',
    async run({ soap, wsdl, stub, print, printXml }) {
      const answer = ECHO.replaceAll(
        'http://schemas.xmlsoap.org/soap/envelope/',
        'http://www.w3.org/2003/05/soap-envelope',
      ).replaceAll('s:', 'soap:');
      const server = await stub(answer);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url, forceSoap12Headers: true });
      print((await client.EchoAsync({ text: 'x' }))[0]);
      const [{ headers, body } = { headers: {}, body: '' }] = server.received;
      print(headers['content-type'], headers['soapaction']);
      printXml(body);
    },
  },
  {
    name: 'option envelopeSoapUrl',
    async run({ soap, wsdl, stub, printXml }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, {
        endpoint: server.url,
        envelopeSoapUrl: 'urn:example:envelope',
      });
      await client.EchoAsync({ text: 'x' });
      printXml(server.received[0]?.body ?? '');
    },
  },
  {
    name: 'option postProcess of a call',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print(
        (
          await client.EchoAsync(
            { text: 'text' },
            { postProcess: (xml: string) => xml.replace('>text<', '>newtext<') },
          )
        )[0],
      );
    },
  },
  {
    name: 'option timeout of a call',
    async run({ soap, wsdl, print, stub }) {
      const slow = await stub(() => new Promise(() => undefined));
      const client = await soap.createClientAsync(wsdl, { endpoint: slow.url });
      const error = await failure(client.EchoAsync({ text: 'x' }, { timeout: 50 }));
      print(error.message, error.code);
    },
  },
  {
    name: 'option headers of a call',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync({ text: 'x' }, { headers: { 'X-Option': 'y' } });
      print(server.received[0]?.headers['x-option']);
    },
  },
  {
    name: 'attachments',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const attachment = {
        mimetype: 'text/plain',
        contentId: 'part1',
        name: 'a.txt',
        body: Buffer.from('content'),
      };
      print((await client.EchoAsync({ text: 'x' }, { attachments: [attachment] }))[0]);
      const [{ headers, body } = { headers: {}, body: '' }] = server.received;
      print(/multipart\/related/.test(headers['content-type'] ?? ''), /application\/xop\+xml/.test(body));
      print(body.includes('<part1>'), body.includes('content'), /filename="?a\.txt/.test(body));
    },
  },
  {
    name: 'attachments from a stream',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const body = Readable.from(['con', 'tent']);
      await client.EchoAsync(
        { text: 'x' },
        { attachments: [{ mimetype: 'text/plain', contentId: 'p', name: 'a', body }] },
      );
      print(server.received[0]?.body.includes('content'));
    },
  },
  {
    name: 'option forceMTOM of a call',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync({ text: 'x' }, { forceMTOM: true });
      print(/multipart\/related/.test(server.received[0]?.headers['content-type'] ?? ''));
    },
  },
  {
    name: 'option parseResponseAttachments',
    async run({ soap, wsdl, stub, print }) {
      const multipart = [
        '--b\r\nContent-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <root>\r\n\r\n',
        `${ECHO}\r\n--b\r\nContent-Type: text/plain\r\nContent-ID: <p>\r\n\r\nhello\r\n--b--\r\n`,
      ].join('');
      const type = 'multipart/related; type="application/xop+xml"; start="<root>"; boundary=b';
      const server = await stub(multipart, { 'content-type': type });
      const client = await soap.createClientAsync(wsdl, {
        endpoint: server.url,
        parseResponseAttachments: true,
      });
      const [result, , , , attachments] = await client.EchoAsync({ text: 'x' });
      print(result, client.lastResponseAttachments.parts.length);
      print(attachments.parts[0].body.toString(), attachments.parts[0].headers);
    },
  },
  {
    name: 'option httpClient',
    async run({ soap, wsdl, print, printXml }) {
      const httpClient = {
        request(address: string, data: string, callback: Loose, headers: Loose) {
          print(address, headers['SOAPAction']);
          printXml(data);
          callback(null, { status: 200, headers: {} }, ECHO);
        },
      };
      const client = await soap.createClientAsync(wsdl, { httpClient, endpoint: 'http://example.com/x' });
      print((await client.EchoAsync({ text: 'x' }))[0]);
    },
  },
  {
    name: 'a class that extends HttpClient',
    async run({ soap, url, print }) {
      const seen: string[] = [];
      const Base: new (options: object) => { request(...given: unknown[]): unknown } = soap.HttpClient;
      class Logged extends Base {
        override request(address: string, data: string | null, ...rest: unknown[]) {
          seen.push(`${data === null ? 'GET' : 'POST'} ${address}`);
          return super.request(address, data, ...rest);
        }
      }
      const client = await soap.createClientAsync(`${url}?wsdl`, {
        httpClient: new Logged({}),
        disableCache: true,
        endpoint: url,
      });
      print((await client.EchoAsync({ text: 'x' }))[0]);
      print(seen);
    },
  },
  {
    name: 'a class that changes the requests and the responses of HttpClient',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const Base: new (options?: object) => Loose = soap.HttpClient;
      class Changed extends Base {
        buildRequest(...given: unknown[]) {
          const request: Loose = super['buildRequest'](...given);
          print(request.method, typeof request.data, request.timeout);
          request.headers['X-Added'] = 'added';
          request.data = request.data.replace('>x<', '>y<');
          return request;
        }
        handleResponse(request: unknown, response: Loose, body: Loose) {
          print(response.status);
          return super['handleResponse'](request, response, body.replace('>hi<', '>changed<'));
        }
      }
      const client = await soap.createClientAsync(wsdl, { httpClient: new Changed(), endpoint: server.url });
      print((await client.EchoAsync({ text: 'x' }, { timeout: 5000 }))[0]);
      print(server.received[0]?.headers['x-added'], server.received[0]?.body.includes('>y<'));
    },
  },
  {
    name: 'a cookie that the server sets',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO, { 'content-type': 'text/xml', 'set-cookie': 'session=5; Path=/' });
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync({ text: 'x' });
      const cookies = client.lastResponseHeaders['set-cookie'];
      print(cookies);
      client.addHttpHeader('Cookie', cookies.map((each: string) => each.split(';')[0]).join('; '));
      await client.EchoAsync({ text: 'x' });
      print(server.received[1]?.headers.cookie);
    },
  },
  {
    name: 'option httpAgent of a call',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print((await client.EchoAsync({ text: 'x' }, { httpAgent: new Agent({ keepAlive: true }) }))[0]);
    },
  },
  {
    name: 'option request',
    async run({ soap, wsdl, print }) {
      const request = async (config: Loose) => {
        print(config.method, config.url, config.timeout, config.headers['SOAPAction']);
        return { status: 200, headers: {}, data: ECHO };
      };
      const client = await soap.createClientAsync(wsdl, { request, endpoint: 'http://example.com/x' });
      print((await client.EchoAsync({ text: 'x' }, { timeout: 7 }))[0]);
    },
  },
  {
    name: 'options wsdl_headers and wsdl_options',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(wsdl);
      const client = await soap.createClientAsync(`${server.url}/?wsdl`, {
        wsdl_headers: { Authorization: 'Basic eDp5' },
        wsdl_options: { timeout: 5000 },
      });
      print(typeof client.Echo, server.received[0]?.headers.authorization);
    },
  },
  {
    name: 'option stream',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url, stream: true });
      print((await client.EchoAsync({ text: 'x' }))[0]);
    },
  },
  {
    name: 'option returnSaxStream',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, {
        endpoint: url,
        stream: true,
        returnSaxStream: true,
      });
      print(typeof client.Echo);
    },
  },
  {
    name: 'an option that nobody knows',
    async run({ soap, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl, { atributesKey: '$' });
      print(typeof client.Echo);
    },
  },
  {
    name: 'option proxy of a call',
    async run({ soap, wsdl, url, stub, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print((await client.EchoAsync({ text: 'x' }, { proxy: false }))[0]);
      const proxy = await stub(ECHO);
      const { hostname: host, port } = new URL(proxy.url);
      const away = await soap.createClientAsync(wsdl, { endpoint: 'http://service.example/shop' });
      const auth = { username: 'ada', password: 'secret' };
      print(
        (
          await away.EchoAsync({ text: 'x' }, { proxy: { protocol: 'http', host, port: Number(port), auth } })
        )[0],
      );
      print(proxy.received[0]?.headers.host, proxy.received[0]?.headers['proxy-authorization']);
    },
  },
  {
    name: 'a fault of SOAP 1.1 from a handler',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print(...told(await failure(client.FailAsync({ kind: 'soap11' }))));
    },
  },
  {
    name: 'a fault of SOAP 1.2 with a status from a handler',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print(...told(await failure(client.FailAsync({ kind: 'soap12' }))));
    },
  },
  {
    name: 'faults by callback and by promise',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      for (const kind of ['callback', 'promise', 'rejected-error', 'other']) {
        print(...told(await failure(client.FailAsync({ kind }))));
      }
    },
  },
  {
    name: 'a fault in a callback',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(() => ({ status: 500, text: FAULT }));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await new Promise<void>((done) => {
        client.Echo(
          { text: 'x' },
          (error: Loose, result: Loose, rawResponse: Loose, header: Loose, rawRequest: Loose) => {
            print(...told(error), result?.status, typeof rawResponse, header, typeof rawRequest);
            done();
          },
        );
      });
    },
  },
  {
    name: 'a fault with status 200',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(FAULT);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print(...told(await failure(client.EchoAsync({ text: 'x' }))));
    },
  },
  {
    name: 'a fault of SOAP 1.2 from another server',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(() => ({
        status: 500,
        text: '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>e:Sender</e:Value></e:Code><e:Reason><e:Text xml:lang="en">no</e:Text></e:Reason><e:Detail><x>1</x></e:Detail></e:Fault></e:Body></e:Envelope>',
      }));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print(...told(await failure(client.EchoAsync({ text: 'x' }))));
    },
  },
  {
    name: 'a connection that is refused',
    async run({ soap, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl, { endpoint: 'http://127.0.0.1:1/' });
      const error = await failure(client.EchoAsync({ text: 'x' }));
      print(error.code, error.response, error.root);
    },
  },
  {
    name: 'a host that does not exist',
    async run({ soap, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl, { endpoint: 'http://nowhere.invalid/' });
      const error = await failure(client.EchoAsync({ text: 'x' }));
      print(error.code);
    },
  },
  {
    name: 'an empty response with an error status',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(() => ({ status: 503, text: '' }));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const error = await failure(client.EchoAsync({ text: 'x' }));
      print(error.message, error.response.status, error.body);
    },
  },
  {
    name: 'an empty response',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub('');
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print(await client.EchoAsync({ text: 'x' }).then((given: Loose) => given.slice(0, 3)));
    },
  },
  {
    name: 'a page of HTML',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(() => ({
        status: 502,
        text: '<html><body>Bad gateway</body></html>',
        fields: { 'content-type': 'text/html' },
      }));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const error = await failure(client.EchoAsync({ text: 'x' }));
      print(error.message, error.response.status, error.body);
    },
  },
  {
    name: 'a response that is not XML',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub('{"json":true}');
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const error = await failure(client.EchoAsync({ text: 'x' }));
      print(error.Fault?.faultstring, error.Fault?.statusCode, error.body, error.response.status);
    },
  },
  {
    name: 'a response with broken XML',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO.replace('</text>', '</txt>'));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const error = await failure(client.EchoAsync({ text: 'x' }));
      print(error.Fault, error.response.status);
    },
  },
  {
    name: 'a response with a document type',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(`<!DOCTYPE x [<!ENTITY e "x">]>${ECHO}`);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print((await client.EchoAsync({ text: 'x' }))[0]);
    },
  },
  {
    name: 'an envelope with text around it',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(`noise <?xml version="1.0"?>\n${ECHO} more noise`);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const [result, raw] = await client.EchoAsync({ text: 'x' });
      print(result, raw === client.lastResponse, raw.startsWith('<?xml'), raw.endsWith('>'));
    },
  },
  {
    name: 'the response of another operation',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(envelope('<PingResponse xmlns="urn:example:shop"/>'));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print((await client.EchoAsync({ text: 'x' }))[0]);
    },
  },
  {
    name: 'a response that no operation has',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(envelope('<Strange xmlns="urn:x"><text>1</text></Strange>'));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print((await client.EchoAsync({ text: 'x' }))[0]);
    },
  },
  {
    name: 'a response packed with gzip',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(() => ({
        text: gzipSync(ECHO),
        fields: { 'content-type': 'text/xml', 'content-encoding': 'gzip' },
      }));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print((await client.EchoAsync({ text: 'x' }))[0]);
    },
  },
  {
    name: 'a WSDL that is not there',
    async run({ soap, print, stub }) {
      const server = await stub(() => ({ status: 404, text: 'gone' }));
      const error = await failure(soap.createClientAsync(`${server.url}/none?wsdl`));
      print(error instanceof Error, error.message.split('\n')[0]);
    },
  },
  {
    name: 'a file that is not there',
    async run({ soap, print }) {
      const error = await failure(soap.createClientAsync('/nowhere/none.wsdl'));
      print(error.code);
    },
  },
  {
    name: 'a WSDL that is HTML',
    async run({ soap, print, stub }) {
      const server = await stub('<html>Log in</html>');
      const error = await failure(soap.createClientAsync(`${server.url}/?wsdl`));
      print(error instanceof Error);
    },
  },
  {
    name: 'a WSDL on a host that refuses',
    async run({ soap, print }) {
      const error = await failure(soap.createClientAsync('http://127.0.0.1:1/?wsdl'));
      print(error.code);
    },
  },
];
