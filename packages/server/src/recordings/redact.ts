import { openMessage } from '../read-request.js';
import { charsetOf, decoderOf } from '../text-decoder.js';
import type { Message } from './contract.js';
import type { MemberRules } from './member-rules.js';
import { type MessageRoot, replaceMembers } from './replace-members.js';

/** The replacement of a redacted text. */
export const REDACTED = 'REDACTED';
/** Rules that hold always: credentials are no part of a recording. */
export const ALWAYS_REDACTED: readonly string[] = ['headers.Security'];

/**
 * Replaces the text of members in a message. Of a multipart message, the envelope is rewritten in its place.
 *
 * @param replacement the new text of a member, by its name
 * @returns the message, the same object where nothing matched; undefined if its envelope cannot be read, or not be found in the
 * package, so that nobody knows what it says
 */
export async function replaceIn(
  message: Message,
  rules: readonly string[] | MemberRules,
  root: MessageRoot,
  replacement: (name: string) => string = () => REDACTED,
): Promise<Message | undefined> {
  const opened = await openMessage(message.body, message.contentType).catch(() => undefined);
  if (opened === undefined) return undefined;
  const { envelope, contentType } = opened;
  const text = decoderOf(envelope, charsetOf(contentType))?.decode(envelope);
  const replaced = text === undefined ? undefined : replaceMembers(text, rules, root, replacement);
  if (replaced === undefined) return undefined;
  if (replaced.count === 0) return message;
  // The declaration names an encoding that the text no longer has.
  const rewritten = replaced.text.replace(/^(<\?xml[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1');
  const bytes = new TextEncoder().encode(rewritten);
  if (envelope === message.body) {
    const utf8 = message.contentType.replace(/(charset\s*=\s*)"?[\w.-]+"?/i, '$1utf-8');
    return { ...message, body: bytes, contentType: utf8 };
  }
  const body = Buffer.from(message.body);
  const at = body.indexOf(envelope);
  // Encoded as base64 or quoted-printable, or in another charset than UTF-8, which its part's header names.
  if (at === -1 || !/^utf-8$/i.test(charsetOf(contentType) ?? 'utf-8')) return undefined;
  return {
    ...message,
    body: Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + envelope.length)]),
  };
}
