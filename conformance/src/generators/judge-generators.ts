import type { OpenAPIObject } from '@soapstone/openapi-generator';
import { GENERATORS } from './generators.js';
import { lostTypes } from './lost-types.js';
import { markUntyped } from './mark-untyped.js';

/** The findings of one generator, and the sources that it made, which are to be compiled together. */
export interface Generated {
  readonly generator: string;
  readonly problems: readonly string[];
  readonly source: string | undefined;
}

/** Generates from a document with every generator. */
export async function judgeGenerators(document: OpenAPIObject): Promise<readonly Generated[]> {
  const marked = markUntyped(document);
  const results: Generated[] = [];
  for (const [generator, generate] of Object.entries(GENERATORS)) {
    try {
      const source = await generate(marked);
      results.push({ generator, problems: lostTypes(source, marked), source });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      results.push({ generator, problems: [`fails: ${text.slice(0, 300)}`], source: undefined });
    }
  }
  return results;
}
