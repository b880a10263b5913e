import type { ScalarShape, SimpleShape } from '@soapstone/json-xml-mapper';

/** Longer numbers are not read at all: their text is a stranger's. */
const MAX_NUMBER_LENGTH = 400;

/**
 * The JSON value of a lexical value of the schema document: what `default`, `fixed` and enumerations hold. Such values
 * were written by the author of the schema; they are converted, not validated.
 *
 * `undefined` where JSON text cannot hold the value exactly for every reader (FA-2), or where it is not a value of the type.
 */
export function jsonValueOf(shape: SimpleShape, lexical: string): { readonly value: unknown } | undefined {
  switch (shape.kind) {
    case 'anySimpleType':
      return { value: lexical };
    case 'scalar':
      return scalarValueOf(shape, normalise(lexical, shape.facets.whiteSpace));
    case 'list': {
      const values: unknown[] = [];
      for (const item of normalise(lexical, 'collapse').split(' ')) {
        if (item === '') continue;
        const value = jsonValueOf(shape.item, item);
        if (value === undefined) return undefined;
        values.push(value.value);
      }
      return { value: values };
    }
    case 'union': {
      // LU-2: the first member that accepts the text decides.
      for (const member of shape.members) {
        const value = jsonValueOf(member, lexical);
        if (value !== undefined && isListed(member, value.value)) return value;
      }
      return undefined;
    }
  }
}

function scalarValueOf(shape: ScalarShape, text: string): { readonly value: unknown } | undefined {
  if (shape.json === 'boolean') {
    if (text === 'true' || text === '1') return { value: true };
    return text === 'false' || text === '0' ? { value: false } : undefined;
  }
  if (shape.json === 'string') return { value: shape.builtin === 'hexBinary' ? text.toUpperCase() : text };
  if (shape.builtin === 'float' || shape.builtin === 'double') {
    if (text === 'NaN' || text === 'INF' || text === '-INF') return { value: text };
    return /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)
      ? { value: Number(text) }
      : undefined;
  }
  const number = exactNumberOf(text);
  return number === undefined ? undefined : { value: number };
}

/** The number of a decimal lexical form where every reader of JSON gets exactly this number: up to 15 significant digits. */
export function exactNumberOf(lexical: string): number | undefined {
  if (lexical.length > MAX_NUMBER_LENGTH) return undefined;
  const match = /^[+-]?0*([0-9]*)(?:\.([0-9]*?)0*)?$/.exec(lexical);
  if (match === null || !/[0-9]/.test(lexical)) return undefined;
  const significant = `${match[1]}${match[2] ?? ''}`.replace(/^0+/, '');
  if (significant.length > 15 || (match[2]?.length ?? 0) > 300) return undefined;
  // Not -0: it would print as 0 and compare as -0.
  return Number(lexical) + 0;
}

function isListed(member: SimpleShape, value: unknown): boolean {
  if (member.kind !== 'scalar' || member.facets.enumeration === undefined) return true;
  return member.facets.enumeration.some((listed) => jsonValueOf(member, listed)?.value === value);
}

function normalise(text: string, whiteSpace: 'preserve' | 'replace' | 'collapse'): string {
  if (whiteSpace === 'preserve') return text;
  const replaced = text.replace(/[\t\n\r]/g, ' ');
  return whiteSpace === 'replace' ? replaced : replaced.replace(/ +/g, ' ').replace(/^ | $/g, '');
}
