/**
 * Judges exchanges with prism, in a process of a later Node: `node prism-process.ts <folder with prism> <folder with documents>`, with
 * exchanges as JSON lines on standard input. Prints a line of JSON for each: the operation, if the document has it, and prism's complaints.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Exchange } from '../../../apps/gateway/src/testing/record-exchanges.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly servers?: readonly { readonly url: string }[];
}

/** What is used of prism. */
interface Prism {
  getHttpOperationsFromSpec(document: object): Promise<readonly Operation[]>;
  createInstance(
    config: object,
    components: object,
  ): {
    request(
      input: object,
      operations: readonly Operation[],
    ): () => Promise<{
      readonly right?: { readonly validations: { readonly output: readonly Complaint[] } };
      readonly left?: unknown;
    }>;
  };
}

interface Complaint {
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

const [packages = '', documents = ''] = process.argv.slice(2);
const prism = createRequire(join(packages, 'package.json'))('@stoplight/prism-http') as Prism;

const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((level) => [level, () => {}]),
);
const logger: object = { ...silent, child: () => logger };
const config = {
  ...{ isProxy: true, upstream: new URL('http://127.0.0.1'), checkSecurity: false, errors: false },
  ...{ validateRequest: false, validateResponse: true, mock: { dynamic: false } },
};

const operations = new Map<string, Promise<readonly Operation[]>>();
const operationsOf = (name: string): Promise<readonly Operation[]> => {
  const found =
    operations.get(name) ??
    prism.getHttpOperationsFromSpec(JSON.parse(readFileSync(join(documents, name), 'utf8')));
  operations.set(name, found);
  return found;
};

async function judge(exchange: Exchange): Promise<object> {
  const { description, method, path, status, headers, body } = exchange;
  if (description === undefined) return {};
  const all = await operationsOf(description);
  const [plain = '', query] = path.split('?');
  const operation = all.find((each) => each.method === method.toLowerCase() && isPath(each, plain));
  if (operation === undefined) return {};
  const text = Buffer.from(body, 'base64').toString('utf8');
  const response = { statusCode: status, headers, body: parsed(text, headers['content-type']) };
  const instance = prism.createInstance(config, {
    logger,
    // Instead of asking the gateway again.
    forward: () => () => async () => ({ _tag: 'Right', right: response }),
    route: () => ({ _tag: 'Right', right: operation }),
  });
  const url = { path: plain, query: Object.fromEntries(new URLSearchParams(query)) };
  const { right, left } = await instance.request({ method: operation.method, url, headers: {} }, all)();
  const complaints = (right?.validations.output ?? [{ message: String(left) }]).map(
    ({ message, path: place = [] }) => `${place.join('.')}: ${message}`,
  );
  const name = `${method} ${operation.path.replace(/acc_[\w-]{16}/, '{account}')} ${status}`;
  const reason = complaints.length === 0 ? undefined : reasonFor(exchange, response.body, complaints);
  return { operation: reason === undefined ? name : `${name}, ${reason.form}`, complaints, ...reason };
}

/** Why a response differs on purpose from the document, and the form of the response; undefined for one that does not. */
function reasonFor(
  { headers }: Exchange,
  body: unknown,
  complaints: readonly string[],
): { readonly form: string; readonly reason: string } | undefined {
  const { result = body } = (body ?? {}) as { readonly result?: unknown };
  if (typeof result === 'object' && result !== null && 'method' in result && 'omitted' in result)
    return { form: 'dry run', reason: 'X-Dry-Run returns the SOAP request in place of the result' };
  if (headers['content-type']?.includes('IEEE754Compatible=true'))
    return {
      form: 'numbers as strings',
      reason: 'a client that asks for them gets wide numbers as strings (NM-2)',
    };
  // The branches of a choice fail with what is inside them.
  const others = complaints.filter(
    (each) => !/must be [<>]= -?9007199254740991$|schema in anyOf$/.test(each),
  );
  if (others.length === 0)
    return {
      form: 'int64',
      reason: 'prism reads numbers as doubles, and refuses integers of 64 bits that no double holds',
    };
  return undefined;
}

/** Whether a path is one of an operation, below one of its servers. */
function isPath({ path: template, servers = [] }: Operation, path: string): boolean {
  const bases = servers.map(({ url }) => new URL(url, 'http://localhost').pathname.replace(/\/$/, ''));
  const rest = bases.filter((base) => path.startsWith(base)).map((base) => path.slice(base.length));
  return rest.some((each) => {
    const [own, wanted] = [each.split('/'), template.split('/')];
    return (
      own.length === wanted.length && wanted.every((part, index) => part.includes('{') || part === own[index])
    );
  });
}

function parsed(text: string, type = ''): unknown {
  if (!/[/+]json\b/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await judge(JSON.parse(line) as Exchange)));
}
