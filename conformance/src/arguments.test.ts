import { describe, expect, test } from 'vitest';

/** The entries of every package that callers import, the test doubles of `rate-limiter/testing` aside. */
const ENTRIES: Readonly<Record<string, () => Promise<object>>> = {
  '@soapstone/agent-tools': () => import('@soapstone/agent-tools'),
  '@soapstone/client': () => import('@soapstone/client'),
  '@soapstone/client/generated': () => import('@soapstone/client/generated'),
  '@soapstone/http-contract': () => import('@soapstone/http-contract'),
  '@soapstone/json-xml-mapper': () => import('@soapstone/json-xml-mapper'),
  '@soapstone/json-xml-mapper/json-schema': () => import('@soapstone/json-xml-mapper/json-schema'),
  '@soapstone/openapi-generator': () => import('@soapstone/openapi-generator'),
  '@soapstone/rate-limiter': () => import('@soapstone/rate-limiter'),
  '@soapstone/rate-limiter/redis': () => import('@soapstone/rate-limiter/redis'),
  '@soapstone/soap-model': () => import('@soapstone/soap-model'),
  '@soapstone/soap-model/options': () => import('@soapstone/soap-model/options'),
  '@soapstone/soap-model/xml': () => import('@soapstone/soap-model/xml'),
  '@soapstone/soap-transport': () => import('@soapstone/soap-transport'),
  '@soapstone/soap-transport/fetch': () => import('@soapstone/soap-transport/fetch'),
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

/** The error types that the packages document. */
const TYPED: ReadonlySet<string> = new Set([
  'JsonSyntaxError',
  'MappingError',
  'OperationNotFoundError',
  'OptionError',
  'DecodeError',
  'RpcError',
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
