/** A JSON token: a string, a punctuation mark, or anything between them (a number, a word). */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The maximum indentation: deeper nesting is unreadable, and its spaces would outweigh the text. */
const DEEPEST = 40;

/**
 * Formats JSON text with line breaks and indentation. Works on tokens, never on numbers, so digits are unchanged. Returns invalid
 * JSON unchanged.
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
