import { createRequire } from 'node:module';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { startUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test.js';
import type { Answer } from '../../../apps/gateway/src/testing/https-client.js';
import { type Case, type Result, score } from './row.js';

type Headers = Readonly<Record<string, string>>;

interface SeenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
}

/** What a cache decides about a stored response, by `http-cache-semantics`, which is written in JavaScript and has no types. */
interface Policy {
  storable(): boolean;
  timeToLive(): number;
  satisfiesWithoutRevalidation(request: SeenRequest): boolean;
  revalidationHeaders(request: SeenRequest): Headers;
  revalidatedPolicy(
    request: SeenRequest,
    response: object,
  ): { readonly modified: boolean; readonly matches: boolean };
}

const CachePolicy = createRequire(import.meta.url)('http-cache-semantics') as new (
  request: SeenRequest,
  response: { readonly status: number; readonly headers: object },
  options: { readonly shared: boolean },
) => Policy;

const SECONDS = 60;

/** A response with the request that it answers. */
interface Seen {
  readonly request: SeenRequest;
  readonly answer: Answer;
}

/** A gateway with a service whose GETs are kept for 60 seconds. */
interface Scene {
  /** Lists users. Each query is another resource. */
  get(query: string, headers?: Headers): Promise<Seen>;
  /** Sends any other request to the service, with the key. */
  ask(method: string, path: string, headers?: Headers, body?: string): Promise<Seen>;
}

interface CacheCase extends Case {
  readonly ask: (scene: Scene) => Promise<boolean>;
}

const QUERY = 'department=engines';
const is = (name: string, ask: CacheCase['ask']): CacheCase => ({ name, expected: true, ask });
const policyOf = ({ request, answer }: Seen, shared = false): Policy =>
  new CachePolicy(request, { status: answer.status, headers: answer.headers }, { shared });
const withHeader = ({ request }: Seen, name: string, value: string): SeenRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});
const conditional = (name: string, condition: (etag: string) => Headers, status: number): CacheCase =>
  is(name, async ({ get }) => {
    const { answer } = await get(QUERY);
    const again = await get(QUERY, condition(String(answer.headers.etag)));
    return again.answer.status === status;
  });
const neverStored = (name: string, ask: (scene: Scene) => Promise<Seen>): CacheCase =>
  is(name, async (scene) => !policyOf(await ask(scene)).storable());

