import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import type { Loose, LooseObject } from '../../loosely-typed-values.js';
import { open, type Program } from '../judge.js';
import { services } from '../services.js';
import { envelope } from './calls.js';

const ECHO = envelope('<Echo xmlns="urn:example:shop"><text>hi</text></Echo>');
const ACTION = { soapaction: '"urn:example:shop/Echo"' };
const WITH_HEADER = envelope(
  '<Echo xmlns="urn:example:shop"><text>hi</text></Echo>',
  '<Token xmlns="urn:example:token">letmein</Token>',
);

const token = (password: string, type = 'PasswordText'): string =>
  `<wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><wsse:UsernameToken><wsse:Username>ada</wsse:Username><wsse:Password Type="#${type}">${password}</wsse:Password><wsse:Nonce>bm9uY2U=</wsse:Nonce><wsse:Created>2026-01-02T03:04:05Z</wsse:Created></wsse:UsernameToken></wsse:Security>`;

/** A program that starts a server with the library, sends one request without any, and prints the response. */
const answers = (
  name: string,
  request: string,
  {
    options = {},
    change = () => undefined,
    headers = ACTION,
  }: {
    options?: LooseObject;
    change?: (server: Loose, print: (...values: unknown[]) => void) => void;
    headers?: LooseObject;
  } = {},
): Program => ({
  name,
  async run({ serve, post, print, printXml }) {
    const url = await serve(options, (server) => change(server, print));
    const { status, text, type } = await post(url, request, headers);
    print(status, type);
    if (text.startsWith('<')) printXml(text, 'Created', 'Expires');
    else print(text.split('\n')[0]);
  },
});

const shop = (functions: LooseObject): LooseObject => ({
  Shop: { ShopPort: { ...services['Shop'].ShopPort, ...functions } },
});

