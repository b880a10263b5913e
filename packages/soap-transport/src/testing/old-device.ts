import type { Socket } from 'node:net';
import { printEnvelope } from '../../../ws-security/src/testing/messages.js';
import { type LoopbackServer, serveTcp } from './loopback-server.js';

/** The requirements of an embedded device. */
export interface Demands {
  /** It compares names of header fields byte for byte. */
  readonly headerNames?: boolean;
  /** It serves one request per connection, and drops a connection that carries another one. */
  readonly connection?: boolean;
  /** It knows HTTP/1.0 alone. */
  readonly http?: boolean;
  /** It refuses `Accept-Encoding`. */
  readonly encoding?: boolean;
}

/** A request as it arrived. */
export interface DeviceRequest {
  readonly line: string;
  readonly fields: readonly string[];
  readonly body: string;
}

/** An embedded device on a free port of 127.0.0.1, with the requests that it got. */
export interface OldDevice extends LoopbackServer {
  readonly requests: readonly DeviceRequest[];
}

const BODY = printEnvelope('<Pong xmlns="urn:test"/>');

/** Starts a device with a hand-written HTTP server. */
export async function startDevice(demands: Demands): Promise<OldDevice> {
  const requests: DeviceRequest[] = [];
  const server = await serveTcp((socket) => {
    let bytes = '';
    let served = 0;
    socket.on('data', (data) => {
      bytes += data.toString('latin1');
      for (;;) {
        const request = takeRequest(bytes);
        if (request === undefined) return;
        bytes = bytes.slice(request.length);
        if (demands.connection === true && served > 0) {
          socket.destroy();
          return;
        }
        served += 1;
        requests.push(request);
        answer(socket, request, demands);
      }
    });
  });
  return { ...server, requests };
}

function takeRequest(bytes: string): (DeviceRequest & { readonly length: number }) | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...fields] = bytes.slice(0, end).split('\r\n');
  const sized = fields.find((field) => /^content-length:/i.test(field))?.split(':')[1];
  const length = end + 4 + Number(sized ?? 0);
  return bytes.length < length ? undefined : { line, fields, body: bytes.slice(end + 4, length), length };
}

function answer(socket: Socket, { line, fields }: DeviceRequest, demands: Demands): void {
  const has = (start: string): boolean => fields.some((field) => field.startsWith(start));
  const refused = refusal();
  const version = demands.http === true ? 'HTTP/1.0' : 'HTTP/1.1';
  const [status, type, body] = refused === undefined ? ['200 OK', 'text/xml', BODY] : refused;
  const end = demands.http === true ? 'Connection: close\r\n' : '';
  socket.write(
    `${version} ${status}\r\nContent-Type: ${type}\r\n${end}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  if (demands.http === true) socket.end();

  function refusal(): readonly [string, string, string] | undefined {
    if (demands.http === true && !line.endsWith(' HTTP/1.0'))
      return ['505 HTTP Version Not Supported', 'text/plain', 'version'];
    if (demands.headerNames === true) {
      if (!has('Content-Length: ')) return ['411 Length Required', 'text/plain', 'length'];
      if (!has('SOAPAction: "') || !has('Content-Type: text/xml'))
        return ['500 Internal Server Error', 'text/plain', 'no SOAPAction header'];
    }
    if (demands.encoding === true && fields.some((field) => /^accept-encoding:/i.test(field)))
      return ['406 Not Acceptable', 'text/plain', 'Accept-Encoding not supported'];
    return undefined;
  }
}
