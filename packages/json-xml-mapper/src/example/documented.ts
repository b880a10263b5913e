/** Introduces an example in documentation: `Example: 42`, `Example value: 42`, `For example: 42`, `e.g. 42`, `(e.g.: 42)`. */
const MARKER =
  /(?:\b(?<list>examples)(?:[ \t]+values)?\s*[:=]|\bexample(?:[ \t]+value)?\s*[:=]|\bexample[ \t]+value(?:[ \t]+is)?\b|(?<eg>\be\.[ ]?g\.)[,:]?)[ \t]*/giu;

/** Quoted texts, as people write them. */
const QUOTED =
  /^(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|‘([^’\n]+)’)/u;

/** The maximum length of an example. Longer texts are sentences about the value. */
const MAX_EXAMPLE_CHARACTERS = 80;
const MAX_WORDS = 4;
const MAX_EXAMPLES = 8;

/**
 * The examples in a component's documentation, best first. Each is a guess at where the value ends: the whole line, the part before
 * a comma, the first word. The caller tries which of them the type accepts.
 */
export function documentedExamples(documentation: string | undefined): readonly string[] {
  if (documentation === undefined) return NONE;
  const found = new Set<string>();
  for (const match of documentation.matchAll(MARKER)) {
    const rest = documentation.slice(match.index + match[0].length).trimStart();
    const { list, eg } = match.groups ?? {};
    for (const text of guesses(rest, list !== undefined || eg !== undefined)) found.add(text);
    if (found.size >= MAX_EXAMPLES) break;
  }
  return [...found];
}

const NONE: readonly string[] = [];

function guesses(rest: string, isList: boolean): readonly string[] {
  const quoted = QUOTED.exec(rest);
  if (quoted !== null) return [quoted.slice(1).find((group) => group !== undefined)!];
  const [line = ''] = rest.split(/[\r\n;]/u);
  const sentence = withoutEnd(line.split(/[.!?][ \t]/u)[0]!);
  const [first = ''] = sentence.split(/[ \t]/u);
  const [item = ''] = sentence.split(/,[ \t]|[ \t](?:or|and)[ \t]/u);
  // The first word of a sentence about the value is not a value, but a leading number is.
  const texts = [
    ...(isList ? [] : [sentence]),
    item,
    ...(isShort(sentence) || /\d/u.test(first) ? [first] : []),
  ];
  return texts.map(withoutEnd).filter((text) => text !== '' && isShort(text));
}

function isShort(text: string): boolean {
  return text.length <= MAX_EXAMPLE_CHARACTERS && text.split(/[ \t]+/u).length <= MAX_WORDS;
}

/** The text without the punctuation of the sentence, and without a bracket that it closes but did not open. */
function withoutEnd(text: string): string {
  const plain = text.trim();
  const opens = plain.includes('(');
  let end = plain.length;
  for (;;) {
    while (/[.,:]/u.test(plain.charAt(end - 1))) end--;
    if (opens || plain.charAt(end - 1) !== ')') return plain.slice(0, end);
    end--;
    while (/\s/u.test(plain.charAt(end - 1))) end--;
  }
}
