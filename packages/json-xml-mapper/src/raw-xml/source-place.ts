import { decodeUtf8 } from '../platform.js';
import { readElements } from './raw-reader.js';

const LINE_FEED = 0x0a;

/** The place of a byte in a text, as people count: `line 2, column 5`. Columns are characters. */
export function printPlace(bytes: Uint8Array, offset: number): string {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset && at < bytes.length; at++) {
    if (bytes[at] !== LINE_FEED) continue;
    line++;
    lineStart = at + 1;
  }
  const before = decodeUtf8(bytes.subarray(lineStart, Math.min(offset, bytes.length)));
  return `line ${line}, column ${before.length + 1}`;
}

interface Node {
  readonly localName: string;
  readonly key: string;
  readonly offset: number;
  readonly children: Node[];
}

/**
 * The offset of the element that a JSON pointer into the value of an element means; of the innermost one around it that is certain,
 * where the pointer has keys whose elements cannot be told from the text.
 *
 * @param bytes a well-formed element
 */
export function offsetOf(bytes: Uint8Array, pointer: readonly string[]): number {
  let node = readTree(bytes);
  for (let at = 0; node !== undefined && at < pointer.length; at++) {
    const segment = pointer[at]!;
    // An entry of `$any`, `$items` or `$content` counts texts too, so only its key says something.
    if (segment.startsWith('$')) {
      if (/^\$(?:any|items|content)\d*$/.test(segment)) at++;
      continue;
    }
    const same = node.children.filter(({ key, localName }) => key === segment || localName === segment);
    const next = pointer[at + 1];
    const index = next !== undefined && /^\d+$/.test(next) ? Number(next) : undefined;
    const found = index === undefined && same.length !== 1 ? undefined : same[index ?? 0];
    if (found === undefined) break;
    if (index !== undefined) at++;
    node = found;
  }
  return node?.offset ?? 0;
}

function readTree(bytes: Uint8Array): Node | undefined {
  let root: Node | undefined;
  const open: Node[] = [];
  readElements(bytes, {
    start({ localName, key }, _attributes, offset) {
      const node: Node = { localName, key, offset, children: [] };
      root ??= node;
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    end() {
      open.pop();
    },
  });
  return root;
}
