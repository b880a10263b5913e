import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import { startCollector } from '../testing/otlp-collector.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const EMPTY = envelope(
  '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
);

let soap: UserDirectory;
let upstream: HostileUpstream;
let seen: NodeJS.Dict<string | string[]>[];
beforeAll(async () => {
  [soap, upstream] = await Promise.all([startUserDirectory(), startHostileUpstream()]);
});
afterAll(async () => {
  await soap?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  seen = [];
  upstream.answer = (request, response) => {
    seen.push(request.headers);
    response.end(EMPTY);
  };
});

async function prepare(environment: Record<string, string>) {
  const under = await startUnderTest(environment);
  const account = await under.createAccount();
  const { key } = await under.createKey(account.id);
  await under.register(account, {
    source: { kind: 'url', url: soap.wsdlAddress },
    slug: 'users',
    settings: { endpoint: `${upstream.address}?token=query-canary` },
  });
  return { under, account, key };
}

const call = (
  { under, account, key }: { under: GatewayUnderTest; account: Account; key: string },
  headers: Record<string, string> = {},
  body = '{}',
) =>
  under.send(`/api/v1/${account.id}/users/ListUsers?q=query-canary`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body,
  });

describe('a gateway with a collector', () => {
  test('a call that asks for wide numbers as strings gets them, as without tracing (NM-2)', async () => {
    const collector = await startCollector();
    const set = await prepare({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    upstream.answer = (_request, response) =>
      void response.end(
        envelope(
          '<ListUsersResponse xmlns="urn:example:user-directory"><total>1</total><user id="9007199254740993" status="active"><name>Ada</name></user></ListUsersResponse>',
        ),
      );
    expect((await call(set, { Accept: 'application/json;IEEE754Compatible=true' })).text).toContain(
      '"@id":"9007199254740993"',
    );
    expect((await call(set)).text).toContain('"@id":9007199254740993');
    await set.under.stop();
    await collector.stop();
  });

  test('a call is one trace: the client’s span, each step, and the context sent to the SOAP service', async () => {
    const collector = await startCollector();
    const set = await prepare({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=collector%20secret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    });
    const answer = await call(set, { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=a' });
    expect(answer.status).toBe(200);
    expect((await call(set, {}, '{"no":"body-canary"}')).status).toBe(400);
    upstream.answer = (_request, response) => response.destroy();
    expect((await call(set)).status).toBe(502);
    // Buffered spans are sent before the process ends.
    await set.under.stop();
    await collector.stop();

    const [first] = collector.requests;
    expect(first).toMatchObject({ path: '/v1/traces', contentType: 'application/json' });
    expect(first?.headers['x-collector-key']).toBe('collector secret');
    const [resource] = JSON.parse(first!.body.toString()).resourceSpans;
    expect(JSON.stringify(resource.resource)).toContain('"soapstone-gateway"');
    expect(JSON.stringify(resource.resource)).toContain('"deployment.environment"');

    const spans = collector.spans();
    const ours = spans.filter(({ traceId }) => traceId === TRACE);
    const server = ours.find(({ kind }) => kind === 2);
    expect(server).toMatchObject({
      name: 'POST /api/v1/{accountId}/{serviceSlug}/{operationName}',
      parentSpanId: PARENT,
    });
    const attributes = new Map(server?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
    expect(attributes.get('http.response.status_code')).toBe(200);
    expect(attributes.get('soapstone.account_id')).toBe(set.account.id);
    expect(attributes.get('soapstone.operation')).toBe('ListUsers');
    expect(attributes.get('soapstone.request_id')).toBe(answer.headers['x-request-id']);
    const steps = ours.filter(({ parentSpanId }) => parentSpanId === server?.spanId);
    expect(steps.map(({ name }) => name).sort()).toEqual(['decode', 'encode', 'limiter', 'upstream']);
    for (const { startTimeUnixNano: start, endTimeUnixNano: end } of steps) {
      expect(BigInt(start)).toBeGreaterThanOrEqual(BigInt(server!.startTimeUnixNano));
      expect(BigInt(end)).toBeGreaterThanOrEqual(BigInt(start));
      expect(BigInt(end)).toBeLessThanOrEqual(BigInt(server!.endTimeUnixNano));
    }
    const sent = steps.find(({ name }) => name === 'upstream');
    expect(sent?.kind).toBe(3);
    expect(seen[0]).toMatchObject({
      traceparent: `00-${TRACE}-${sent?.spanId}-01`,
      tracestate: 'vendor=a',
    });

    const failures = spans.filter(({ kind }) => kind === 2).slice(1);
    expect(failures.map((span) => JSON.stringify(span.attributes))).toEqual([
      expect.stringContaining('VALIDATION_ERROR'),
      expect.stringContaining('UPSTREAM_ERROR'),
    ]);
    const broken = spans.find(({ name, status }) => name === 'upstream' && status.code === 2);
    expect(JSON.stringify(broken?.attributes)).toContain('UPSTREAM_RESET');

    const everything = collector.requests.map(({ body }) => body.toString()).join('\n');
    for (const secret of [set.key, 'canary', 'collector secret']) expect(everything).not.toContain(secret);
  });

  test.each([
    ['not one', 'nonsense'],
    ['zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['two', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['an unknown version', `ff-${TRACE}-${PARENT}-01`],
  ])('a traceparent that is %s starts a new trace; protobuf is the default', async (_, traceparent) => {
    const collector = await startCollector();
    const set = await prepare({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect((await call(set, { traceparent })).status).toBe(200);
    await set.under.stop();
    await collector.stop();
    const [, traceId, spanId] = String(seen[0]?.['traceparent']).split('-');
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(traceId).not.toBe(TRACE);
    expect(collector.requests[0]?.contentType).toBe('application/x-protobuf');
    const sent = collector.requests.flatMap(({ body }) => protobufSpans(body));
    expect(sent.map(({ name }) => name).sort()).toEqual([
      'POST /api/v1/{accountId}/{serviceSlug}/{operationName}',
      'decode',
      'encode',
      'limiter',
      'upstream',
    ]);
    expect(sent.find(({ name }) => name === 'upstream')).toMatchObject({ traceId, spanId });
  });

  test('an unsampled caller stays unsampled, even for the next server', async () => {
    const collector = await startCollector();
    const set = await prepare({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await call(set, { traceparent: `00-${TRACE}-${PARENT}-00` });
    await set.under.stop();
    await collector.stop();
    expect(collector.requests).toEqual([]);
    expect(seen[0]?.['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  });

  test('a collector that is down affects no call, and is logged once', async () => {
    const set = await prepare({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    });
    for (let count = 0; count < 3; count += 1) expect((await call(set)).status).toBe(200);
    await set.under.stop();
    expect(set.under.logLines.filter((line) => line.includes('spans could not be exported'))).toHaveLength(1);
  });
});

test('without a collector, no trace context is passed on, not even that of the client', async () => {
  const set = await prepare({});
  expect((await call(set, { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'a=b' })).status).toBe(200);
  await set.under.stop();
  expect(Object.keys(seen[0] ?? {}).filter((name) => name.startsWith('trace'))).toEqual([]);
});

test('no tracing code is loaded unless configured', async () => {
  const sources = fileURLToPath(new URL('..', import.meta.url));
  const files = (await readdir(sources, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const loading: string[] = [];
  for (const file of files) {
    const text = await readFile(join(sources, file), 'utf8');
    const loads =
      /^import (?!type )[^;]*'(@opentelemetry\/|[^']*\/(tracing|trace-call|tracer-provider)\.js)/m;
    if (loads.test(text)) loading.push(file);
  }
  expect(loading.sort()).toEqual([
    'telemetry/trace-call.ts',
    'telemetry/tracer-provider.ts',
    'telemetry/tracing.ts',
  ]);
});

/** Returns the length-delimited fields of a protobuf message, which is enough to walk an ExportTraceServiceRequest. */
function fields(message: Buffer): { number: number; bytes: Buffer }[] {
  const found: { number: number; bytes: Buffer }[] = [];
  let at = 0;
  const varint = () => {
    let [value, shift] = [0, 1];
    for (;;) {
      const byte = message[at++]!;
      value += (byte & 127) * shift;
      shift *= 128;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const type = tag & 7;
    if (type === 0) varint();
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else {
      const length = varint();
      found.push({ number: tag >> 3, bytes: message.subarray(at, at + length) });
      at += length;
    }
  }
  return found;
}

/** opentelemetry-proto: resource_spans = 1, scope_spans = 2, spans = 2; of a span trace_id = 1, span_id = 2, name = 5. */
function protobufSpans(request: Buffer): { traceId: string; spanId: string; name: string }[] {
  const inside = (messages: Buffer[], number: number) =>
    messages
      .flatMap((message) => fields(message).filter((field) => field.number === number))
      .map(({ bytes }) => bytes);
  return inside(inside(inside([request], 1), 2), 2).map((span) => {
    const field = (number: number) => fields(span).find((candidate) => candidate.number === number)?.bytes;
    return {
      traceId: field(1)?.toString('hex') ?? '',
      spanId: field(2)?.toString('hex') ?? '',
      name: field(5)?.toString() ?? '',
    };
  });
}
