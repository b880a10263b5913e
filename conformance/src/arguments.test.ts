import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** The entries of every package that callers import. */
const ENTRIES: Readonly<Record<string, () => Promise<object>>> = {
  '@soapstone/agent-tools': () => import('@soapstone/agent-tools'),
  '@soapstone/client': () => import('@soapstone/client'),
  '@soapstone/client/generated': () => import('@soapstone/client/generated'),
  '@soapstone/credentials': () => import('@soapstone/credentials'),
  '@soapstone/http-contract': () => import('@soapstone/http-contract'),
  '@soapstone/json-xml-mapper': () => import('@soapstone/json-xml-mapper'),
  '@soapstone/json-xml-mapper/json-schema': () => import('@soapstone/json-xml-mapper/json-schema'),
  '@soapstone/mime': () => import('@soapstone/mime'),
  '@soapstone/openapi-generator': () => import('@soapstone/openapi-generator'),
  '@soapstone/options': () => import('@soapstone/options'),
  '@soapstone/options/defined': () => import('@soapstone/options/defined'),
  '@soapstone/rate-limiter': () => import('@soapstone/rate-limiter'),
  '@soapstone/rate-limiter/middleware': () => import('@soapstone/rate-limiter/middleware'),
  '@soapstone/rate-limiter/redis': () => import('@soapstone/rate-limiter/redis'),
  '@soapstone/rest': () => import('@soapstone/rest'),
  '@soapstone/rest/fastify': () => import('@soapstone/rest/fastify'),
  '@soapstone/rest/node': () => import('@soapstone/rest/node'),
  '@soapstone/server': () => import('@soapstone/server'),
  '@soapstone/server/node': () => import('@soapstone/server/node'),
  '@soapstone/soap-model': () => import('@soapstone/soap-model'),
  '@soapstone/soap-model/bytes': () => import('@soapstone/soap-model/bytes'),
  '@soapstone/soap-model/xml': () => import('@soapstone/soap-model/xml'),
  '@soapstone/soap-transport': () => import('@soapstone/soap-transport'),
  '@soapstone/soap-transport/fetch': () => import('@soapstone/soap-transport/fetch'),
  '@soapstone/ws-security': () => import('@soapstone/ws-security'),
  '@soapstone/ws-security/policy': () => import('@soapstone/ws-security/policy'),
  '@soapstone/ws-security/service': () => import('@soapstone/ws-security/service'),
  '@soapstone/ws-security/web': () => import('@soapstone/ws-security/web'),
  '@soapstone/wsdl-parser': () => import('@soapstone/wsdl-parser'),
  '@soapstone/wsdl-parser/file': () => import('@soapstone/wsdl-parser/file'),
};

/** Values that a JavaScript caller may pass by mistake. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  42,
  Number.NaN,
  true,
  Symbol('x'),
  [],
  [null],
  {},
  { kind: 'x' },
  new Map([['a', null]]),
  new Date(0),
  new Uint8Array(3),
  () => 1,
  Promise.resolve({}),
];

const WSDL = fileURLToPath(new URL('../../examples/user-directory/user-directory.wsdl', import.meta.url));

/** Arguments that the types forbid but a JavaScript caller can pass. */
const asAny = <Value>(value: unknown): Value => value as Value;

/** The error types that the packages document. */
const TYPED: ReadonlySet<string> = new Set([
  'JsonSyntaxError',
  'MappingError',
  'MimeError',
  'OperationNotFoundError',
  'OptionError',
  'Pkcs12Error',
  'DecodeError',
  'RpcError',
  'SecurityError',
  'TransportError',
  'ValidationProblem',
  'WsdlError',
]);

describe.each(Object.entries(ENTRIES))('%s: arguments of a wrong type', async (_name, load) => {
  const functions = Object.entries(await load()).filter(
    (entry): entry is [string, (...args: unknown[]) => unknown] => isOrdinary(entry[1]),
  );

  test.each(functions)('%s returns or throws a typed error', async (_function, callee) => {
    for (const args of [[], ...WRONG.flatMap((value) => [[value], [value, value, value]])]) {
      expect(await outcome(callee, args), describeArguments(args)).toBe('documented');
    }
  });
});

