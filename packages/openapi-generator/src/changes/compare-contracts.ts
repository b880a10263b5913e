import { gatewayContract } from '@soapstone/http-contract';
import { anything, assertOptions, type Check, callback, members, numberFrom } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { mapperArgument } from '../arguments.js';
import { type DescribedMapper, generateOpenApi } from '../generate.js';
import { type DescribedOperation, operationNameOf } from '../operation.js';
import { declaredFaultsOf } from '../schema/declared-faults.js';
import { componentOf, type DocumentSchema, type DocumentSchemas } from '../schema/document-schema.js';
import { createMessageComparison, type MessageComparison } from './compare-messages.js';
import { createQueryComparison } from './compare-queries.js';
import { type ComparedDesigns, createRouteComparison } from './compare-routes.js';
import { compareWire } from './compare-wire.js';
import { type ContractChange, type MessageChange, memberPath } from './contract-change.js';

/** The differences between two revisions of a service, for its clients. */
export interface ContractComparison {
  /** In the order of the old revision, then new ones; at most the requested number, breaking changes first. */
  readonly changes: readonly ContractChange[];
  /** Whether any change breaks a client, including changes that are not listed. */
  readonly breaking: boolean;
  /** Whether there are more changes than listed. */
  readonly truncated: boolean;
}

export interface ComparisonOptions {
  /** The maximum number of listed changes. A service that replaces another one has any number of them. Default 10,000. */
  readonly most?: number | undefined;
  /** Whether an operation is offered by GET if possible. Default: every operation is. */
  readonly takesGet?: ((operation: string) => boolean) | undefined;
  /** The designs of both mappers, whose routes are compared too. Default: routes are not compared. */
  readonly designs?: ComparedDesigns | undefined;
}

const comparisonOptions: Check = members<ComparisonOptions>({
  most: numberFrom(0),
  takesGet: callback,
  designs: members<ComparedDesigns>({ before: anything, after: anything }),
});

/** One operation as a document describes it. */
interface OperationContract {
  readonly input: DocumentSchema;
  readonly output: DocumentSchema;
  readonly headers: DocumentSchema;
  /** Details of declared faults by key. */
  readonly faults: ReadonlyMap<string, DocumentSchema>;
  /** The differences that only the SOAP side sees. */
  readonly soap: ReadonlyMap<string, string>;
  readonly described: DescribedOperation;
}

interface Contract {
  readonly operations: ReadonlyMap<string, OperationContract>;
  readonly schemas: DocumentSchemas;
}

/**
 * The differences that a client of `before` must know about `after`. The documents that describe them are compared, so the report is what
 * a client can notice: by POST, by GET if the operation allows it, and by the routes of a design.
 *
 * Throws `OptionError` for an unknown option and for an unusable value, and `DesignError` for a design that is not one.
 *
 * @example
 * ```ts
 * const { breaking, changes } = compareContracts(createMapper(old), createMapper(now));
 * ```
 */
export function compareContracts(
  before: DescribedMapper,
  after: DescribedMapper,
  options: ComparisonOptions = {},
): ContractComparison {
  assertOptions(mapperArgument, before, 'compareContracts', 'before');
  assertOptions(mapperArgument, after, 'compareContracts', 'after');
  assertOptions(comparisonOptions, options, 'compareContracts');
  const { most = 10_000, takesGet = () => true, designs = {} } = options;
  const [old, now] = [contractOf(before), contractOf(after)];
  const queries = createQueryComparison(before, after);
  const routes = createRouteComparison(designs);
  const list = createChangeList(most);
  for (const change of compareOperations(old, now, function* (operation, told) {
    yield* routes.compare(operation);
    if (takesGet(operation)) yield* queries.compare(operation, told);
  })) {
    list.add(change);
    if (list.isFull) break;
  }
  return list.finish();
}

function* compareOperations(
  old: Contract,
  now: Contract,
  compareRequests: (operation: string, told: readonly MessageChange[]) => Iterable<MessageChange>,
): Iterable<ContractChange> {
  const comparison = createMessageComparison({ before: old.schemas, after: now.schemas });
  for (const [operation, contract] of old.operations) {
    const successor = now.operations.get(operation);
    if (successor === undefined) {
      yield { operation, path: '', change: 'removed', breaking: true };
      continue;
    }
    const told = [...comparison.compare('input', contract.input, successor.input)];
    const changes = function* (): Iterable<MessageChange> {
      yield* told;
      yield* compareRequests(operation, told);
      yield* compareOperation(contract, successor, comparison);
    };
    for (const change of withoutListed(changes())) yield { operation, ...change };
  }
  for (const operation of now.operations.keys()) {
    if (!old.operations.has(operation)) yield { operation, path: '', change: 'added', breaking: false };
  }
}

