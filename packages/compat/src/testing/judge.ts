import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import nodeSoap from 'soap';
import compat from '../index.js';
import type { Loose, LooseObject } from '../loosely-typed-values.js';
import { canonical } from './canonical.js';
import { services } from './services.js';

/** The two modules that a program can import. */
export const libraries: Readonly<Record<'node-soap' | 'compat', Loose>> = { 'node-soap': nodeSoap, compat };

/** The arguments of a program besides the library. */
export interface Stage {
  /** The library: `import soap from 'soap'` or `import soap from '@soapstone/compat'`. */
  readonly soap: Loose;
  /** The address of the shop's server; `?wsdl` at the end returns its WSDL. */
  readonly url: string;
  /** The address of the rpc service. */
  readonly sums: string;
  readonly wsdlFile: string;
  readonly wsdl: string;
  readonly sumsWsdl: string;
  /** Prints values as `console.log` does; what both libraries print is compared. */
  print(...values: unknown[]): void;
  /** Prints a message without prefixes. `omit`: elements whose content changes with every call. */
  printXml(xml: string, ...omit: string[]): void;
  /** A server that answers every request with this text, and what it received. */
  stub(
    answer: string | ((body: string, req: IncomingMessage) => Loose),
    headers?: LooseObject,
  ): Promise<Stub>;
  /** Starts the shop with the library itself. `change` may set `log` and others before the first request. */
  serve(options?: LooseObject, change?: (server: Loose) => void): Promise<string>;
  /** Sends an envelope without any library, and returns status and text. */
  post(
    url: string,
    envelope: string,
    headers?: LooseObject,
  ): Promise<{ status: number; text: string; type: string | null }>;
}

export interface Stub {
  readonly url: string;
  readonly received: { body: string; headers: IncomingMessage['headers'] }[];
}

export interface Program {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}

export const SHOP_FILE: string = fileURLToPath(new URL('./shop.wsdl', import.meta.url));
export const SHOP: string = readFileSync(SHOP_FILE, 'utf8');
export const SUMS: string = readFileSync(new URL('./sums.wsdl', import.meta.url), 'utf8');

/** Servers to close after the last program. */
const opened: Server[] = [];

export function closeAll(): void {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

export async function open(server: Server): Promise<string> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server of the library with both services. */
export async function serveWith(soap: Loose): Promise<{ readonly url: string; readonly sums: string }> {
  const server = createServer((_, response) => {
    response.statusCode = 404;
    response.end('not found');
  });
  const address = await open(server);
  await new Promise((resolve) => soap.listen(server, '/sums', services, SUMS, resolve));
  await new Promise((resolve) => soap.listen(server, '/shop', services, SHOP, resolve));
  return { url: `${address}/shop`, sums: `${address}/sums` };
}

/** The output of a program, and whether it called a server that all programs share. */
export interface Printed {
  readonly text: string;
  readonly usesServer: boolean;
}

/** Runs a program and returns what it prints. An exception is its last line. */
export async function printed(
  program: Program,
  library: keyof typeof libraries,
  server: { readonly url: string; readonly sums: string },
): Promise<Printed> {
  const soap = libraries[library];
  const lines: string[] = [];
  let usesServer = false;
  const hide = (text: string): string => text.replaceAll(/127\.0\.0\.1:\d+|localhost:\d+/g, 'host');
  const print = (...values: unknown[]): void => {
    lines.push(
      hide(
        values.map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 20 }))).join(' '),
      ),
    );
  };
  const stage: Stage = {
    soap,
    get url() {
      usesServer = true;
      return server.url;
    },
    get sums() {
      usesServer = true;
      return server.sums;
    },
    wsdlFile: SHOP_FILE,
    wsdl: SHOP,
    sumsWsdl: SUMS,
    print,
    printXml: (xml, ...omit) => print(canonical(xml, omit)),
    async stub(answer, headers = { 'content-type': 'text/xml; charset=utf-8' }) {
      const received: Stub['received'] = [];
      const stub = createServer(async (req, res) => {
        const chunks: Buffer[] = [];
        for await (const chunk of req) chunks.push(chunk);
        const body = Buffer.concat(chunks).toString();
        received.push({ body, headers: req.headers });
        const reply = typeof answer === 'string' ? answer : await answer(body, req);
        const { status = 200, text, fields = headers } = typeof reply === 'string' ? { text: reply } : reply;
        res.writeHead(status, fields);
        res.end(text);
      });
      return { url: await open(stub), received };
    },
    async serve(options = {}, change = () => undefined) {
      const own = createServer((_, response) => {
        response.statusCode = 404;
        response.end('not found');
      });
      const address = await open(own);
      const mounted = await new Promise<Loose>((resolve, reject) => {
        const callback = (error: Loose, server: Loose): void => (error ? reject(error) : resolve(server));
        soap.listen(own, { path: '/shop', services, xml: SHOP, ...options, callback });
      });
      change(mounted);
      return `${address}/shop`;
    },
    async post(url, envelope, headers = {}) {
      const response = await fetch(url, {
        method: 'POST',
        body: envelope,
        headers: { 'content-type': 'text/xml', ...headers },
      });
      return {
        status: response.status,
        text: await response.text(),
        type: response.headers.get('content-type'),
      };
    },
  };
  try {
    await program.run(stage);
  } catch (error) {
    print('thrown', error instanceof Error ? error.message : ((error as Loose)?.Fault?.faultstring ?? error));
  }
  return { text: lines.join('\n'), usesServer };
}
