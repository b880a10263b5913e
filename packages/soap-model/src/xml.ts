/** Characters, names and escaping of XML 1.0. */
export { isXmlCharacter } from './text/characters.js';
export { escapeAttribute, escapeText } from './text/escape.js';
export {
  type CodePointRanges,
  isNCName,
  NAME_RANGES,
  NAME_START_RANGES,
  NC_NAME_PATTERN,
} from './text/xml-name.js';
