/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Frame {
  readonly kind: 'object' | 'array';
  /** The member or the item that is read. */
  key: string;
  index: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Where the value at a JSON Pointer stands in a JSON text; for a member that is missing, where its object stands. Nothing
 * where the text has no such place, as far as it is JSON.
 */
export function findPointer(text: string, pointer: string): Range | undefined {
  const wanted = pointer.split('/').slice(1).map(unescapeSegment);
  const frames: Frame[] = [];
  /** The range of the deepest value so far that leads to the wanted one. */
  let found: (Range & { readonly depth: number }) | undefined;
  const leads = () => frames.every((frame, depth) => frame.key === wanted[depth]);
  let expectsKey = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const start = match.index;
    const frame = frames.at(-1);
    if (token === ',') {
      if (frame?.kind === 'array') {
        frame.index += 1;
        frame.key = String(frame.index);
      } else {
        expectsKey = true;
      }
    } else if (token === '}' || token === ']') {
      frames.pop();
      expectsKey = false;
    } else if (token === ':') {
      expectsKey = false;
    } else if (expectsKey && frame !== undefined) {
      frame.key = readText(token);
    } else {
      if (leads() && frames.length <= wanted.length && frames.length >= (found?.depth ?? 0)) {
        found = { start, end: start + token.length, depth: frames.length };
        if (frames.length === wanted.length && token !== '{' && token !== '[') return found;
      }
      if (token === '{' || token === '[') {
        const kind = token === '{' ? 'object' : 'array';
        frames.push({ kind, key: kind === 'array' ? '0' : '', index: 0 });
        expectsKey = kind === 'object';
      }
    }
  }
  return found;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function readText(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
