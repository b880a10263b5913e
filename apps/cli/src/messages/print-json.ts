import { stringify } from '@soapstone/json-xml-mapper';

/** Prints a value as indented, exact JSON (NM-1). */
export function printJson(value: unknown): string {
  return `${indentJson(stringify(value))}\n`;
}

/** Prints a value as one line of exact JSON, for output that is a sequence of events. */
export function printJsonLine(value: unknown): string {
  return `${stringify(value)}\n`;
}

/** Indents compact JSON text by two. Works on the text, because numbers must keep their digits. */
function indentJson(compact: string): string {
  let output = '';
  let depth = 0;
  let inString = false;
  for (let index = 0; index < compact.length; index++) {
    const character = compact[index] as string;
    if (inString) {
      output += character;
      if (character === '\\') output += compact[++index] ?? '';
      else if (character === '"') inString = false;
      continue;
    }
    const next = compact[index + 1];
    switch (character) {
      case '{':
      case '[':
        if (next === '}' || next === ']') {
          output += character + next;
          index++;
        } else {
          output += `${character}\n${'  '.repeat(++depth)}`;
        }
        break;
      case '}':
      case ']':
        output += `\n${'  '.repeat(--depth)}${character}`;
        break;
      case ',':
        output += `,\n${'  '.repeat(depth)}`;
        break;
      case ':':
        output += ': ';
        break;
      default:
        inString = character === '"';
        output += character;
    }
  }
  return output;
}
