import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { freePort } from '@soapstone/testing/free-port';
import type { ServerProcess } from '@soapstone/testing/server-process';
import type { GatewayArgument, Tenant } from '../../conformance/src/hostile/gateway-process.js';
import { makeWsdl, sequence } from '../../conformance/src/hostile/make-wsdl.js';
import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { createLoad, p99 } from './gateway/load.js';
import { median } from './interleave.js';
import type { BenchTable } from './table.js';

/** The number of Free accounts: as many as may sign up from one network within a minute. */
const ATTACKERS = 20;
/** Calls per second of the victim account. */
const RATE = 50;
const CONNECTIONS = 8;
/** The maximum p99 of the victim during attacks, as a multiple of its p99 alone. */
const GOAL = 2;

/**
 * One account at 50 calls per second, alone and next to Free accounts that do everything their plan allows. A pass-through that
 * has nothing to do with the attackers gets the same calls at the same time: its slowdown is caused by the machine, whose
 * processors the gateway, the SOAP services, the clients and the attackers share.
 */
export async function run({ rounds }: BenchOptions): Promise<BenchTable> {
  const seconds = rounds > 3 ? 30 : 8;
  const built = await buildServers();
  const upstream = createServer((request, response) => {
    request.resume();
    request.on('end', () =>
      response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(ANSWER),
    );
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const port = await freePort();
  try {
    const argument: GatewayArgument = {
      module: pathToFileURL(built.file('index')).href,
      port: await freePort(),
      upstream: 'http://127.0.0.1',
      plans: ['Pro', ...Array<'Free'>(ATTACKERS).fill('Free')],
    };
    const gateway = await built.start('hostile-gateway', argument);
    const control = await built.start('pass-through', { upstream: address });
    const [victim, ...tenants] = JSON.parse(gateway.ready['tenants'] as string) as [Tenant, ...Tenant[]];
    const attackers = await built.start('attackers', { origin: gateway.ready['origin'], tenants, port });
    const path = await register(gateway, victim, address);
    return await measure({ gateway, control, attackers, path, victim, seconds });
  } finally {
    upstream.close();
    await built.remove('kill');
  }
}

interface Scene {
  readonly gateway: ServerProcess;
  readonly control: ServerProcess;
  readonly attackers: ServerProcess;
  /** The victim's operation. */
  readonly path: string;
  readonly victim: Tenant;
  readonly seconds: number;
}

/** Latencies of the victim and, at the same time, of the pass-through, in milliseconds. */
interface Phase {
  readonly victim: readonly number[];
  readonly control: readonly number[];
  /** The p99 of event-loop delays of the gateway, in milliseconds. */
  readonly lag: number;
}

async function measure({ gateway, control, attackers, path, victim, seconds }: Scene): Promise<BenchTable> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-proto': 'https',
    'x-api-key': victim.key,
  };
  const body = '{"name":"x","count":1}';
  // Anything but a 200 ends the bench: a failing call of the victim is the fault that the bench looks for.
  const load = createLoad('the gateway, to the victim,', gateway, CONNECTIONS, () => ({
    path,
    headers,
    body,
  }));
  const beside = createLoad('the pass-through', control, CONNECTIONS, () => ({ path: '/', headers, body }));
  const phase = async (ms: number): Promise<Phase> => {
    await gateway.ask('lag');
    const [own, other] = await Promise.all([load.pace(RATE, ms), beside.pace(RATE, ms)]);
    return { victim: own, control: other, lag: await gateway.ask<number>('lag') };
  };
  await phase(5_000);
  const alone = await phase(seconds * 1000);
  await attackers.ask('start');
  const attacked = await phase(seconds * 1000);
  const ends = await attackers.ask<Record<string, number>>('stop');
  await Promise.all([load.close(), beside.close()]);
  return report(alone, attacked, seconds, ends);
}

function report(
  alone: Phase,
  attacked: Phase,
  seconds: number,
  ends: Readonly<Record<string, number>>,
): BenchTable {
  const rows = (who: 'victim' | 'control', name: string) =>
    (
      [
        ['p99', p99],
        ['p50', median],
      ] as const
    ).flatMap(([what, of]) => [
      { case: `${what} of ${name}`, contender: 'alone', rate: of(alone[who]), ratio: 1 },
      {
        case: `${what} of ${name}`,
        contender: `beside ${ATTACKERS} attackers`,
        rate: of(attacked[who]),
        ratio: of(attacked[who]) / of(alone[who]),
      },
    ]);
  const times = (who: 'victim' | 'control'): number => p99(attacked[who]) / p99(alone[who]);
  const [own, machine] = [times('victim'), times('control')];
  return {
    name: 'neighbours',
    unit: 'ms',
    rounds: 1,
    rows: [...rows('victim', 'the victim'), ...rows('control', 'the pass-through')],
    notes: [
      `${RATE} calls a second for ${seconds} s, every one answered with 200`,
      `with attackers, the p99 is ${own.toFixed(2)} times that alone (${GOAL} is the bound${own > GOAL ? ': missed' : ''})`,
      `the p99 of the pass-through, which no attacker calls, is ${machine.toFixed(2)} times that alone`,
      `p99 of the delays of the gateway's event loop: ${alone.lag.toFixed(1)} ms alone, ${attacked.lag.toFixed(1)} ms with attackers`,
      `results of the attackers: ${Object.entries(ends)
        .sort()
        .map(([end, count]) => `${end}: ${count}`)
        .join(', ')}`,
    ],
  };
}

/** Registers the victim's service. Resolves to the path of its operation. */
async function register(gateway: ServerProcess, victim: Tenant, address: string): Promise<string> {
  const content = Buffer.from(WSDL.replace('http://upstream.invalid/', address)).toString('base64');
  const answer = await fetch(`${gateway.ready['origin']}/api/manage/services`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-proto': 'https',
      'x-api-key': victim.managementKey,
    },
    body: JSON.stringify({ files: [{ path: 'h.wsdl', content }] }),
  });
  if (answer.status !== 201)
    throw new Error(`the victim's service was not registered: ${await answer.text()}`);
  const { slug } = (await answer.json()) as { slug: string };
  return `/api/v1/${victim.accountId}/${slug}/op`;
}

const FIELDS = sequence('<xs:element name="name" type="xs:string"/><xs:element name="count" type="xs:int"/>');
const WSDL = makeWsdl({ input: FIELDS, output: FIELDS });
const ANSWER = Buffer.from(
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:opResponse xmlns:t="urn:h"><t:name>x</t:name><t:count>1</t:count></t:opResponse></s:Body></s:Envelope>',
);
