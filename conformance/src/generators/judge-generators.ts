import type { OpenAPIObject } from '@soapstone/openapi-generator';
import { GENERATORS } from './generators.js';
import { lostTypes } from './lost-types.js';

/** What a generator made of a document, and what it lost. */
export interface Generated {
  readonly problems: readonly string[];
  /** Absent if the generator fails. */
  readonly source?: string;
}

/**
 * Generates from a document with one generator.
 *
 * @param marked the document, which has been through `markUntyped`
 */
export async function judgeGenerator(generator: string, marked: OpenAPIObject): Promise<Generated> {
  try {
    const source = await GENERATORS[generator]?.(marked);
    if (source === undefined) throw new Error(`there is no generator ${generator}`);
    return { problems: lostTypes(source, marked), source };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { problems: [`fails: ${text.slice(0, 300)}`] };
  }
}
