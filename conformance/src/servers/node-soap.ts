import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IServicePort, listen } from 'soap';
import type { Started } from './start-server.js';

/** node-soap's server: echoes what it has parsed with the WSDL. */
export async function startNodeSoap(wsdl: string): Promise<Started> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const soap = listen(server, {
    path: '/echo',
    xml: await readFile(wsdl, 'utf8'),
    services: {
      Echo: {
        EchoPort: portOf(ECHO, 'Refuse', (input) => ({
          faultstring: String(input['reason']),
          detail: { Refused: input },
        })),
      },
      Literal: {
        LiteralPort: portOf(LITERAL, 'refuse', ({ value }) => ({ faultstring: String(value ?? '') })),
      },
    },
  });
  soap.addSoapHeader((_method: string, _input: unknown, headers?: { Trace?: string }) =>
    headers?.Trace === undefined
      ? ''
      : `<Trace xmlns="urn:soapstone:echo">${escapeText(headers.Trace)}</Trace>`,
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/echo`;
  return {
    url,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const ECHO = ['Scalars', 'Options', 'Lists', 'Drawing', 'Payment', 'File', 'Item'].map(
  (name) => `Echo${name}`,
);
const LITERAL = ['echoText', 'echoNumber', 'echoRecord', 'echoBoth'];

/** Operations that echo their input, and one that returns a fault. */
function portOf(
  operations: readonly string[],
  refuse: string,
  faultOf: (input: Record<string, unknown>) => object,
): IServicePort {
  const port: IServicePort = Object.fromEntries(operations.map((name) => [name, echo]));
  port[refuse] = (input: Record<string, unknown>) => {
    throw { Fault: { faultcode: 'soap:Client', ...faultOf(input) } };
  };
  return port;
}

/** The input, with dates as text: node-soap parses them as `Date`, which it cannot write. */
function echo(input: Record<string, unknown> | null): unknown {
  return Object.fromEntries(
    Object.entries(input ?? {}).map(([name, value]) => [
      name,
      value instanceof Date ? textOf(value, name === 'day') : value,
    ]),
  );
}

function textOf(date: Date, isDay: boolean): string {
  const text = date.toISOString();
  return isDay ? text.slice(0, 10) : text.replace('.000Z', 'Z');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