/** What caches of clients and proxies may do with responses of the gateway, each from a sentence of RFC 9110 or RFC 9111. */
const CACHE_CASES: readonly CacheCase[] = [
  is('9111 §3: the cache of a client stores the result of a GET', async ({ get }) =>
    policyOf(await get(QUERY)).storable(),
  ),
  is(
    '9111 §3: a shared cache does not store it',
    async ({ get }) => !policyOf(await get(QUERY), true).storable(),
  ),
  is('9111 §4.2: it is fresh, and no longer than its owner allows', async ({ get }) => {
    const left = policyOf(await get(QUERY)).timeToLive();
    return left > 0 && left <= SECONDS * 1_000;
  }),
  is('9111 §4.2.1: what the gateway had stored is not fresh for longer again', async ({ get }) => {
    const [first, second] = [await get(QUERY), await get(QUERY)].map((seen) => policyOf(seen).timeToLive());
    return second! <= first!;
  }),
  is('9111 §4: the same request is answered from the cache', async ({ get }) => {
    const seen = await get(QUERY);
    return policyOf(seen).satisfiesWithoutRevalidation(seen.request);
  }),
  ...[
    ['x-api-key', 'another'],
    ['x-soap-headers', '{}'],
    ['x-dry-run', 'true'],
    ['x-mock', 'true'],
    ['accept', 'application/json;IEEE754Compatible=true'],
    ['origin', 'https://example.com'],
  ].map(([name = '', value = '']) =>
    is(`9111 §4.1: a request with another ${name} is not`, async ({ get }) => {
      const seen = await get(QUERY);
      return !policyOf(seen).satisfiesWithoutRevalidation(withHeader(seen, name, value));
    }),
  ),
  is('9111 §4.1: Vary names request headers', async ({ get }) => {
    const { answer } = await get(QUERY);
    return /^[A-Za-z0-9-]+(?:, [A-Za-z0-9-]+)*$/.test(String(answer.headers.vary));
  }),
  is('9111 §4.3.1: it can be validated by its entity tag', async ({ get }) => {
    const seen = await get(QUERY);
    const { 'if-none-match': condition } = policyOf(seen).revalidationHeaders(seen.request);
    return condition === seen.answer.headers.etag;
  }),
  is('9111 §4.3.3: the validation finds it unchanged', async ({ get }) => {
    const seen = await get(QUERY);
    const policy = policyOf(seen);
    const { answer } = await get(QUERY, policy.revalidationHeaders(seen.request));
    const { modified, matches } = policy.revalidatedPolicy(seen.request, answer);
    return answer.status === 304 && !modified && matches;
  }),
  is('9110 §15.4.5: 304 has no content, and the headers of the 200', async ({ get }) => {
    const { answer } = await get(QUERY);
    const known = (await get(QUERY, { 'if-none-match': String(answer.headers.etag) })).answer;
    const same = (['etag', 'vary'] as const).every((name) => known.headers[name] === answer.headers[name]);
    return known.text === '' && same && /max-age/.test(String(known.headers['cache-control']));
  }),
  is('9110 §8.8.3: the same result has the same tag, another one another', async ({ get }) => {
    const tags = [await get(QUERY), await get(QUERY), await get('department=none')].map(
      ({ answer }) => answer.headers.etag,
    );
    return tags[0] === tags[1] && tags[0] !== tags[2];
  }),
  is('9110 §6.6.1: it has a Date', async ({ get }) => {
    const { date = '' } = (await get(QUERY)).answer.headers;
    return new Date(date).toUTCString() === date;
  }),
  conditional('9110 §13.1.2: the tag, weak', (etag) => ({ 'if-none-match': etag }), 304),
  conditional('9110 §13.1.2: the tag, strong', (etag) => ({ 'if-none-match': etag.replace('W/', '') }), 304),
  conditional(
    '9110 §13.1.2: a list with the tag',
    (etag) => ({ 'if-none-match': `"a", ${etag} , "b"` }),
    304,
  ),
  conditional('9110 §13.1.2: *', () => ({ 'if-none-match': '*' }), 304),
  conditional('9110 §13.1.2: another tag', () => ({ 'if-none-match': 'W/"another"' }), 200),
  conditional('9110 §13.1.2: a tag without quotes', (etag) => ({ 'if-none-match': etag.slice(3, -1) }), 200),
  conditional(
    '9110 §13.1.3: If-Modified-Since does not count beside another tag',
    () => ({ 'if-none-match': '"a"', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
    200,
  ),
  neverStored('9111 §3: the result of a POST is not stored', ({ ask }) =>
    ask('POST', 'GetUser', { 'content-type': 'application/json' }, '{"userId": 1001}'),
  ),
  neverStored('9111 §3: a GET without a time is not stored', ({ ask }) => ask('GET', 'GetUser?userId=1001')),
  neverStored('9111 §3: 400 is not stored', ({ get }) => get('limit=many')),
  neverStored('9111 §4.2.2: 404 is not stored', ({ ask }) => ask('GET', 'NoSuchOperation')),
  neverStored('9111 §4.2.2: 405 is not stored', ({ ask }) => ask('DELETE', 'ListUsers')),
  neverStored('9111 §3: 401 is not stored', ({ get }) => get(QUERY, { 'x-api-key': 'none' })),
  is('9111 §5.2.2.4: the OpenAPI document is stored, and validated each time', async ({ ask }) => {
    const seen = await ask('GET', 'openapi.json');
    const policy = policyOf(seen);
    if (!policy.storable() || policy.satisfiesWithoutRevalidation(seen.request)) return false;
    const { answer } = await ask('GET', 'openapi.json', policy.revalidationHeaders(seen.request));
    return answer.status === 304 && !policy.revalidatedPolicy(seen.request, answer).modified;
  }),
];

/** The cases, with a gateway in front of node-soap's server. */
export async function cacheSuite(): Promise<Result> {
  const [soap, under] = await Promise.all([startUserDirectory(), startUnderTest()]);
  try {
    const account = await under.createAccount({ plan: 'Pro' });
    const { key } = await under.createKey(account.id);
    const service = await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
    });
    await under.setOperation(service, 'ListUsers', { methodPolicy: 'GET', cacheSeconds: SECONDS });
    await under.setOperation(service, 'GetUser', { methodPolicy: 'GET + POST', cacheSeconds: 0 });
    const ask: Scene['ask'] = async (method, path, headers = {}, body = undefined) => {
      const url = `/api/v1/${account.id}/users/${path}`;
      const sent = { 'x-api-key': key, accept: 'application/json', ...headers };
      const answer = await under.send(url, { method, headers: sent, ...(body !== undefined && { body }) });
      return { request: { url, method, headers: sent }, answer };
    };
    const scene: Scene = { ask, get: (query, headers) => ask('GET', `ListUsers?${query}`, headers) };
    const outcomes: boolean[] = [];
    for (const { ask: decide } of CACHE_CASES) outcomes.push(await decide(scene));
    return [
      {
        suite: `RFC 9110 and RFC 9111, ${CACHE_CASES.length} cases of ours, decided by http-cache-semantics`,
        asked: 'what caches of clients and proxies do with results',
        ...score(CACHE_CASES, outcomes),
      },
    ];
  } finally {
    await under.stop();
    await soap.stop();
  }
}
