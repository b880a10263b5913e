import type { BuiltinTypeName } from '@soapstone/soap-model';

/** The ASCII characters that start and continue a name. For the others, the type and the mapper decide. */
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
