import { type QueryParameter, queryParameters } from '@soapstone/json-xml-mapper';
import { type DescribedMapper, getParametersOf } from '../generate.js';
import type { DocumentSchema, DocumentSchemas } from '../schema/document-schema.js';
import { createMessageComparison } from './compare-messages.js';
import { type MessageChange, memberPath } from './contract-change.js';

/** The query parameters of an operation that can be called with GET. */
interface QueryContract {
  /** An object of the parameters by their names. */
  readonly schema: DocumentSchema;
  readonly parameters: ReadonlyMap<string, QueryParameter>;
}

/** The parameters of one revision. */
interface QueryContracts {
  readonly schemas: DocumentSchemas;
  /** Absent if an operation cannot be called by GET. */
  of(operation: string): QueryContract | undefined;
  /** The reason, in words. */
  refusalOf(operation: string): string;
}

/** Compares the GET parameters, in addition to the POST body. */
export interface QueryComparison {
  /**
   * The changes of one operation that both revisions have.
   *
   * @param told the changes of its input; equal changes of the query are omitted
   */
  compare(operation: string, told: readonly MessageChange[]): Iterable<MessageChange>;
}

/** Starts comparing the queries of two revisions. */
export function createQueryComparison(before: DescribedMapper, after: DescribedMapper): QueryComparison {
  const [old, now] = [queriesOf(before), queriesOf(after)];
  const comparison = createMessageComparison({ before: old.schemas, after: now.schemas });
  return {
    *compare(operation, told) {
      const [was, is] = [old.of(operation), now.of(operation)];
      if (was === undefined || is === undefined) {
        if (was !== undefined) {
          const after = now.refusalOf(operation);
          yield { message: 'query', path: '', change: 'removed', breaking: true, after };
        } else if (is !== undefined) {
          yield { message: 'query', path: '', change: 'added', breaking: false };
        }
        return;
      }
      for (const change of comparison.compare('query', was.schema, is.schema)) {
        const parameter = parameterOf(change.path, was) ?? parameterOf(change.path, is);
        if (parameter === undefined || !isTold(change, pointerOf(parameter), told)) yield change;
      }
    },
  };
}

function queriesOf(mapper: DescribedMapper): QueryContracts {
  const { parameters, schemas } = getParametersOf(mapper);
  const shapeOf = (operation: string) => mapper.compile(operation);
  return {
    schemas: schemas as DocumentSchemas,
    of(operation) {
      const given = parameters.get(operation);
      if (given === undefined) return undefined;
      const properties = given.map(({ name, schema }) => [name, schema as DocumentSchema] as const);
      return {
        schema: {
          type: 'object',
          properties: Object.fromEntries(properties),
          required: given.filter(({ required }) => required === true).map(({ name }) => name),
        },
        parameters: new Map(
          queryParameters(shapeOf(operation).shape.input).parameters.map((each) => [each.name, each]),
        ),
      };
    },
    refusalOf(operation) {
      const { querySafe } = shapeOf(operation).info;
      return querySafe.safe ? '' : querySafe.reason;
    },
  };
}

/** The parameter that a change is about: the first step of its path is its name. */
function parameterOf(path: string, { parameters }: QueryContract): QueryParameter | undefined {
  const [, name = ''] = path.split('/', 2);
  return parameters.get(name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer of the parameter's value in the JSON of a POST. */
function pointerOf({ path }: QueryParameter): string {
  return path.reduce(memberPath, '');
}

/**
 * Whether a change of the input already says the same: at the same place or around it, or at another place of the same type, which is
 * compared once. A changed rule about keys is reported separately.
 */
function isTold(change: MessageChange, pointer: string, told: readonly MessageChange[]): boolean {
  return told.some((input) => {
    if (input.change === 'choice' || (change.breaking && !input.breaking)) return false;
    if (pointer === input.path || pointer.startsWith(`${input.path}/`)) return true;
    return (
      input.change === change.change && lastOf(input.path) === lastOf(pointer) && isSameValue(input, change)
    );
  });
}

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/'));
}

function isSameValue(one: MessageChange, other: MessageChange): boolean {
  return one.aspect === other.aspect && one.before === other.before && one.after === other.after;
}
