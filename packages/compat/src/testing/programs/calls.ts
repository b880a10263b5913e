import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Loose } from '../../loosely-typed-values.js';
import type { Program } from '../judge.js';

/** Prints errors without the parts that only one HTTP library has. */
const message = (error: Loose): string => (error instanceof Error ? error.message : String(error));

/** Creating clients and calling operations, in every form that node-soap's README shows. */
export const calls: readonly Program[] = [
  {
    name: 'createClient with a callback',
    run: ({ soap, url, print }) =>
      new Promise((done) => {
        soap.createClient(
          `${url}?wsdl`,
          (error: Loose, client: Loose) => {
            print(error, typeof client.GetOrder, typeof client.GetOrderAsync);
            client.GetOrder({ id: 7 }, (failure: Loose, result: Loose) => {
              print(failure, result);
              done();
            });
          },
          url,
        );
      }),
  },
  {
    name: 'createClient with options, a callback and an endpoint',
    run: ({ soap, url, wsdlFile, print }) =>
      new Promise((done) => {
        soap.createClient(
          wsdlFile,
          {},
          (error: Loose, client: Loose) => {
            client.Echo({ text: 'hello' }, (failure: Loose, result: Loose) => {
              print(error, failure, result, client.lastEndpoint);
              done();
            });
          },
          url,
        );
      }),
  },
  {
    name: 'createClientAsync with then',
    run: ({ soap, url, print }) =>
      soap
        .createClientAsync(`${url}?wsdl`, { endpoint: url })
        .then((client: Loose) => client.GetOrderAsync({ id: 7 }))
        .then((result: Loose) => print(result.length, result[0])),
  },
  {
    name: 'createClientAsync with await',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, {}, url);
      const [result, rawResponse, soapHeader, rawRequest, attachments] = await client.EchoAsync({
        text: 'a',
      });
      print(result, typeof rawResponse, soapHeader, typeof rawRequest, attachments);
    },
  },
  {
    name: 'a WSDL from a file',
    async run({ soap, url, wsdlFile, print }) {
      const client = await soap.createClientAsync(wsdlFile);
      client.setEndpoint(url);
      print((await client.PingAsync({}))[0]);
    },
  },
  {
    name: 'a WSDL as text',
    async run({ soap, url, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl, { endpoint: url });
      print((await client.EchoAsync({ text: 'text' }))[0]);
    },
  },
  {
    name: 'the WSDL of the README, without a namespace of its own',
    async run({ soap, print }) {
      const xml = `<?xml version="1.0" encoding="UTF-8"?>
        <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
          <message name="MyFunctionRequest"/><message name="MyFunctionResponse"/>
          <portType name="MyFunctionPortType"><operation name="MyFunction"><input message="MyFunctionRequest"/><output message="MyFunctionResponse"/></operation></portType>
          <binding name="MyFunctionBinding" type="MyFunctionPortType">
            <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
            <operation name="MyFunction"><soap:operation soapAction="MyFunction"/><input><soap:body use="encoded"/></input><output><soap:body use="encoded"/></output></operation>
          </binding>
          <service name="MyService"><port binding="MyFunctionBinding" name="MyFunctionPort"><soap:address location="http://www.examples.com/MyFunction/"/></port></service>
        </definitions>`;
      const client = await soap.createClientAsync(xml);
      print(typeof client.MyFunction, Object.keys(client.MyService.MyFunctionPort));
    },
  },
  {
    name: 'service, port and method',
    run: ({ soap, url, print }) =>
      soap.createClientAsync(`${url}?wsdl`, { endpoint: url }).then(
        (client: Loose) =>
          new Promise<void>((done) => {
            client.Shop.ShopPort.Echo({ text: 'path' }, (error: Loose, result: Loose) => {
              print(error, result, Object.keys(client.Shop.ShopPort));
              done();
            });
          }),
      ),
  },
  {
    name: 'what the callback gets',
    run: ({ soap, url, print, printXml }) =>
      soap.createClientAsync(`${url}?wsdl`, { endpoint: url }).then(
        (client: Loose) =>
          new Promise<void>((done) => {
            client.Echo({ text: 'x' }, (...given: Loose[]) => {
              const [error, result, rawResponse, soapHeader, rawRequest] = given;
              print(given.length, error, result, soapHeader);
              printXml(rawResponse);
              printXml(rawRequest);
              done();
            });
          }),
      ),
  },
  {
    name: 'callback before options and headers',
    run: ({ soap, url, print }) =>
      soap.createClientAsync(`${url}?wsdl`, { endpoint: url }).then(
        (client: Loose) =>
          new Promise<void>((done) => {
            client.Echo(
              { text: 'x' },
              (error: Loose, result: Loose) => {
                print(error, result);
                done();
              },
              { timeout: 5000 },
              { 'X-Trace': '1' },
            );
          }),
      ),
  },
  {
    name: 'callback after options',
    run: ({ soap, url, print }) =>
      soap.createClientAsync(`${url}?wsdl`, { endpoint: url }).then(
        (client: Loose) =>
          new Promise<void>((done) => {
            client.Shop.ShopPort.Echo({ text: 'x' }, { timeout: 5000 }, (error: Loose, result: Loose) => {
              print(error, result);
              done();
            });
          }),
      ),
  },
  {
    name: 'callback after options and headers',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await new Promise<void>((done) => {
        client.Echo({ text: 'x' }, {}, { 'X-Trace': '1' }, (error: Loose, result: Loose) => {
          print(error, result, server.received[0]?.headers['x-trace']);
          done();
        });
      });
    },
  },
  {
    name: 'only a callback',
    run: ({ soap, url, print }) =>
      soap.createClientAsync(`${url}?wsdl`, { endpoint: url }).then(
        (client: Loose) =>
          new Promise<void>((done) => {
            client.Ping((error: Loose, result: Loose) => {
              print(error, result);
              done();
            });
          }),
      ),
  },
  {
    name: 'promisify of the callback-last form',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      const echo = promisify((args: Loose, callback: Loose) => client.Echo(args, {}, callback));
      print(await echo({ text: 'p' }));
    },
  },
  {
    name: 'several calls at once',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      const texts = Array.from({ length: 20 }, (_, index) => `n${index}`);
      const results = await Promise.all(texts.map((text) => client.EchoAsync({ text })));
      print(results.map(([result]) => result.text).join());
    },
  },
  {
    name: 'setEndpoint',
    async run({ soap, url, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl);
      client.setEndpoint(url);
      print((await client.EchoAsync({ text: 'there' }))[0], client.lastEndpoint);
    },
  },
  {
    name: 'describe of a document service',
    async run({ soap, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl);
      const { Shop } = client.describe();
      print(Object.keys(Shop.ShopPort), Shop.ShopPort.GetOrder.input, Shop.ShopPort.FindOrders.input);
      print(Shop.ShopPort.Ping, Shop.ShopPort.Notify.output);
      print(Shop.ShopPort.PlaceOrder.input.order.item, Object.keys(Shop.ShopPort.FindOrders.output));
      print(Object.keys(Shop.ShopPort.PlaceOrder.input.order));
    },
  },
  {
    name: 'describe: enumerations, attributes, simple content',
    async run({ soap, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl);
      const { order } = client.describe().Shop.ShopPort.GetOrder.output;
      print(order.state, order.total, order['item[]'], order['tag[]']);
    },
  },
  {
    name: 'describe of an rpc service',
    async run({ soap, sumsWsdl, print }) {
      const client = await soap.createClientAsync(sumsWsdl);
      print(client.describe().Sums.SumsPort.add);
    },
  },
  {
    name: 'names that are not identifiers',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print(typeof client['dashed-name'], typeof client['dashed-nameAsync'], typeof client.dashed_name);
      await new Promise<void>((done) => {
        client['dashed-name']({ text: 'x' }, (error: Loose, result: Loose) => {
          print(error, result);
          done();
        });
      });
    },
  },
  {
    name: 'option normalizeNames',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url, normalizeNames: true });
      print(typeof client.dashed_name, (await client.dashed_nameAsync({ text: 'x' }))[0]);
    },
  },
  {
    name: 'option overridePromiseSuffix',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, {
        endpoint: url,
        overridePromiseSuffix: 'Promise',
      });
      print(typeof client.EchoAsync, (await client.EchoPromise({ text: 'x' }))[0]);
    },
  },
  {
    name: 'an rpc service',
    async run({ soap, sums, sumsWsdl, print, printXml }) {
      const client = await soap.createClientAsync(sumsWsdl, { endpoint: sums });
      print((await client.addAsync({ a: 1, b: 2 }))[0]);
      printXml(client.lastRequest);
      print((await client.swapAsync({ pair: { left: 1, right: 2 } }))[0]);
      printXml(client.lastRequest);
    },
  },
  {
    name: 'arguments as an XML string',
    async run({ soap, url, print, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      const [result] = await client.EchoAsync({
        _xml: '<Echo xmlns="urn:example:shop"><text>raw</text></Echo>',
      });
      print(result);
      printXml(client.lastRequest);
    },
  },
  {
    name: 'a one-way operation',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print((await client.NotifyAsync({ text: 'note' })).slice(0, 3));
    },
  },
  {
    name: 'lastRequest, lastResponse, lastMessage, lastElapsedTime',
    async run({ soap, url, print, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print(client.lastRequest, client.lastResponse, client.lastElapsedTime);
      await client.EchoAsync({ text: 'x' }, { time: true });
      printXml(client.lastRequest);
      printXml(client.lastResponse);
      print(
        typeof client.lastMessage,
        typeof client.lastElapsedTime,
        client.lastResponseHeaders['content-type'],
      );
    },
  },
  {
    name: 'option exchangeId and the events of a call',
    async run({ soap, url, print, printXml }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      const seen: string[] = [];
      client.on('message', (xml: string, id: string) =>
        seen.push(`message ${id} ${xml.includes('Envelope')}`),
      );
      client.on('request', (xml: string, id: string) =>
        seen.push(`request ${id} ${xml === client.lastRequest}`),
      );
      client.on('response', (body: string, response: Loose, id: string) =>
        seen.push(`response ${id} ${response.status} ${body === client.lastResponse}`),
      );
      client.on('soapError', (error: Loose, id: string) => seen.push(`soapError ${id} ${message(error)}`));
      await client.EchoAsync({ text: 'x' }, { exchangeId: 'first' });
      await client.FailAsync({ kind: 'soap11' }, { exchangeId: 'second' }).catch(() => undefined);
      print(seen.join('\n'));
      printXml(client.lastRequest);
    },
  },
  {
    name: 'an exchange id of its own',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      const ids = new Set<string>();
      client.on('request', (_: string, id: string) => ids.add(id));
      client.on('response', (_: string, __: Loose, id: string) => ids.add(id));
      await client.EchoAsync({ text: 'x' });
      print(ids.size, [...ids][0]?.length);
    },
  },
  {
    name: 'setSOAPAction',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync({ text: 'x' });
      client.setSOAPAction('urn:other');
      await client.EchoAsync({ text: 'x' });
      print(server.received.map(({ headers }) => headers['soapaction']));
    },
  },
  {
    name: 'two clients of one WSDL with different options',
    async run({ soap, url, print }) {
      const first = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url, disableCache: true });
      const second = await soap.createClientAsync(`${url}?wsdl`, {
        endpoint: url,
        disableCache: true,
        attributesKey: '$',
        valueKey: '_',
      });
      print(Object.keys((await first.GetOrderAsync({ id: 7 }))[0].order));
      const [{ order }] = await second.GetOrderAsync({ id: 7 });
      print(order.$, order.total);
    },
  },
  {
    name: 'option wsdlCache',
    async run({ soap, wsdl, print }) {
      const seen: string[] = [];
      const entries = new Map<string, Loose>();
      const wsdlCache = {
        has: (key: string) => {
          seen.push(`has ${entries.has(key)}`);
          return entries.has(key);
        },
        get: (key: string) => entries.get(key),
        set: (key: string, value: Loose) => entries.set(key, value),
      };
      await soap.createClientAsync(wsdl, { wsdlCache });
      const client = await soap.createClientAsync(wsdl, { wsdlCache });
      print(seen, entries.size, typeof client.Echo);
    },
  },
  {
    name: 'client.wsdl',
    async run({ soap, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl);
      print(client.wsdl.toXML() === wsdl, Object.keys(client.wsdl.describeServices()));
      print(client.wsdl.xmlToObject(ECHO).Body);
    },
  },
  {
    name: 'client.wsdl.definitions',
    async run({ soap, wsdl, print }) {
      const { definitions, services } = (await soap.createClientAsync(wsdl, { disableCache: true })).wsdl;
      print(
        Object.keys(definitions.xmlns),
        definitions.xmlns.tns,
        definitions.$targetNamespace,
        definitions.$name,
      );
      const { ShopPort } = definitions.services.Shop.ports;
      print(Object.keys(services), ShopPort.location, Object.keys(ShopPort.binding.methods));
      print(ShopPort.binding.methods.GetOrder.soapAction);
    },
  },
  {
    name: 'a prefix that a program adds to the envelope',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url, disableCache: true });
      print(client.wsdl.xmlnsInEnvelope);
      client.wsdl.definitions.xmlns.own = 'urn:example:own';
      client.wsdl.xmlnsInEnvelope = client.wsdl._xmlnsMap();
      await client.EchoAsync({ text: { attributes: { 'own:level': 1 }, $value: 'x' } });
      client.wsdl.xmlnsInEnvelope += ' xmlns:more="urn:example:more"';
      await client.EchoAsync({ text: 'x' });
      for (const { body } of server.received) print(body.match(/xmlns:\w+="urn:[^"]*"(?=[^<]*<soap:Body)/g));
    },
  },
  {
    name: 'the class WSDL',
    run: ({ soap, wsdl, print }) =>
      new Promise((done) => {
        const read = new soap.WSDL(wsdl, 'http://localhost/shop', {});
        read.onReady((error: Loose) => {
          print(error, Object.keys(read.describeServices()), read.xmlToObject(ECHO).Body.EchoResponse);
          done();
        });
      }),
  },
  {
    name: 'passwordDigest',
    async run({ soap, print }) {
      print(soap.passwordDigest('bm9uY2U=', '2026-01-02T03:04:05Z', 'secret'));
      print(soap.passwordDigest('bm9uY2U=', '', 'secret'));
    },
  },
  {
    name: 'names that the module exports',
    async run({ soap, print }) {
      const names = [
        'BasicAuthSecurity',
        'BearerSecurity',
        'ClientSSLSecurity',
        'ClientSSLSecurityPFX',
        'NTLMSecurity',
      ];
      const more = [
        'WSSecurity',
        'WSSecurityCert',
        'WSSecurityPlusCert',
        'WSSecurityCertWithToken',
        'Client',
        'Server',
      ];
      const rest = ['HttpClient', 'WSDL', 'createClient', 'createClientAsync', 'listen', 'createServerless'];
      for (const name of [...names, ...more, ...rest, 'passwordDigest']) print(name, typeof soap[name]);
      print(typeof soap.security.WSSecurity);
    },
  },
  {
    name: 'the file is read again without a cache',
    async run({ soap, wsdlFile, print }) {
      const client = await soap.createClientAsync(wsdlFile, { disableCache: true });
      print(client.wsdl.toXML().length === readFileSync(wsdlFile, 'utf8').length);
    },
  },
];

/** The response of the operation Echo. */
export const ECHO: string = envelope('<EchoResponse xmlns="urn:example:shop"><text>hi</text></EchoResponse>');

export function envelope(body: string, header = ''): string {
  const block = header === '' ? '' : `<s:Header>${header}</s:Header>`;
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${block}<s:Body>${body}</s:Body></s:Envelope>`;
}
