/** A peer's description of one construct of the probe, in its own notation. `isRight` judges that text. */
export interface Construct {
  readonly name: string;
  readonly member: string;
  readonly isRight: (words: string) => boolean;
}

const isList = (words: string): boolean => /\[\]|Array<|: \[/.test(words);
/** The text of the member itself, without the members that follow. */
const isOptional = (words: string): boolean => /^["\w]+\?:/.test(words);

/** Each construct is one member of the probe's response (`probe-wsdl.ts`). */
export const CONSTRUCTS: readonly Construct[] = [
  { name: 'a list, even with one item', member: 'manyOf', isRight: isList },
  { name: 'nil is null', member: 'nilOf', isRight: (words) => /null/.test(words) },
  {
    name: 'a required member is required',
    member: 'exactly',
    isRight: (words) => words !== '' && !isOptional(words),
  },
  { name: 'a choice: neither branch is required', member: 'byCard', isRight: isOptional },
  { name: 'a repeating choice holds many', member: 'mixedUp', isRight: isList },
  { name: 'an attribute is a member', member: 'shape', isRight: (words) => /\bid\b/.test(words) },
  { name: 'a derived type can replace its base', member: 'shape', isRight: (words) => /Circle/.test(words) },
  {
    name: 'simple content has value and attribute',
    member: 'price',
    isRight: (words) => /currency/.test(words) && /value/i.test(words),
  },
  {
    name: 'an enumeration has its values',
    member: 'level',
    isRight: (words) => /low/.test(words) && /high/.test(words),
  },
  { name: 'a list type is a list', member: 'sizes', isRight: isList },
];

/** The maximum number of words of a declaration. */
const MAX_TYPES = 4;

/**
 * The declaration of a member in the text of a peer (TypeScript, GraphQL or a description in JSON), with those of the types that
 * it names, on one line.
 */
export function wordsFor(member: string, text: string): string {
  const line = new RegExp(`^\\s*("?${member}(?:\\[\\])?"?\\??: .*?)[;,]?$`, 'm').exec(text);
  if (line?.[1] === undefined) return '';
  const words = [line[1].endsWith('{') ? blockAt(text, line.index) : line[1]];
  const seen = new Set<string>();
  const pending = namesIn(words[0] ?? '');
  for (let name = pending.shift(); name !== undefined && seen.size < MAX_TYPES; name = pending.shift()) {
    if (seen.has(name)) continue;
    const start = new RegExp(`^(?:\\s*export )?\\s*(?:interface|type|enum) ${name}\\b.*$`, 'm').exec(text);
    if (start === null) continue;
    seen.add(name);
    const declaration = start[0].trimEnd().endsWith('{') ? blockAt(text, start.index) : start[0];
    words.push(declaration);
    pending.push(...namesIn(declaration).filter((each) => each !== name));
  }
  return words
    .map((each) =>
      each
        .replace(/\/\*\*[\s\S]*?\*\//g, '')
        .replace(/export |interface |type /g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join(' · ');
}

/** The text from a line that ends with a brace to the closing brace. */
function blockAt(text: string, index: number): string {
  let depth = 0;
  for (let at = text.indexOf('{', index); at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(index, at + 1);
  }
  return text.slice(index, index + 200);
}

/** The type names after the name of a declaration. */
function namesIn(words: string): string[] {
  const start = /[{:=]/.exec(words)?.index ?? words.length;
  return [...words.slice(start).matchAll(/\b(?:\w+\.)?([A-Z]\w+)\b/g)]
    .map((match) => match[1] as string)
    .filter((name) => name !== 'Array');
}
