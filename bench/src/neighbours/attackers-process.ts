import { createServer } from 'node:http';
import { serveProcess } from '@soapstone/testing/server-process';
import { Agent, request } from 'undici';
import type { Tenant } from '../../../conformance/src/hostile/gateway-process.js';
import type { HostileService } from '../../../conformance/src/hostile/shape.js';
import { ANSWERS } from '../../../conformance/src/hostile/shapes/answers.js';
import { CALLS } from '../../../conformance/src/hostile/shapes/calls.js';
import { CONTENT_MODELS } from '../../../conformance/src/hostile/shapes/content-models.js';
import { SIMPLE_TYPES } from '../../../conformance/src/hostile/shapes/simple-types.js';

interface Argument {
  readonly origin: string;
  readonly tenants: readonly Tenant[];
  /** The port of the attackers' SOAP services. */
  readonly port: number;
}

const NAMES = [
  '20 derived patterns over a list',
  'a union of 500 members in a list',
  'mixed content of 5,000 particles',
  '200 attributes with a default of 1 KB',
  'answer: one part included 500 times',
  'encoded answer: references that repeat a text',
  'answer: 9 MB of untyped content',
  'call: 60,000 unknown keys',
  'description: 1,500 operations',
];
const SERVICES: readonly HostileService[] = NAMES.map((name) => {
  const shape = [...SIMPLE_TYPES, ...CONTENT_MODELS, ...ANSWERS, ...CALLS].find((each) => each.name === name);
  if (shape === undefined) throw new Error(`no shape is named ${name}`);
  return shape.make(1);
});
/** The limits of one account: those of the Free plan, and the throttles of the gateway. */
const SERVICES_PER_ACCOUNT = 3;
const CALL_EVERY = 1_000;

let attack: () => unknown = () => undefined;
let running = false;
const ends = new Map<string, number>();
const agent = new Agent({ connections: 4 });
const EMPTY = Buffer.from(
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:opResponse xmlns:t="urn:h"/></s:Body></s:Envelope>',
);

/** Free accounts that use everything they are allowed to: register, call, read their pages, import again. */
await serveProcess(
  async ({ origin, tenants, port }: Argument) => {
    const server = createServer((incoming, response) => {
      incoming.resume();
      incoming.on('end', () => {
        const answer = SERVICES[Number(incoming.url?.slice(1))]?.answer;
        response.writeHead(answer?.status ?? 200, { 'Content-Type': answer?.contentType ?? 'text/xml' });
        response.end(answer?.body ?? EMPTY);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    attack = () =>
      tenants.map((tenant, index) => attackAs(origin, tenant, index, `http://127.0.0.1:${port}/`));
    process.once('SIGTERM', () => process.exit(0));
    return {};
  },
  {
    start: () => {
      running = true;
      attack();
      return true;
    },
    stop: () => {
      running = false;
      return Object.fromEntries(ends);
    },
  },
);

async function attackAs(origin: string, tenant: Tenant, index: number, upstream: string): Promise<void> {
  const send = async (
    what: string,
    method: 'GET' | 'POST',
    path: string,
    key: string,
    body?: string,
  ): Promise<string> => {
    try {
      const { statusCode, body: answer } = await request(origin + path, {
        method,
        dispatcher: agent,
        headers: {
          'x-forwarded-proto': 'https',
          'x-api-key': key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      const text = await answer.text();
      count(`${what} ${statusCode}`);
      return text;
    } catch (error) {
      count(`${what} ${(error as Error).name}`);
      return '{}';
    }
  };
  const manage = (what: string, method: 'GET' | 'POST', path: string, body?: string): Promise<string> =>
    send(what, method, `/api/manage/services${path}`, tenant.managementKey, body);
  const services: { id: string; slug: string; service: HostileService; files: unknown }[] = [];
  for (let i = 0; i < SERVICES_PER_ACCOUNT && running; i += 1) {
    const which = (index * SERVICES_PER_ACCOUNT + i) % SERVICES.length;
    const service = SERVICES[which]!;
    const content = Buffer.from(service.wsdl.replace('http://upstream.invalid/', upstream + which)).toString(
      'base64',
    );
    const files = [{ path: 'h.wsdl', content }];
    const { serviceId, slug } = JSON.parse(await manage('import', 'POST', '', JSON.stringify({ files }))) as {
      serviceId?: string;
      slug?: string;
    };
    if (serviceId !== undefined && slug !== undefined) services.push({ id: serviceId, slug, service, files });
  }
  if (services.length === 0) return;
  const loop = async (pause: number, work: (turn: number) => Promise<unknown>): Promise<void> => {
    for (let turn = 0; running; turn += 1) {
      await Promise.all([work(turn), new Promise((resolve) => setTimeout(resolve, pause))]);
    }
  };
  const pick = (turn: number) => services[turn % services.length]!;
  await Promise.all([
    loop(CALL_EVERY, (turn) => {
      const { slug, service } = pick(turn);
      return send(
        'call',
        'POST',
        `/api/v1/${tenant.accountId}/${slug}/op`,
        tenant.key,
        service.request ?? '{}',
      );
    }),
    loop(0, (turn) => manage('page', 'GET', `/${pick(turn).id}/operations/op`)),
    loop(0, (turn) =>
      manage(
        'validation',
        'POST',
        `/${pick(turn).id}/operations/op/validation`,
        JSON.stringify({ input: pick(turn).service.request ?? '{}' }),
      ),
    ),
    loop(0, (turn) =>
      manage(
        'import again',
        'POST',
        `/${pick(turn).id}/revisions`,
        JSON.stringify({ files: pick(turn).files }),
      ),
    ),
  ]);
}

function count(what: string): void {
  ends.set(what, (ends.get(what) ?? 0) + 1);
}
