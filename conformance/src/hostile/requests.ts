import { request } from 'node:http';
import type { ServerProcess } from '@soapstone/testing/server-process';
import type { Tenant } from './gateway-process.js';
import type { HostileService } from './shape.js';
import type { Turns } from './turn-probe.js';

/** The cost of one request to the gateway. */
export interface Measured extends Turns {
  readonly phase: string;
  /**
   * The bytes that strangers sent for it: the description, the request and the response. The description counts for the first
   * call too, which reads the stored one once per revision.
   */
  readonly bytes: number;
  /** The bytes that the gateway wrote for it: its response, and what it sent to the SOAP service. */
  readonly written: number;
  /** The HTTP status and the error code, or that it did not finish. */
  readonly end: string;
}

/** A gateway under test, and the SOAP service behind it. */
export interface Scene {
  readonly gateway: ServerProcess;
  readonly tenant: Tenant;
  /** Sets the response of the SOAP service from now on. */
  answerWith(service: HostileService): void;
  /** The bytes that the SOAP service has received so far. */
  received(): number;
}

/** The timeout of a request, in milliseconds. A slower one counts as unfinished. */
export const PATIENCE = 120_000;

/** Thrown if the gateway did not answer: it must be restarted. */
export class NoAnswer extends Error {
  readonly measured: readonly Measured[];

  constructor(measured: readonly Measured[]) {
    super('the gateway did not answer');
    this.measured = measured;
  }
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The requests about one service to the gateway under test, and what they cost. */
export class Requests {
  readonly measured: Measured[] = [];
  readonly scene: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** Measures what `ask` costs the gateway. Throws `NoAnswer`. */
  async measure(phase: string, bytes: number, ask: () => Promise<Answer>): Promise<Answer> {
    const { gateway, received } = this.scene;
    await gateway.ask('probe-start');
    const before = received();
    let answer: Answer;
    try {
      answer = await ask();
    } catch (error) {
      const end = `no answer: ${(error as Error).name}`;
      this.measured.push({ phase, bytes, written: 0, end, longest: PATIENCE, total: PATIENCE, memory: 0 });
      throw new NoAnswer(this.measured);
    }
    const written = Buffer.byteLength(answer.body) + received() - before;
    // The processes that did the work need a moment to end.
    await pause(30);
    const turns = await gateway.ask<Turns>('probe-stop');
    const code = answer.status < 300 ? '' : ` ${/"code":"?([-\w]+)/.exec(answer.body)?.[1] ?? ''}`;
    this.measured.push({ phase, bytes, written, end: `${answer.status}${code}`, ...turns });
    return answer;
  }

  /** Retries while the gateway rejects registrations with OVERLOADED, because on a busy machine the turns of its event loop are late. */
  async measureWithRoom(phase: string, bytes: number, ask: () => Promise<Answer>): Promise<Answer> {
    let answer = await this.measure(phase, bytes, ask);
    for (let tries = 0; tries < 30 && answer.status === 500; tries += 1) {
      await pause(1000);
      this.measured.pop();
      answer = await this.measure(phase, bytes, ask);
    }
    return answer;
  }

  /** Each request has a connection of its own, so that one phase cannot affect the next. */
  send(method: Method, path: string, key: string, body?: string, headers = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.scene.gateway.ready['origin']}${path}`,
        {
          method,
          agent: false,
          signal: AbortSignal.timeout(PATIENCE),
          headers: {
            'x-forwarded-proto': 'https',
            'x-api-key': key,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }

  /** A request to the management API, by its path after `/api/manage`. */
  manage(method: Method, path: string, body?: object): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.send(method, `/api/manage${path}`, this.scene.tenant.managementKey, text);
  }
}

/** An uploaded description, in the form that the management API accepts. */
export function sourceOf(wsdl: string) {
  return { files: [{ path: 'h.wsdl', content: Buffer.from(wsdl).toString('base64') }] };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
