import { generateOpenApi, type OpenAPIObject } from '@soapstone/openapi-generator';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { describedMapper } from '../described-mapper.js';
import type { Change } from './change.js';
import { compareSchemas } from './compare-schemas.js';
import type { ContractSchema, Schemas } from './contract-schema.js';

/** What a contract says of one operation. */
interface OperationContract {
  readonly input: ContractSchema;
  readonly result: ContractSchema;
  /** Details of declared faults by key. */
  readonly faults: ReadonlyMap<string, ContractSchema>;
  /** What only the SOAP side sees. */
  readonly soap: ReadonlyMap<string, string>;
}

interface Contract {
  readonly operations: ReadonlyMap<string, OperationContract>;
  readonly schemas: Schemas;
}

/**
 * Compare two revisions of a description in terms of the JSON contract: the documents that describe them are compared, so what
 * is reported is what a client can notice. Operations in the order of the old revision, then the new ones.
 */
export function compareContracts(before: ServiceModel, after: ServiceModel): Change[] {
  const old = contractOf(before);
  const now = contractOf(after);
  const changes: Change[] = [];
  for (const [operation, contract] of old.operations) {
    const successor = now.operations.get(operation);
    if (successor === undefined) {
      changes.push({ kind: 'breaking', operation, path: '', message: 'is gone' });
      continue;
    }
    for (const change of compareOperations(contract, successor, {
      before: old.schemas,
      after: now.schemas,
    })) {
      changes.push({ ...change, operation });
    }
  }
  for (const operation of now.operations.keys()) {
    if (!old.operations.has(operation))
      changes.push({ kind: 'additive', operation, path: '', message: 'is new' });
  }
  return changes;
}

function compareOperations(
  before: OperationContract,
  after: OperationContract,
  schemas: { readonly before: Schemas; readonly after: Schemas },
): Omit<Change, 'operation'>[] {
  const changes = [
    ...compareSchemas({ path: 'input', before: before.input, after: after.input }, 'input', schemas),
    ...compareSchemas({ path: 'result', before: before.result, after: after.result }, 'output', schemas),
  ];
  for (const [key, schema] of before.faults) {
    const successor = after.faults.get(key);
    const path = `fault/${key}`;
    if (successor === undefined) changes.push({ kind: 'additive', path, message: 'is no longer declared' });
    else changes.push(...compareSchemas({ path, before: schema, after: successor }, 'output', schemas));
  }
  for (const key of after.faults.keys()) {
    if (!before.faults.has(key))
      changes.push({ kind: 'additive', path: `fault/${key}`, message: 'is declared now' });
  }
  for (const name of new Set([...before.soap.keys(), ...after.soap.keys()])) {
    const was = before.soap.get(name) ?? 'nothing';
    const is = after.soap.get(name) ?? 'nothing';
    if (was !== is) changes.push({ kind: 'invisible', path: '', message: `${name} was ${was}, is ${is}` });
  }
  return changes;
}

function contractOf(model: ServiceModel): Contract {
  const mapper = describedMapper(model);
  const document = generateOpenApi(mapper, { baseUrl: '/', accountId: 'account', serviceSlug: 'service' });
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const operations = new Map<string, OperationContract>();
  for (const { post } of Object.values(document.paths) as OpenAPIObject['paths'][string][]) {
    if (post?.operationId === undefined) continue;
    const name = post.operationId;
    const info = mapper.compile(name).info;
    const soap = new Map([['address', info.address ?? 'nothing']]);
    for (const [key, value] of Object.entries(post['x-soap'] as Record<string, unknown>)) {
      if (key !== 'numbers' && key !== 'resultUnwrap') soap.set(key, String(value));
    }
    const response = schemaOf(post.responses['200'], schemas);
    const error = schemaOf(post.responses['502'], schemas);
    const fault = error.properties?.['error']?.properties?.['fault'];
    const details = Object.entries(fault?.properties?.['detail']?.properties ?? {});
    operations.set(name, {
      input: referenceOf(post.requestBody),
      result: response.properties?.['result'] ?? {},
      faults: new Map(details.filter(([key]) => !key.startsWith('$'))),
      soap,
    });
  }
  return { operations, schemas };
}

function referenceOf(holder: unknown): ContractSchema {
  const { content } = holder as { content?: Record<string, { schema?: ContractSchema }> };
  return content?.['application/json']?.schema ?? {};
}

function schemaOf(holder: unknown, schemas: Schemas): ContractSchema {
  const reference = referenceOf(holder).$ref ?? '';
  return schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
}
