import type { MimePart } from '../../api/messages.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import { charge } from '../../work.js';
import type { Decoding } from '../state/decoding.js';
import { trimId } from '../state/parts.js';
import { writeAttachment } from '../values/attachment.js';

const CLOSE_BRACE = 0x7d;

/**
 * Adds `$attachments` to the result: the MIME parts that the binding names (AT-3), and unreferenced ones if they are wanted (AT-7);
 * otherwise a warning for each of these (AT-4).
 */
export function addAttachments(decoding: Decoding, message: MessageShape | undefined): void {
  const { out, parts } = decoding;
  if (message !== undefined && parts.list.length > 0) {
    const found = message.attachments
      .map(({ name, contentTypes }) => ({ name, part: findBound(decoding, name, contentTypes) }))
      .filter((bound): bound is NamedPart => bound.part !== undefined);
    for (const { part } of found) parts.used.add(part);
    if (message.undeclaredAttachments === true) found.push(...undeclared(decoding, message));
    if (found.length > 0) {
      // The result is an object followed by a comma.
      out.length -= 2;
      out.json(`${out.bytes[out.length - 1] === 0x7b ? '' : ','}"$attachments":{`);
      for (const { name, part } of found) {
        parts.used.add(part);
        out.json(`${JSON.stringify(name)}:`);
        writeAttachment(decoding, part);
        out.ascii(',');
      }
      out.close(CLOSE_BRACE);
      out.length--;
      out.ascii('},');
    }
  }
  for (const part of parts.list) {
    if (!parts.used.has(part))
      decoding.warn('UNREFERENCED_ATTACHMENT', `nothing refers to ${part.contentId}`);
  }
}

interface NamedPart {
  readonly name: string;
  readonly part: MimePart;
}

/** The parts that nothing refers to, with their Content-IDs as names, or `part-` and a number where there is none of their own. */
function undeclared({ parts }: Decoding, message: MessageShape): NamedPart[] {
  charge(parts.list.length);
  const taken = new Set(message.attachments.map(({ name }) => name));
  const named: NamedPart[] = [];
  for (const [index, part] of parts.list.entries()) {
    if (parts.used.has(part)) continue;
    const id = trimId(part.contentId);
    const name = id === '' || taken.has(id) ? numbered(index, taken) : id;
    taken.add(name);
    named.push({ name, part });
  }
  return named;
}

/** The first of `part-N`, `part-N+1`, … that is free. */
function numbered(index: number, taken: ReadonlySet<string>): string {
  for (let number = index + 1; ; number += 1) {
    charge(1);
    if (!taken.has(`part-${number}`)) return `part-${number}`;
  }
}

/**
 * The part with a name: WS-I's Content-ID `name=unique@host` (Attachments Profile 1.0 R2933), otherwise the name itself, otherwise
 * the first unclaimed part with a media type that the binding allows.
 */
function findBound({ parts }: Decoding, name: string, contentTypes: readonly string[]): MimePart | undefined {
  charge(parts.list.length);
  const free = parts.list.filter((part) => !parts.used.has(part));
  const idOf = (part: MimePart): string => decodeId(part.contentId);
  return (
    free.find((part) => idOf(part).startsWith(`${name}=`)) ??
    free.find((part) => idOf(part) === name || part.filename === name) ??
    free.find(
      (part) => contentTypes.length === 0 || contentTypes.some((type) => matchesType(part.contentType, type)),
    )
  );
}

function decodeId(contentId: string): string {
  const id = contentId.replace(/^<|>$/g, '');
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Whether a media type is one that the binding allows, possibly with `image/*` or `*\/*`. Parameters are ignored. */
function matchesType(actual: string, allowed: string): boolean {
  const [type, subtype] = mediaType(actual);
  const [allowedType, allowedSubtype] = mediaType(allowed);
  const sameType = allowedType === '*' || allowedType === type;
  return sameType && (allowedSubtype === '*' || allowedSubtype === subtype);
}

function mediaType(text: string): [type: string, subtype: string] {
  const [type = '', subtype = ''] = (text.split(';')[0] ?? '').trim().toLowerCase().split('/');
  return [type, subtype];
}
