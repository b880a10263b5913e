import type { BuiltinTypeName } from '@soapstone/soap-model';
import type { ValueSpace } from './value-space.js';

/** Part 2 §3.3.3: RFC 3066. */
const LANGUAGE = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/;

/** xs:string, everything derived from it, and xs:anyURI: the value is its lexical form. */
export function stringSpace(builtin: BuiltinTypeName): ValueSpace {
  // anyURI is not validated further (§10.1), because implementations disagree about what it forbids.
  return textSpace(builtin === 'language' ? (text) => LANGUAGE.test(text) : () => true);
}

/** The space of texts that a grammar accepts. */
export function textSpace(accepts: ValueSpace['accepts']): ValueSpace {
  return {
    accepts,
    canonical: (text) => text,
    identity: (text) => text,
    length: countCodePoints,
  };
}

/** XML Schema's length facets count characters, which are code points, not UTF-16 units. */
function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0xdc00 && code <= 0xdfff) count--;
  }
  return count;
}
