/** The kind of a token, which decides its colour; absent for plain text. */
export type TokenKind = 'name' | 'string' | 'number' | 'word' | 'comment';

export interface Token {
  readonly text: string;
  readonly kind?: TokenKind;
}

/** The maximum number of coloured tokens, because each is an element of the page. The rest of a longer text is plain. */
const MAX_TOKENS = 4_000;

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
const XML_TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:"[^"]*"|'[^']*'|[^<>"'])*>/g;
const IN_TAG = /^<\/?[^\s<>/]+|[^\s<>=/"']+(?==)|"[^"]*"|'[^']*'/g;

/** Splits a JSON or XML text into tokens, which together are the text. Accepts any other text too. */
export function tokensOf(text: string, language: 'json' | 'xml'): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const add = (from: number, to: number, kind: TokenKind | undefined) => {
    if (from > end) tokens.push({ text: text.slice(end, from) });
    tokens.push({ text: text.slice(from, to), ...(kind !== undefined && { kind }) });
    end = to;
  };
  for (const { 0: found, index } of text.matchAll(language === 'json' ? JSON_TOKEN : XML_TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break;
    if (language === 'json') add(index, index + found.length, jsonKind(text, found, index));
    else if (/^<[!?]/.test(found)) {
      if (!found.startsWith('<![CDATA[')) add(index, index + found.length, 'comment');
    } else {
      for (const part of found.matchAll(IN_TAG)) {
        const from = index + part.index;
        const kind = part.index === 0 ? 'name' : /^["']/.test(part[0]) ? 'string' : 'word';
        add(from, from + part[0].length, kind);
      }
    }
  }
  if (end < text.length) tokens.push({ text: text.slice(end) });
  return tokens;
}

function jsonKind(text: string, found: string, index: number): TokenKind {
  if (!found.startsWith('"')) return /^[tfn]/.test(found) ? 'word' : 'number';
  let next = index + found.length;
  while (text[next] === ' ') next += 1;
  return text[next] === ':' ? 'name' : 'string';
}
