import { resolve } from 'node:path';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { createReplay, type ReplayedCall, type ReplayHandler } from '@soapstone/server/recordings';
import { serveLocally } from '../local-servers/listen-locally.js';
import { printJsonLine } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';

/** The options of `soapstone mock --recordings`. */
export interface ReplayOptions {
  readonly ignore?: readonly string[];
  readonly messageBytes?: number;
  readonly port: number;
  readonly format: 'text' | 'json';
}

/** `soapstone mock --recordings`: serves a recording until the user stops it. */
export async function replay(
  directory: string,
  { ignore, messageBytes, port, format }: ReplayOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const recording = await createReplay(resolve(terminal.cwd, directory), {
    ...defined({ ignore, messageBytes }),
    onCall: (call) =>
      format === 'json' ? terminal.out(printJsonLine(call)) : terminal.err(`${line(call)}\n`),
  });
  const server = await serveLocally(async (incoming, response) => {
    const request = createRequest(incoming, response);
    const { pathname } = new URL(request.url);
    const answer = pathname === '/__calls' ? control(recording, request.method) : recording.fetch(request);
    await sendResponse(response, await answer);
  }, port);
  const { url } = server;
  const { operations } = recording;
  terminal.out(
    format === 'json'
      ? printJsonLine({ url: `${url}/`, wsdl: `${url}/?wsdl`, calls: `${url}/__calls`, operations })
      : `${url}/  ${operations.length} operations recorded in ${directory}\n  WSDL   ${url}/?wsdl\n  calls  ${url}/__calls\n`,
  );
  await terminal.interrupted();
  await server.close();
}

function control(recording: ReplayHandler, method: string): Response {
  if (method === 'DELETE') {
    recording.reset();
    return new Response(null, { status: 204 });
  }
  if (method !== 'GET') return new Response('GET, or DELETE\n', { status: 405 });
  return new Response(stringify({ calls: recording.calls as never }), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
}

function line({ operation, exchange, nearest }: ReplayedCall): string {
  if (exchange !== undefined) return `${operation}  ${exchange}`;
  if (nearest === undefined) return `${operation}  not recorded`;
  const places = nearest.differences.map(({ path }) => path).join(', ');
  return `${operation}  not recorded: differs from ${nearest.exchange} at ${places}`;
}
