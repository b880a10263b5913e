import type { BuiltinTypeName } from '@soapstone/soap-model';

/** Which characters begin a name and continue it, of those of ASCII: beyond, the type knows which are letters, and the mapper. */
const START = '[^\\x00-@\\[-^`{-\\x7f]';
const REST = '[^\\x00-,/:-@\\[-^`{-\\x7f]';
const START_OR_COLON = '[^\\x00-9;-@\\[-^`{-\\x7f]';
const REST_OR_COLON = '[^\\x00-,/;-@\\[-^`{-\\x7f]';
const NC_NAME = `^${START}${REST}*$`;
const EXPANDED_NAME = `^(?!\\{http://www\\.w3\\.org/2000/xmlns/\\})(?:\\{[^}]+\\})?${START}${REST}*$`;

/**
 * The texts of name types, as ECMAScript patterns that compile in every reader, with the flag `u` and without
 * (RX-4). A table of all letters would be longer than most descriptions.
 */
export const NAME_PATTERNS: Readonly<Partial<Record<BuiltinTypeName, string>>> = {
  Name: `^${START_OR_COLON}${REST_OR_COLON}*$`,
  NCName: NC_NAME,
  ID: NC_NAME,
  IDREF: NC_NAME,
  ENTITY: NC_NAME,
  NMTOKEN: `^${REST_OR_COLON}+$`,
  QName: EXPANDED_NAME,
  NOTATION: EXPANDED_NAME,
  language: '^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$',
};
