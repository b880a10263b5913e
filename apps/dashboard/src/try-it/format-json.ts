/** A token of JSON: a text, a mark, or anything that stands between them (a number, a word). */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Further in nobody can read, and the spaces of a deep text would be more than the text. */
const DEEPEST = 40;

/**
 * JSON text with line ends and indentation. Token by token, never through numbers: their digits stay as they are. What is no
 * JSON comes back as it was.
 */
export function formatJson(text: string): string {
  if (!isJson(text)) return text;
  let formatted = '';
  let depth = 0;
  let previous = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const opens = previous === '{' || previous === '[';
    if (token === '}' || token === ']') {
      depth -= 1;
      formatted += opens ? token : lineEnd(depth) + token;
    } else {
      if (opens || previous === ',') formatted += lineEnd(depth);
      formatted += token === ':' ? ': ' : token;
      if (token === '{' || token === '[') depth += 1;
    }
    previous = token;
  }
  return formatted;
}

function lineEnd(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
