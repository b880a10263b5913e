import type { OpenAPIObject } from '@soapstone/openapi-generator';
import { GENERATORS } from './generators.js';
import { lostTypes } from './lost-types.js';
import { piecesOf } from './pieces.js';

/** What a generator made of a document, and what it lost. */
export interface Generated {
  readonly problems: readonly string[];
  /** A module for each piece of the document; none if the generator fails. */
  readonly sources: readonly string[];
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
  return { problems, sources };
}