test.each<[what: string, use: () => Promise<unknown>, option: string, message: RegExp]>([
  [
    'createRestApi',
    async () => (await import('@soapstone/rest')).createRestApi(WSDL, asAny({ openApiVersion: '3.0' })),
    'openApiVersion',
    /did you mean "openapiVersion"\?/,
  ],
  [
    'createRestApi, an option of the document',
    async () => (await import('@soapstone/rest')).createRestApi(WSDL, asAny({ defaultPolicy: 'get' })),
    'defaultPolicy',
    /did you mean "GET"\?/,
  ],
  [
    'createRestApi, an option of the client',
    async () => (await import('@soapstone/rest')).createRestApi(WSDL, { client: asAny({ timeouts: 5 }) }),
    'client.timeouts',
    /did you mean "timeout"\?/,
  ],
  [
    'toNodeHandler of a promise',
    async () => (await import('@soapstone/rest/node')).toNodeHandler(asAny(Promise.resolve({}))),
    'api',
    /what createRestApi resolves to, not an instance of a class/,
  ],
  [
    'toFastifyPlugin',
    async () => (await import('@soapstone/rest/fastify')).toFastifyPlugin(asAny('api')),
    'api',
    /not a string/,
  ],
  [
    'createSoapServer',
    async () => (await import('@soapstone/server')).createSoapServer(WSDL, {}, asAny({ timeOut: 5 })),
    'timeOut',
    /did you mean "timeout"\?/,
  ],
  [
    'createSoapServer, a limit',
    async () =>
      (await import('@soapstone/server')).createSoapServer(WSDL, {}, asAny({ limits: { requestByte: 5 } })),
    'limits.requestByte',
    /did you mean "requestBytes"\?/,
  ],
  [
    'createSoapServer without handlers',
    async () =>
      (await import('@soapstone/server')).createSoapServer(WSDL, asAny<Record<string, never>>('handlers')),
    'handlers',
    /a function per operation, not a string/,
  ],
  [
    'listen',
    async () =>
      (await import('@soapstone/server/node')).listen(asAny({ fetch: () => undefined }), asAny({ prot: 1 })),
    'prot',
    /did you mean "port"\?/,
  ],
  [
    'listen, an invalid port',
    async () =>
      (await import('@soapstone/server/node')).listen(
        asAny({ fetch: () => undefined }),
        asAny({ port: '80' }),
      ),
    'port',
    /a port from 0 to 65535, not a string/,
  ],
  [
    'SoapFault',
    async () => new (await import('@soapstone/server')).SoapFault(asAny('no such user')),
    '',
    /an object, not a string/,
  ],
  [
    'SoapFault, a member',
    async () => new (await import('@soapstone/server')).SoapFault(asAny({ reason: 'x', details: {} })),
    'details',
    /did you mean "detail"\?/,
  ],
  [
    'rateLimit',
    async () =>
      (await import('@soapstone/rate-limiter/middleware')).rateLimit<unknown>(
        asAny({ limit: { perMinute: 1 } }),
      ),
    'limit',
    /did you mean "limits"\?/,
  ],
  [
    'createMultipartMessage',
    async () => (await import('@soapstone/mime')).createMultipartMessage(asAny({ package: 'mtom' })),
    'package',
    /did you mean "packaging"\?/,
  ],
])('%s: a wrong option or argument is named', async (_what, use, option, message) => {
  const error = await use().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: 'OptionError',
    code: 'INVALID_OPTION',
    option,
    message: expect.stringMatching(message) as string,
  });
});

const unreadable = (): never => {
  throw new RangeError('no such value');
};

test.each<[what: string, use: (options: never) => unknown]>([
  ['createTransport', async (o) => (await import('@soapstone/soap-transport')).createTransport(o)],
  ['createEgressGuard', async (o) => (await import('@soapstone/soap-transport')).createEgressGuard(o)],
  ['parseWsdl', async (o) => (await import('@soapstone/wsdl-parser')).parseWsdl('a.wsdl', o)],
  ['createRestApi', async (o) => (await import('@soapstone/rest')).createRestApi(WSDL, o)],
  ['createSoapServer', async (o) => (await import('@soapstone/server')).createSoapServer(WSDL, {}, o)],
])('%s: options that cannot be read are a typed error', async (_what, use) => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const getter = Object.defineProperty({}, 'limits', { get: unreadable, enumerable: true });
  for (const options of [getter, new Proxy({ limits: {} }, { get: unreadable }), revoked]) {
    const error = await Promise.resolve(use(asAny<never>(options))).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'OptionError',
      message: expect.stringMatching(/can be read$/) as string,
    });
  }
});

/** A function or class; the constructors of errors are for the packages themselves. */
function isOrdinary(exported: unknown): boolean {
  return typeof exported === 'function' && !(exported.prototype instanceof Error);
}

async function outcome(callee: (...args: unknown[]) => unknown, args: readonly unknown[]): Promise<string> {
  try {
    await (isClass(callee) ? Reflect.construct(callee, args) : callee(...args));
    return 'documented';
  } catch (error) {
    if (!(error instanceof Error)) return `threw ${typeof error}`;
    return TYPED.has(error.name) ? 'documented' : `${error.name}: ${error.message}`;
  }
}

function isClass(callee: object): boolean {
  return Function.prototype.toString.call(callee).startsWith('class');
}

function describeArguments(args: readonly unknown[]): string {
  return args.map((each) => Object.prototype.toString.call(each)).join(', ');
}
