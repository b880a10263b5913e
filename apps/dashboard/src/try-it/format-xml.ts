/** A comment, a CDATA section, an instruction, a tag, or text. */
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:"[^"]*"|'[^']*'|[^<>"'])*>|[^<]+/g;

/** The maximum indentation: deeper nesting is unreadable, and its spaces would outweigh the text. */
const DEEPEST = 40;

/**
 * Formats XML with line breaks and indentation, for display: white space between tags may change. An element with text only
 * stays on one line with its text unchanged. Invalid XML is returned nearly unchanged.
 */
export function formatXml(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  const tokens = (text.match(TOKEN) ?? []).filter((token) => token.trim() !== '');
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    if (token.startsWith('</')) depth = Math.max(0, depth - 1);
    let line = token;
    if (opens(token)) {
      const [content = '', end = ''] = [tokens[index + 1], tokens[index + 2]];
      if (content.startsWith('</')) {
        line += content;
        index += 1;
      } else if (isText(content) && end.startsWith('</')) {
        line += content + end;
        index += 2;
      }
    }
    lines.push('  '.repeat(Math.min(depth, DEEPEST)) + line);
    if (line === token && opens(token)) depth += 1;
  }
  return lines.join('\n');
}

function opens(token: string): boolean {
  return /^<[^/!?]/.test(token) && !token.endsWith('/>');
}

function isText(token: string): boolean {
  return !token.startsWith('<') || token.startsWith('<![CDATA[');
}
