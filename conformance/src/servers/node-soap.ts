import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IServicePort, listen } from 'soap';
import type { Started } from './servers.js';

/** node-soap's server: echoes what it has parsed with the WSDL. */
export async function startNodeSoap(wsdl: string): Promise<Started> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const operations = [
    'EchoScalars',
    'EchoOptions',
    'EchoLists',
    'EchoDrawing',
    'EchoPayment',
    'EchoFile',
    'EchoItem',
  ];
  const port: IServicePort = Object.fromEntries(operations.map((name) => [name, echo]));
  port['Refuse'] = (input: { reason: string }) => {
    throw { Fault: { faultcode: 'soap:Client', faultstring: input.reason, detail: { Refused: input } } };
  };
  const soap = listen(server, {
    path: '/echo',
    xml: await readFile(wsdl, 'utf8'),
    services: { Echo: { EchoPort: port } },
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
