import { isDeepStrictEqual } from 'node:util';
import { type MapperOptions, parseJson, stringify } from '@soapstone/json-xml-mapper';
import type { Design } from '@soapstone/json-xml-mapper/design';

/** Reads a stored design. Its numbers keep their digits. */
export function readDesign(text: string): Design {
  return parseJson(text) as unknown as Design;
}

/** Prints a design that is data, to be stored. Its numbers keep their digits. */
export function printDesign(design: unknown): string {
  return stringify(design);
}

/** A design as it is stored: as JSON text, and as its owner wrote it, with its comments, if that is known. */
export interface WrittenDesign {
  readonly json: string;
  readonly text?: string | undefined;
}

/** The maximum length of the text of a design, in characters. A longer one is stored as JSON alone. */
export const DESIGN_TEXT_LENGTH = 131_072;

/** Whether two designs say the same: the digits of numbers count, and the order of members does not. */
export function sameDesign(one: string, other: string): boolean {
  return isDeepStrictEqual(readDesign(one), readDesign(other));
}

/** Returns the options of a mapper with the design of a revision, if it has one. */
export function withDesign(options: MapperOptions, design: string | undefined): MapperOptions {
  return design === undefined ? options : { ...options, design: readDesign(design) };
}
