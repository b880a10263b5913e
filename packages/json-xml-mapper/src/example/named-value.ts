import type { JsonValue } from '../api/values.js';
import type { ElementMember } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { documentedExamples } from './documented.js';
import { familiarTexts } from './familiar-texts.js';
import type { Making } from './making.js';
import { exampleOfSimple } from './scalar-example.js';

/** The element or attribute that a value is for: its own examples come first, then what its name suggests. */
export type About = Pick<ElementMember, 'name' | 'documentation'>;

/**
 * A simple value. The same for every place of a type unless its name or documentation suggests another.
 *
 * @param ofOwner the documentation of the complex type whose text this is
 */
export function makeSimple(
  making: Making,
  shape: SimpleShape,
  about: About | undefined,
  ofOwner?: string,
): JsonValue {
  const first = suggestions(shape, about, ofOwner);
  let value = first.length > 0 ? undefined : making.simple.get(shape);
  if (value === undefined) {
    value = exampleOfSimple(shape, making.limits, first);
    if (first.length === 0) making.simple.set(shape, value);
  }
  return isFreeId(shape) ? `id-${++making.ids}` : value;
}

/** The documentation of the element, then that of the type, then the name. */
function suggestions(shape: SimpleShape, about: About | undefined, ofOwner?: string): readonly string[] {
  const documented = [about?.documentation, ofOwner].flatMap(documentedExamples);
  if (shape.kind === 'anySimpleType') return documented;
  const ofType = documentedExamples(shape.documentation);
  const familiar =
    shape.kind === 'scalar' && about !== undefined ? familiarTexts(about.name.localName, shape) : [];
  return [...documented, ...ofType, ...familiar].flatMap((text) => withZone(text, shape));
}

/** Dates and times get a zone if the type allows one, because OpenAPI's `date-time` and `time` require it (OA-9). */
function withZone(text: string, shape: SimpleShape): readonly string[] {
  const isTime = shape.kind === 'scalar' && (shape.builtin === 'dateTime' || shape.builtin === 'time');
  return isTime && /:\d\d(?:\.\d+)?$/.test(text) && !/[+-]\d\d:\d\d$/.test(text)
    ? [`${text}Z`, text]
    : [text];
}

/**
 * Whether an xs:ID may be changed to make it unique in the document. One with facets keeps its value, because a changed
 * one might violate them.
 */
function isFreeId(shape: SimpleShape): boolean {
  if (shape.kind !== 'scalar' || shape.builtin !== 'ID') return false;
  const { whiteSpace: _, patterns, ...facets } = shape.facets;
  return patterns.length === 0 && Object.values(facets).every((facet) => facet === undefined);
}
