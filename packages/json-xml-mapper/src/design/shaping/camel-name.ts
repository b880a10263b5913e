/** The role of a character in a name. */
type Kind = 'upper' | 'letter' | 'digit' | 'separator' | 'other';

/**
 * The camel-case spelling of a JSON key (DF-4): `UserID` is `userId`, `DOB` is `dob`, `FIRST_NAME` is `firstName`. The `@` of an attribute and
 * the namespace of a Clark name stay, as do `_`, `-` and `.` at both ends of a name and between two digits.
 */
export function camelName(key: string): string {
  const start = startOfLocalName(key);
  const local = [...key.slice(start)];
  let from = 0;
  while (from < local.length && kindOf(local[from] as string) === 'separator') from++;
  let to = local.length;
  while (to > from && kindOf(local[to - 1] as string) === 'separator') to--;
  const words = wordsOf(local.slice(from, to));
  const name = words.map((word, at) => (at === 0 ? word.toLowerCase() : capitalised(word))).join('');
  return key.slice(0, start) + local.slice(0, from).join('') + name + local.slice(to).join('');
}

/** The words of a name, in lower case: `get` and `user` of `GetUser`. */
export function wordsOfName(name: string): readonly string[] {
  return wordsOf([...name]).map((word) => word.toLowerCase());
}

/** After `@`, `xml:` and `{namespace}`. */
function startOfLocalName(key: string): number {
  const at = key.startsWith('@') ? 1 : 0;
  if (key.startsWith('xml:', at)) return key.length;
  return key.startsWith('{', at) ? key.lastIndexOf('}') + 1 : at;
}

function wordsOf(characters: readonly string[]): readonly string[] {
  const kinds = characters.map(kindOf);
  const words: string[] = [];
  let text = '';
  const end = (): void => {
    if (text !== '') words.push(text);
    text = '';
  };
  for (const [at, character] of characters.entries()) {
    const kind = kinds[at];
    if (kind === 'separator') {
      // Without it, 1_1 would be 11.
      if (kinds[at - 1] === 'digit' && kinds[at + 1] === 'digit') text += character;
      else end();
      continue;
    }
    if (kind === 'upper' && startsWord(kinds, characters, at)) end();
    text += character;
  }
  end();
  return words;
}

/** Whether an upper-case letter is the first of a word: `userId`, `XMLReader`, but not the D of `IDs`. */
function startsWord(kinds: readonly Kind[], characters: readonly string[], at: number): boolean {
  if (kinds[at - 1] !== 'upper') return true;
  if (kinds[at + 1] !== 'letter') return false;
  return characters[at + 1] !== 's' || kinds[at + 2] === 'letter';
}

function capitalised(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

function kindOf(character: string): Kind {
  if (character === '_' || character === '-' || character === '.') return 'separator';
  if (character >= '0' && character <= '9') return 'digit';
  const lower = character.toLowerCase();
  if (lower !== character) return 'upper';
  return character.toUpperCase() === character ? 'other' : 'letter';
}
