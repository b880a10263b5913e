import { type MapperOptions, parseJson } from '@soapstone/json-xml-mapper';
import type { Design } from '@soapstone/json-xml-mapper/design';

/** Reads a stored design. Its numbers keep their digits. */
export function readDesign(text: string): Design {
  return parseJson(text) as unknown as Design;
}

/** Returns the options of a mapper with the design of a revision, if it has one. */
export function withDesign(options: MapperOptions, design: string | undefined): MapperOptions {
  return design === undefined ? options : { ...options, design: readDesign(design) };
}
