import { findPart, type MimePart, readHeaderValue } from '@soapstone/mime';
import { openMessage } from '../request/read-request.js';
import { charsetOf, decoderOf, withoutEncoding } from '../request/text-decoder.js';
import type { Message } from './contract.js';
import type { MemberRules } from './member-rules.js';
import { type MessageRoot, replaceMembers } from './replace-members.js';

/** The text that replaces redacted text. */
export const REDACTED = 'REDACTED';
/** Rules that always apply: credentials do not belong in a recording. */
export const ALWAYS_REDACTED: readonly string[] = ['headers.Security'];

/**
 * Replaces the text of members in a message. In a multipart message, the envelope is rewritten in place, and so is each part that a
 * member refers to.
 *
 * @param replacement the new text of a member, by its name
 * @returns the message, the same object if nothing matched; undefined if its envelope cannot be read, or if the envelope or such a
 *   part cannot be found in the multipart body, so that secrets could remain
 */
export async function replaceIn(
  message: Message,
  rules: readonly string[] | MemberRules,
  root: MessageRoot,
  replacement: (name: string) => string = () => REDACTED,
): Promise<Message | undefined> {
  const opened = await openMessage(message.body, message.contentType).catch(() => undefined);
  if (opened === undefined) return undefined;
  const { envelope, contentType, attachments } = opened;
  const text = decoderOf(envelope, charsetOf(contentType))?.decode(envelope);
  /** The parts that members refer to, with the names of these members. */
  const members = new Map<MimePart, string>();
  const refersToPart = (uri: string, name: string): boolean => {
    const part = findPart(attachments, uri);
    if (part !== undefined) members.set(part, name);
    return part !== undefined;
  };
  const replaced =
    text === undefined ? undefined : replaceMembers(text, rules, root, replacement, refersToPart);
  if (replaced === undefined) return undefined;
  if (replaced.count === 0 && members.size === 0) return message;
  const bytes = new TextEncoder().encode(withoutEncoding(replaced.text));
  if (envelope === message.body) {
    const utf8 = message.contentType.replace(/(charset\s*=\s*)"?[\w.-]+"?/i, '$1utf-8');
    return { ...message, body: bytes, contentType: utf8 };
  }
  const edits = replaced.count === 0 ? [] : [[envelope, bytes] as const];
  // The header of the envelope's part names another charset than UTF-8, which would no longer be true.
  if (edits.length > 0 && !/^utf-8$/i.test(charsetOf(contentType) ?? 'utf-8')) return undefined;
  for (const [{ data }, name] of members) edits.push([data, Buffer.from(replacement(name))]);
  const body = replaceParts(message, edits);
  return body && { ...message, body };
}

/**
 * Replaces the content of parts, found between the blank line of their header and the next delimiter (RFC 2046 §5.1.1). Returns
 * undefined if one is not found, because it is encoded as base64 or quoted-printable.
 */
function replaceParts(
  { body, contentType }: Message,
  edits: readonly (readonly [content: Uint8Array, replacement: Uint8Array])[],
): Uint8Array | undefined {
  const boundary = readHeaderValue(contentType).parameters.get('boundary') ?? '';
  let bytes = Buffer.from(body);
  for (const [content, replacement] of edits) {
    const replaced = replaceFramed(bytes, content, replacement, boundary);
    if (replaced === undefined) return undefined;
    bytes = replaced;
  }
  return bytes;
}

/** Replaces every part that has this content, because several can and any of them may be the one referred to. */
function replaceFramed(
  body: Buffer<ArrayBuffer>,
  content: Uint8Array,
  replacement: Uint8Array,
  boundary: string,
): Buffer<ArrayBuffer> | undefined {
  for (const line of ['\r\n', '\n']) {
    const blank = Buffer.from(line + line);
    const framed = Buffer.concat([blank, content, Buffer.from(`${line}--${boundary}`)]);
    const pieces: Uint8Array[] = [];
    let end = 0;
    for (let at = body.indexOf(framed); at !== -1; at = body.indexOf(framed, end)) {
      pieces.push(body.subarray(end, at + blank.length), replacement);
      end = at + blank.length + content.length;
    }
    if (end > 0) return Buffer.concat([...pieces, body.subarray(end)]);
  }
  return undefined;
}
