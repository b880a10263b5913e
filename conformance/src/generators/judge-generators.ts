import type { OpenAPIObject } from '@soapstone/openapi-generator';
import { piecesOf } from '../openapi/pieces.js';
import { GENERATORS } from './generators.js';
import { lostTypes } from './lost-types.js';

/** What a generator made of a document, and what it lost. */
export interface Generated {
  readonly problems: readonly string[];
  /** A module for each piece of the document; none if the generator fails. */
  readonly sources: readonly string[];
  /** The components whose types openapi-zod-client gets wrong in every form of the document; see `isKnown`. */
  readonly beyondZod: readonly string[];
}

/** Generators that walk every path of references, and so read a document with large cycles in pieces. */
const BY_PATHS: ReadonlySet<string> = new Set(['openapi-zod-client']);

/**
 * Generates from a document with one generator.
 *
 * @param marked the document, which has been through `markUntyped`
 */
export async function judgeGenerator(generator: string, marked: OpenAPIObject): Promise<Generated> {
  const generate = GENERATORS[generator];
  if (generate === undefined) throw new Error(`there is no generator ${generator}`);
  const pieces = BY_PATHS.has(generator)
    ? piecesOf(marked)
    : [{ document: marked, judged: marked.components?.schemas ?? {} }];
  const problems: string[] = [];
  const sources: string[] = [];
  for (const { document, judged } of pieces) {
    try {
      const source = await generate(document);
      problems.push(...lostTypes(source, judged));
      sources.push(source);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      problems.push(`fails: ${text.slice(0, 300)}`);
    }
  }
  const components = Object.entries(marked.components?.schemas ?? {});
  const bounded = new Set(
    components.filter(([, schema]) => hasBounds(schema)).map(([name]) => `#/components/schemas/${name}`),
  );
  const beyondZod = components.filter(([, schema]) => isBeyondZod(schema, bounded)).map(([name]) => name);
  return { problems, sources, beyondZod };
}

/** Whether a schema is of arrays whose length is bounded. */
function hasBounds(schema: object): boolean {
  return 'items' in schema && ('minItems' in schema || 'maxItems' in schema);
}

/**
 * Whether a schema has, below its top, an object that is written in place and may be null, or a reference to a bounded array.
 *
 * @param bounded the references to components that are bounded arrays
 */
function isBeyondZod(schema: unknown, bounded: ReadonlySet<string>): boolean {
  const waiting: unknown[] = Object.values(schema as object);
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { $ref, type, nullable, properties } = next as Readonly<Record<string, unknown>>;
    if (typeof $ref === 'string' && bounded.has($ref)) return true;
    if (type === 'object' && nullable === true && properties !== undefined) return true;
    waiting.push(...Object.values(next));
  }
  return false;
}
