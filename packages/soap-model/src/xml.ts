/** Encodings, characters, names and escaping of XML 1.0. */
export { isXmlCharacter } from './characters.js';
export { encodingLabel } from './encoding-label.js';
export { escapeAttribute, escapeText } from './escape.js';
export {
  type CodePointRanges,
  isNCName,
  NAME_RANGES,
  NAME_START_RANGES,
  NC_NAME_PATTERN,
} from './xml-name.js';
