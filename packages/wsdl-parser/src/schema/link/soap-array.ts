import type { ExpandedName, Particle, SoapArray } from '@soapstone/soap-model';
import { isSoapEncodingNamespace } from '../namespaces.js';
import type { ComplexTypeDefinition, ScopedText } from '../read/declarations.js';
import { clip } from '../read/lexical.js';
import type { LinkContext } from './link-context.js';
import { anyTypeReference } from './references.js';

/** An array with items of any type: `soapenc:Array` itself. */
export const ARRAY_OF_ANYTHING: SoapArray = { itemType: 'anyType', dimensions: [1] };

/** The dimensions of an array, including nested arrays: each becomes a level of JSON arrays. */
const MAX_DIMENSIONS = 32;

/** Whether `name` is the `Array` of a SOAP encoding. */
export function isSoapEncodingArray(name: ExpandedName): boolean {
  return name.localName === 'Array' && isSoapEncodingNamespace(name.namespace);
}

/**
 * The kind of array that a type derived from the array `base` is (EN-2): as `arrayType` says, otherwise the type of its one
 * repeatable element, otherwise as `base`.
 */
export function deriveSoapArray(
  context: LinkContext,
  base: SoapArray,
  { arrayType }: Pick<ComplexTypeDefinition, 'arrayType'>,
  own: Particle | undefined,
  component: string,
): SoapArray {
  if (arrayType !== undefined) return readArrayType(context, arrayType, component) ?? base;
  const item = own && singleRepeatable(own);
  return item === undefined ? base : { itemType: item.type, dimensions: [1] };
}

/**
 * Reads an array type (SOAP 1.1 §5.4.2): a QName and brackets, `xsd:string[]`, `tns:Row[,]`, `xsd:int[][5]`. Commas give
 * the dimensions, sizes mean nothing in a schema, and the last pair is the outermost. A name without brackets is an array too.
 *
 *     arrayTypeValue = atype asize      atype = QName *rank      rank = "[" *"," "]"      asize = "[" #length "]"
 */
function readArrayType(
  context: LinkContext,
  { text, scope, location }: ScopedText,
  component: string,
): SoapArray | undefined {
  const match = /^([^[\]\s]+)\s*((?:\[[\d,\s]*\]\s*)*)$/.exec(text.trim());
  if (match === null) {
    context.report('INVALID_ARRAY_TYPE', { location, component }, `arrayType="${clip(text)}" cannot be read`);
    return undefined;
  }
  const [, lexical = '', brackets = ''] = match;
  const ranks = brackets.match(/\[[^\]]*\]/g) ?? [];
  const dimensions = ranks.map((rank) => rank.split(',').length).reverse();
  if (dimensions.reduce((sum, rank) => sum + rank, 0) > MAX_DIMENSIONS) {
    context.report(
      'INVALID_ARRAY_TYPE',
      { location, component },
      `an array of more than ${MAX_DIMENSIONS} dimensions cannot be served`,
    );
    return undefined;
  }
  const colon = lexical.indexOf(':');
  const namespace = scope.lookup(colon < 0 ? '' : lexical.slice(0, colon));
  if (namespace === undefined && colon >= 0) {
    context.report(
      'UNBOUND_PREFIX',
      { location, component },
      `the prefix of "${clip(lexical)}" is not declared; nothing can be found by this name`,
    );
    return undefined;
  }
  const name = { namespace: namespace ?? '', localName: lexical.slice(colon + 1) };
  const target = context.references.type({ name, unbound: false, location, component });
  return { itemType: anyTypeReference(target), dimensions: dimensions.length === 0 ? [1] : dimensions };
}

/** The one element of `particle`, if it may repeat and nothing else is there. */
function singleRepeatable(particle: Particle): Extract<Particle, { kind: 'element' }> | undefined {
  let only = particle;
  let repeats = false;
  // Iterative and short: nested model groups around the element.
  for (;;) {
    if (only.maxOccurs === 'unbounded' || only.maxOccurs > 1) repeats = true;
    if (only.kind === 'element') return repeats ? only : undefined;
    if (only.kind === 'any' || only.particles.length !== 1) return undefined;
    only = only.particles[0]!;
  }
}
