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

/** Returns the options of a mapper with the design of a revision, if it has one. */
export function withDesign(options: MapperOptions, design: string | undefined): MapperOptions {
  return design === undefined ? options : { ...options, design: readDesign(design) };
}
