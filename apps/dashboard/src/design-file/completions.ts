import { ModelNames } from './model-names.js';
import type { Place } from './place.js';
import { choicesAt, valuesAt } from './schema-keys.js';
import type { Completion, Vocabulary } from './vocabulary.js';

/**
 * The keys and values that the schema of designs and the model of the service allow at a place.
 *
 * @param word the text of the place up to the cursor
 */
export function completionsAt(
  vocabulary: Vocabulary,
  { keys, kind }: Place,
  word: string,
): readonly Completion[] {
  const named = new ModelNames(vocabulary);
  const ofModel = named.at(keys, kind, word);
  if (kind === 'key') {
    const ofSchema = choicesAt(vocabulary.schema, keys).map(({ key, description, isObject }) => ({
      label: key,
      description,
      isObject,
    }));
    return [...ofSchema, ...ofModel];
  }
  return [...valuesAt(vocabulary.schema, keys).map((label) => ({ label, isText: false })), ...ofModel];
}

/** Words of YAML that are not texts without quotes. */
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off']);

/**
 * Writes a text as it stands at a place of a design file: in quotes only where it would be read as something else.
 *
 * @param isText false for a number or a word such as `true`, which keeps its meaning
 */
export function writeWord(text: string, { quote, isFlow }: Pick<Place, 'quote' | 'isFlow'>, isText = true) {
  if (quote === "'") return text.replaceAll("'", "''");
  if (quote === '"') return JSON.stringify(text).slice(1, -1);
  const isNumber = /^[-+.]?\d/.test(text);
  if (!isText && (isNumber || WORDS.has(text))) return text;
  const isPlain = isFlow
    ? /^[\p{L}_/][\p{L}\p{N}_$./~@-]*$/u.test(text)
    : /^[\p{L}_/][\p{L}\p{N}_$./~@{} -]*$/u.test(text) && text.trim() === text;
  return isPlain && !isNumber && !WORDS.has(text.toLowerCase()) ? text : `'${text.replaceAll("'", "''")}'`;
}
