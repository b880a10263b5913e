import { Agent, request } from 'undici';
import type { ServerProcess } from '../gateway/server-process.js';
import type { Tenant } from './gateway-process.js';
import type { HostileService } from './shape.js';
import type { Turns } from './turn-probe.js';

/** The cost of one request to the gateway. */
export interface Measured extends Turns {
  readonly phase: string;
  /**
   * Bytes that strangers sent for it: the description, the request and the answer. The first call reads the description that is
   * stored, once for a revision: it counts there too.
   */
  readonly bytes: number;
  /** The HTTP status and the error code, or that it did not finish. */
  readonly end: string;
}

/** A gateway under test, and the SOAP service behind it. */
export interface Scene {
  readonly gateway: ServerProcess;
  readonly tenant: Tenant;
  /** Sets the response of the SOAP service from now on. */
  answerWith(service: HostileService): void;
}

/** A request that takes longer, in milliseconds, counts as one that does not finish. */
const PATIENCE = 60_000;
const FILES = ['openapi-3.0.json', 'openapi-3.0.yaml', 'openapi-3.1.json', 'openapi-3.1.yaml', 'types.ts'];
/** Keeps no connections, so that one phase cannot affect the next. */
const agent = new Agent({ pipelining: 0 });

/** Thrown if the gateway did not answer: it must be restarted. */
export class NoAnswer extends Error {
  readonly measured: readonly Measured[];

  constructor(measured: readonly Measured[]) {
    super('the gateway did not answer');
    this.measured = measured;
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Registers the service and requests everything that its owner and its clients may request. Throws `NoAnswer`. */
export async function measureService(
  scene: Scene,
  service: HostileService,
  upstream: string,
): Promise<Measured[]> {
  const { gateway, tenant } = scene;
  const measured: Measured[] = [];
  const wsdl = service.wsdl.replace('http://upstream.invalid/', upstream);
  const answerBytes = service.answer?.body.length ?? 0;
  const requestBytes = (service.request ?? service.query ?? '').length;

  const measure = async (
    phase: string,
    bytes: number,
    ask: () => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    await gateway.ask('probe-start');
    let answer: Answer | undefined;
    try {
      answer = await ask();
    } catch (error) {
      measured.push({
        phase,
        bytes,
        end: `no answer: ${(error as Error).name}`,
        longest: PATIENCE,
        total: PATIENCE,
        memory: 0,
      });
      throw new NoAnswer(measured);
    }
    // The processes that did the work have ended a moment later.
    await pause(30);
    const turns = await gateway.ask<Turns>('probe-stop');
    const code = answer.status < 300 ? '' : ` ${/"code":"(\w+)"/.exec(answer.body)?.[1] ?? ''}`;
    measured.push({ phase, bytes, end: `${answer.status}${code}`, ...turns });
    return answer;
  };
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    key: string,
    body?: string,
    headers = {},
  ): Promise<Answer> => {
    const { statusCode, body: answer } = await request(`${gateway.ready['origin']}${path}`, {
      method,
      dispatcher: agent,
      signal: AbortSignal.timeout(PATIENCE),
      headersTimeout: PATIENCE,
      bodyTimeout: PATIENCE,
      headers: {
        'x-forwarded-proto': 'https',
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: statusCode, body: await answer.text() };
  };
  const manage = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: string): Promise<Answer> =>
    send(method, `/api/manage/services${path}`, tenant.managementKey, body);
  const source = (text: string): string =>
    JSON.stringify({ files: [{ path: 'h.wsdl', content: Buffer.from(text).toString('base64') }] });
  const settings = { methodPolicy: 'GET + POST', mock: true, timeoutMs: 20_000 };

  scene.answerWith(service);
  const registration = JSON.stringify({ ...(JSON.parse(source(wsdl)) as object), settings });
  // While turns of the loop are late, as on a busy machine, the gateway takes no registrations: OVERLOADED, with Retry-After.
  const whenItHasRoom = async (phase: string, bytes: number, ask: () => Promise<Answer>) => {
    let answer = await measure(phase, bytes, ask);
    for (let tries = 0; tries < 30 && answer?.status === 500; tries += 1) {
      await pause(1000);
      measured.pop();
      answer = await measure(phase, bytes, ask);
    }
    return answer;
  };
  const registered = await whenItHasRoom('import', wsdl.length, () => manage('POST', '', registration));
  if (registered?.status !== 201) return measured;
  const { serviceId: id, slug } = JSON.parse(registered.body) as { serviceId: string; slug: string };
  const operation = encodeURIComponent(service.operation);
  const path = `/api/v1/${tenant.accountId}/${slug}/${operation}`;
  const call =
    (body: string, headers = {}) =>
    () =>
      send('POST', path, tenant.key, body, { ...service.headers, ...headers });
  const body = service.request ?? '{}';

  await measure('first call', wsdl.length + requestBytes + answerBytes, call('{}'));
  if (service.answer !== undefined) await measure('answer', answerBytes, call('{}'));
  if (service.request !== undefined || service.headers !== undefined) {
    await measure('request', requestBytes, call(body));
    await measure('dry run', requestBytes, call(body, { 'x-dry-run': 'true' }));
    await measure('validation', requestBytes, () =>
      manage('POST', `/${id}/operations/${operation}/validation`, JSON.stringify({ input: body })),
    );
    await measure('try it', requestBytes, () =>
      manage('POST', `/${id}/operations/${operation}/try`, JSON.stringify({ input: body })),
    );
  }
  if (service.query !== undefined) {
    await manage(
      'PUT',
      `/${id}/operations/${operation}`,
      JSON.stringify({ methodPolicy: 'GET + POST', cacheSeconds: 60 }),
    );
    for (const phase of ['GET', 'GET from the cache']) {
      await measure(phase, requestBytes, () => send('GET', `${path}?${service.query}`, tenant.key));
    }
  }
  // Responses do not depend on the description, so the pages of an ordinary description add nothing.
  if (service.answer === undefined || service.request !== undefined) {
    await measure('mock', wsdl.length, call('{}', { 'x-mock': 'true' }));
    await measure('page of the service', wsdl.length, () => manage('GET', `/${id}`));
    await measure('page of the operation', wsdl.length, () =>
      manage('GET', `/${id}/operations/${operation}`),
    );
    for (const file of FILES) await measure(file, wsdl.length, () => manage('GET', `/${id}/files/${file}`));
    await whenItHasRoom('import again', wsdl.length, () =>
      manage('POST', `/${id}/revisions`, source(wsdl.replace('name="H"', 'name="H" id="again"'))),
    );
  }
  await manage('DELETE', `/${id}`);
  return measured;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