/** Everything but what clients send. */
function* compareOperation(
  before: OperationContract,
  after: OperationContract,
  comparison: MessageComparison,
): Iterable<MessageChange> {
  yield* comparison.compare('output', before.output, after.output);
  yield* comparison.compare('headers', before.headers, after.headers);
  for (const [key, schema] of before.faults) {
    const successor = after.faults.get(key);
    const path = memberPath('', key);
    if (successor === undefined) {
      yield { message: 'fault', path, change: 'removed', breaking: false };
      continue;
    }
    for (const change of comparison.compare('fault', schema, successor)) {
      yield { ...change, path: path + change.path };
    }
  }
  for (const key of after.faults.keys()) {
    if (before.faults.has(key)) continue;
    yield { message: 'fault', path: memberPath('', key), change: 'added', breaking: false };
  }
  for (const aspect of new Set([...before.soap.keys(), ...after.soap.keys()])) {
    const [was, is] = [before.soap.get(aspect), after.soap.get(aspect)];
    if (was === is) continue;
    yield {
      path: '',
      change: 'soap',
      breaking: false,
      aspect,
      ...defined({ before: was, after: is }),
    };
  }
  yield* compareWire(before.described, after.described);
}

/** Without the fixed values that the schemas list, because they have one spelling: those were compared as the values of an enumeration. */
function* withoutListed(changes: Iterable<MessageChange>): Iterable<MessageChange> {
  const listed = new Set<string>();
  for (const change of changes) {
    const place = `${change.message} ${change.path}`;
    if (change.change === 'values' || change.aspect === 'enum') listed.add(place);
    const isListed = listed.has(place) || listed.has(`${place}/$value`);
    if (change.aspect?.startsWith('fixed') !== true || !isListed) yield change;
  }
}

/** The members of `x-soap` about the JSON side: the schemas show those differences. */
const JSON_SIDE: ReadonlySet<string> = new Set(['operation', 'numbers', 'resultUnwrap']);

/** The document of an operation, which has everything that clients see except for the names of account and service. */
const CONTRACT = gatewayContract({ baseUrl: '/', accountId: 'a', serviceSlug: 's' });

function contractOf(mapper: DescribedMapper): Contract {
  const document = generateOpenApi(mapper, CONTRACT);
  const schemas = (document.components?.schemas ?? {}) as DocumentSchemas;
  const operations = new Map<string, OperationContract>();
  for (const { post } of Object.values(document.paths)) {
    if (post?.operationId === undefined) continue;
    const name = operationNameOf(post);
    const described = mapper.compile(name);
    const { address } = described.info;
    const properties = Object.entries(post['x-soap'] as Record<string, unknown>);
    const soap = properties.flatMap(([name, value]): [string, string][] =>
      value === undefined || JSON_SIDE.has(name) ? [] : [[name, String(value)]],
    );
    const response = componentIn(post.responses?.['200'], schemas);
    const meta = response.properties?.['meta']?.allOf?.[1];
    const details = Object.entries(declaredFaultsOf(post.responses, schemas).details);
    operations.set(name, {
      input: schemaIn(post.requestBody),
      output: response.properties?.['result'] ?? {},
      headers: meta?.properties?.['soapHeaders'] ?? { type: 'object' },
      faults: new Map(details.filter(([key]) => !key.startsWith('$'))),
      soap: new Map([...(address === undefined ? [] : [['address', address] as const]), ...soap]),
      described,
    });
  }
  return { operations, schemas };
}

function schemaIn(holder: unknown): DocumentSchema {
  const { content } = holder as { content?: Record<string, { schema?: DocumentSchema }> };
  return content?.['application/json']?.schema ?? {};
}

function componentIn(holder: unknown, schemas: DocumentSchemas): DocumentSchema {
  return schemas[componentOf(schemaIn(holder).$ref ?? '')] ?? {};
}

/** Collects changes; if there are too many, breaking ones are kept. */
function createChangeList(most: number) {
  const breaking: Listed[] = [];
  const others: Listed[] = [];
  let total = 0;
  return {
    add(change: ContractChange): void {
      const list = change.breaking ? breaking : others;
      if (list.length <= most) list.push({ order: total, change });
      total += 1;
    },
    /** True once no further change would be listed. */
    get isFull(): boolean {
      return breaking.length > most;
    },
    finish(): ContractComparison {
      const kept = [...breaking, ...others].slice(0, most);
      return {
        changes: kept.sort((one, other) => one.order - other.order).map(({ change }) => change),
        breaking: breaking.length > 0,
        truncated: total > kept.length,
      };
    },
  };
}

interface Listed {
  /** The number of earlier changes, listed or not. */
  readonly order: number;
  readonly change: ContractChange;
}