/** `listen`, `createServerless`, and what a server offers. */
export const servers: readonly Program[] = [
  answers('a request with an action', ECHO),
  answers('a request without an action', ECHO, { headers: {} }),
  answers('a request with an action by its last part', ECHO, { headers: { soapaction: 'Echo' } }),
  answers('a function that returns', ECHO, {
    options: { services: shop({ Echo: ({ text }: Loose) => ({ text: `${text}!` }) }) },
  }),
  answers('a function that calls back', ECHO, {
    options: { services: shop({ Echo: (args: Loose, callback: Loose) => callback({ text: args.text }) }) },
  }),
  answers('a function that calls back with an error first', ECHO, {
    options: {
      services: shop({ Echo: (args: Loose, callback: Loose) => callback(null, { text: args.text }) }),
    },
  }),
  answers('a function that returns a promise', ECHO, {
    options: { services: shop({ Echo: async ({ text }: Loose) => ({ text }) }) },
  }),
  answers('a function that reads the headers', WITH_HEADER, {
    options: { services: shop({ Echo: (_: Loose, __: Loose, headers: Loose) => ({ text: headers.Token }) }) },
  }),
  answers('a function that looks at the request', ECHO, {
    options: {
      services: shop({
        Echo: (_: Loose, __: Loose, ___: Loose, req: Loose) => ({
          text: `${req.method} ${req.url} ${req.connection.remoteAddress}`,
        }),
      }),
    },
  }),
  answers('a fault of SOAP 1.1', envelope('<Fail xmlns="urn:example:shop"><kind>soap11</kind></Fail>'), {
    headers: {},
  }),
  answers('a fault of SOAP 1.2', envelope('<Fail xmlns="urn:example:shop"><kind>soap12</kind></Fail>'), {
    headers: {},
  }),
  answers(
    'an exception that is not a fault',
    envelope('<Fail xmlns="urn:example:shop"><kind>x</kind></Fail>'),
    { headers: {} },
  ),
  answers(
    'a promise that is rejected',
    envelope('<Fail xmlns="urn:example:shop"><kind>rejected-error</kind></Fail>'),
    { headers: {} },
  ),
  answers('a one-way operation', envelope('<Notify xmlns="urn:example:shop"><text>x</text></Notify>'), {
    headers: {},
  }),
  answers('option oneWay', envelope('<Notify xmlns="urn:example:shop"><text>x</text></Notify>'), {
    headers: {},
    options: { oneWay: { emptyBody: true, responseCode: 202 } },
  }),
  answers(
    'a result with attributes and lists',
    envelope('<GetOrder xmlns="urn:example:shop"><id>7</id></GetOrder>'),
    { headers: {} },
  ),
  answers('option attributesKey', envelope('<GetOrder xmlns="urn:example:shop"><id>7</id></GetOrder>'), {
    headers: {},
    options: {
      attributesKey: '$',
      services: shop({ GetOrder: () => ({ order: { $: { id: 1 }, customer: 'c' } }) }),
    },
  }),
  answers('option envelopeKey', ECHO, { options: { envelopeKey: 'e' } }),
  answers('option enableChunkedEncoding', ECHO, { options: { enableChunkedEncoding: false } }),
  answers('addSoapHeader', ECHO, {
    change: (server, print) => {
      print(
        server.addSoapHeader({ Made: { by: 'server' } }, '', 'm', 'urn:example:made'),
        server.getSoapHeaders().length,
      );
      server.addSoapHeader('<Raw xmlns="urn:example:raw">1</Raw>');
    },
  }),
  answers('addSoapHeader with a function', WITH_HEADER, {
    change: (server) =>
      server.addSoapHeader((name: string, args: Loose, headers: Loose) => ({
        Made: { name, text: args.text, token: headers.Token },
      })),
  }),
  answers('changeSoapHeader and clearSoapHeaders', ECHO, {
    change: (server, print) => {
      server.addSoapHeader('<A/>');
      server.changeSoapHeader(0, '<B xmlns="urn:b"/>');
      print(server.getSoapHeaders());
      server.clearSoapHeaders();
      print(server.getSoapHeaders());
    },
  }),
  answers('log', ECHO, {
    change: (server, print) => {
      server.log = (type: string, data: Loose) => print(type, type === 'info' ? data : typeof data);
    },
  }),
  answers('events', WITH_HEADER, {
    change: (server, print) => {
      server.on('request', (request: Loose, method: string) =>
        print('request', method, Object.keys(request), request.Body),
      );
      server.on('headers', (headers: Loose, method: string) => print('headers', method, headers));
      server.on('response', (response: Loose, method: string) =>
        print('response', method, Object.keys(response)),
      );
    },
  }),
  answers('an event that changes the response', ECHO, {
    change: (server) =>
      server.on('response', (response: Loose) => {
        response.result = response.result.replace('>hi<', '>changed<');
      }),
  }),
  answers('an event that throws a fault', WITH_HEADER, {
    change: (server) =>
      server.on('headers', () => {
        throw { Fault: { faultcode: 'soap:Client', faultstring: 'bad header' } };
      }),
  }),
  answers('authenticate, synchronous', envelope('<Ping xmlns="urn:example:shop"/>', token('secret')), {
    headers: {},
    change: (server, print) => {
      server.authenticate = (security: Loose) => {
        print(security);
        return (
          security.UsernameToken.Username === 'ada' && security.UsernameToken.Password.$value === 'secret'
        );
      };
    },
  }),
  answers('authenticate, rejected', envelope('<Ping xmlns="urn:example:shop"/>', token('wrong')), {
    headers: {},
    change: (server) => {
      server.authenticate = () => false;
    },
  }),
  answers('authenticate with a callback', envelope('<Ping xmlns="urn:example:shop"/>', token('x')), {
    headers: {},
    change: (server) => {
      server.authenticate = (_: Loose, callback: Loose) => {
        setTimeout(callback, 5, true);
      };
    },
  }),
  answers('authenticate with a promise', envelope('<Ping xmlns="urn:example:shop"/>', token('x')), {
    headers: {},
    change: (server) => {
      server.authenticate = async () => false;
    },
  }),
  answers('authenticate with an error', envelope('<Ping xmlns="urn:example:shop"/>'), {
    headers: {},
    change: (server) => {
      server.authenticate = () => Promise.reject(new Error('no database'));
    },
  }),
  answers('authorizeConnection', ECHO, {
    change: (server, print) => {
      server.authorizeConnection = (req: Loose) => {
        print(req.method);
        return false;
      };
    },
  }),
  answers(
    'a timestamp in the request',
    envelope(
      '<Ping xmlns="urn:example:shop"/>',
      '<w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><u:Timestamp xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"><u:Created>2026-01-02T03:04:05Z</u:Created></u:Timestamp></w:Security>',
    ),
    { headers: {} },
  ),
  answers('an element that no operation takes', envelope('<Nothing xmlns="urn:example:shop"/>'), {
    headers: {},
    options: { suppressStack: true },
  }),
  answers('an action that no operation has', ECHO, { headers: { soapaction: 'urn:none' } }),
  answers('a request with broken XML', '<a><b></a>', { headers: {} }),
  answers('an empty request', '', { headers: {} }),
  answers('a request that is no envelope', '<Ping xmlns="urn:example:shop"/>', { headers: {} }),
  answers(
    'a value that the schema does not allow',
    envelope('<GetOrder xmlns="urn:example:shop"><id>x</id></GetOrder>'),
    {
      headers: {},
      options: { services: shop({ GetOrder: ({ id }: Loose) => ({ order: { customer: String(id) } }) }) },
    },
  ),
  answers('a function without a result', ECHO, {
    options: { services: shop({ Echo: async () => undefined }) },
  }),
  answers(
    'members in another order than the schema',
    envelope('<GetOrder xmlns="urn:example:shop"><id>1</id></GetOrder>'),
    {
      headers: {},
      options: { services: shop({ GetOrder: () => ({ order: { tag: ['t'], paid: true, customer: 'c' } }) }) },
    },
  ),
  answers('a Date in a result', envelope('<GetOrder xmlns="urn:example:shop"><id>1</id></GetOrder>'), {
    headers: {},
    options: { services: shop({ GetOrder: () => ({ order: { customer: 'c', placed: new Date(0) } }) }) },
  }),
  {
    name: '?wsdl, other paths and other methods',
    async run({ serve, print, wsdl }) {
      const url = await serve();
      const found = await fetch(`${url}?wsdl`);
      print(found.status, found.headers.get('content-type'), (await found.text()) === wsdl);
      print((await (await fetch(url)).text()).length, await (await fetch(`${url}-other`)).text());
      print((await fetch(url, { method: 'PUT', body: 'x' })).status);
    },
  },
  {
    name: 'listen with positional arguments',
    async run({ soap, wsdl, post, print }) {
      const server = createServer();
      const address = await open(server);
      const mounted = await new Promise<Loose>((resolve) => {
        const given = soap.listen(server, '/shop', services, wsdl, (error: Loose, same: Loose) => {
          print(error, same.path);
          setImmediate(resolve, given);
        });
      });
      print(typeof mounted.on, (await post(`${address}/shop`, ECHO, ACTION)).status);
    },
  },
  {
    name: 'a path that is a regular expression',
    async run({ serve, post, print }) {
      const url = await serve({ path: /^\/shop/ });
      print((await post(url, ECHO, ACTION)).status, (await post(`${url}/deep`, ECHO, ACTION)).status);
    },
  },
  {
    name: 'Express with a body parser',
    async run({ soap, wsdl, post, print }) {
      const app = express();
      app.use(express.raw({ type: () => true, limit: '5mb' }));
      const address = await open(createServer(app));
      await new Promise<void>((resolve) => soap.listen(app, '/shop', services, wsdl, () => resolve()));
      app.get('/other', (_req, res) => void res.send('other'));
      const { status, text } = await post(`${address}/shop`, ECHO, ACTION);
      print(status, text.includes('>hi<'), await (await fetch(`${address}/other`)).text());
    },
  },
  {
    name: 'Express without a body parser',
    async run({ soap, wsdl, post, print }) {
      const app = express();
      const address = await open(createServer(app));
      await new Promise<void>((resolve) =>
        soap.listen(app, { path: '/shop', services, xml: wsdl, callback: () => resolve() }),
      );
      const { status, text } = await post(`${address}/shop`, ECHO, ACTION);
      print(status, text.includes('>hi<'));
    },
  },
  {
    name: 'createServerless',
    async run({ soap, wsdl, print, printXml }) {
      const server = await soap.createServerless({ path: '/shop', services, xml: wsdl });
      const response = await server.processRequest(ECHO, {
        url: '/shop',
        headers: { 'content-type': 'text/xml' },
      });
      print(response.statusCode, response.headers);
      printXml(response.body);
      const other = await server.processRequest(
        envelope('<Fail xmlns="urn:example:shop"><kind>soap12</kind></Fail>'),
      );
      print(other.statusCode, other.headers);
    },
  },
  {
    name: 'a request packed with gzip',
    async run({ serve, print }) {
      const url = await serve();
      const headers = { 'content-type': 'text/xml', 'content-encoding': 'gzip', ...ACTION };
      const response = await fetch(url, { method: 'POST', headers, body: gzipSync(ECHO) });
      print(response.status, (await response.text()).includes('>hi<'));
    },
  },
  {
    name: 'an rpc service',
    async run({ soap, sumsWsdl, post, printXml }) {
      const server = createServer();
      const address = await open(server);
      await new Promise<void>((resolve) => soap.listen(server, '/sums', services, sumsWsdl, () => resolve()));
      const add = '<t:add xmlns:t="urn:example:sums"><a>1</a><b>2</b></t:add>';
      printXml((await post(`${address}/sums`, envelope(add), { soapaction: 'urn:example:sums/add' })).text);
    },
  },
];
