import { createHash, createHmac } from 'node:crypto';
import type { NtlmProfile } from '@soapstone/ws-security';
import { md4 } from './md4.js';

// The three messages of NTLM (MS-NLMP §2.2.1), of which only NTLMv2 is spoken. All integers are little-endian.

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');

const FLAG = {
  unicode: 0x0000_0001,
  requestTarget: 0x0000_0004,
  ntlm: 0x0000_0200,
  alwaysSign: 0x0000_8000,
  extendedSessionSecurity: 0x0008_0000,
  targetInfo: 0x0080_0000,
  version: 0x0200_0000,
  bits128: 0x2000_0000,
} as const;
/** No signing or sealing: HTTP carries the messages in clear. */
const OURS = Object.values(FLAG).reduce((all, flag) => all | flag, 0) >>> 0;
/** Windows 10 build 0, NTLM revision 15: some servers expect a version if its flag is set. */
const VERSION = Buffer.from([10, 0, 0, 0, 0, 0, 0, 15]);

/** `AvId` of what a target says about itself (MS-NLMP §2.2.2.1). */
const AV = { end: 0, flags: 6, timestamp: 7, targetName: 9, channelBindings: 10 } as const;
const HAS_MIC = 0x2;
/** Windows sends up to eight. */
const MAX_PAIRS = 32;

/** The first message: what the client can do. It names no user. */
export function printNegotiate(): Buffer {
  const message = Buffer.alloc(40);
  SIGNATURE.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE((OURS & ~FLAG.targetInfo) >>> 0, 12);
  VERSION.copy(message, 32);
  return message;
}

/** The server's message. */
export interface NtlmChallenge {
  readonly raw: Buffer;
  readonly flags: number;
  readonly serverChallenge: Buffer;
  /** The target's description of itself, by `AvId`, without the terminator. */
  readonly target: ReadonlyMap<number, Buffer>;
}

/** Reads the server's message. Returns what is wrong with it as a text. */
export function readChallenge(raw: Buffer): NtlmChallenge | string {
  if (raw.length < 48 || !raw.subarray(0, 8).equals(SIGNATURE)) return 'it is not an NTLM message';
  if (raw.readUInt32LE(8) !== 2) return 'it is not the second message of NTLM';
  const flags = raw.readUInt32LE(20);
  if ((flags & FLAG.unicode) === 0 || (flags & FLAG.targetInfo) === 0) return 'the server has no NTLMv2';
  const info = fieldAt(raw, 40);
  const target = info === undefined ? undefined : readPairs(info);
  if (target === undefined) return 'its target information is malformed';
  return { raw, flags, serverChallenge: raw.subarray(24, 32), target };
}

/** The parts of the third message. */
export interface NtlmLogin {
  readonly profile: NtlmProfile;
  readonly challenge: NtlmChallenge;
  /** The host that the client means to call: `HTTP/host` is part of the proof. */
  readonly host: string;
  /** The channel binding of the TLS connection. */
  readonly binding: Uint8Array | undefined;
  /** Eight unguessable bytes. */
  readonly nonce: Uint8Array;
  /** Milliseconds since 1970, used if the server does not state its own time. */
  readonly now: number;
}

/** The third message: the proof that the client knows the password, bound to all three messages by a MIC. */
export function printAuthenticate(login: NtlmLogin): Buffer {
  const { profile, challenge } = login;
  const { domain, username } = nameOf(profile);
  const key = hmacMd5(md4(utf16(profile.password)), utf16(upperCase(username) + domain));
  const temp = printTemp(login);
  const proof = hmacMd5(key, challenge.serverChallenge, temp);
  // Without NTLMSSP_NEGOTIATE_KEY_EXCH, the session base key is the exported one.
  const sessionKey = hmacMd5(key, proof);

  const fields = [
    // No LMv2 response: servers ignore it if there is an NTLMv2 response.
    Buffer.alloc(24),
    Buffer.concat([proof, temp]),
    utf16(domain),
    utf16(username),
    utf16(profile.workstation ?? ''),
    Buffer.alloc(0),
  ];
  const head = Buffer.alloc(88);
  SIGNATURE.copy(head);
  head.writeUInt32LE(3, 8);
  let offset = head.length;
  for (const [index, field] of fields.entries()) {
    head.writeUInt16LE(field.length, 12 + index * 8);
    head.writeUInt16LE(field.length, 14 + index * 8);
    head.writeUInt32LE(offset, 16 + index * 8);
    offset += field.length;
  }
  head.writeUInt32LE((challenge.flags & OURS) >>> 0, 60);
  VERSION.copy(head, 64);
  const message = Buffer.concat([head, ...fields]);
  hmacMd5(sessionKey, printNegotiate(), challenge.raw, message).copy(message, 72);
  return message;
}

/** The data that the proof covers in addition to the server's challenge (MS-NLMP §3.3.2). */
function printTemp({ challenge, host, binding, nonce, now }: NtlmLogin): Buffer {
  const flags = (challenge.target.get(AV.flags)?.readUInt32LE() ?? 0) | HAS_MIC;
  const time = challenge.target.get(AV.timestamp) ?? fileTime(now);
  const target = new Map(challenge.target)
    .set(AV.flags, uint32(flags >>> 0))
    .set(AV.targetName, utf16(`HTTP/${host}`))
    .set(AV.channelBindings, binding === undefined ? Buffer.alloc(16) : bindingHash(binding));
  const pairs = [...target].map(([id, value]) => Buffer.concat([pairHead(id, value.length), value]));
  const head = Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]);
  const none = Buffer.alloc(4);
  return Buffer.concat([head, time, nonce, none, ...pairs, pairHead(AV.end, 0), none]);
}

/** MD5 of a `gss_channel_bindings_struct` without addresses (RFC 4121 §4.1.1.2). */
function bindingHash(binding: Uint8Array): Buffer {
  return createHash('md5').update(Buffer.alloc(16)).update(uint32(binding.length)).update(binding).digest();
}

/** The bytes that a length and an offset point to; undefined if they lie outside. */
function fieldAt(message: Buffer, at: number): Buffer | undefined {
  const length = message.readUInt16LE(at);
  const offset = message.readUInt32LE(at + 4);
  return offset + length > message.length ? undefined : message.subarray(offset, offset + length);
}

function readPairs(info: Buffer): ReadonlyMap<number, Buffer> | undefined {
  const pairs = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= info.length && pairs.size < MAX_PAIRS; ) {
    const id = info.readUInt16LE(at);
    const end = at + 4 + info.readUInt16LE(at + 2);
    if (id === AV.end) return pairs;
    const value = info.subarray(at + 4, end);
    const length = id === AV.flags ? 4 : id === AV.timestamp ? 8 : value.length;
    if (end > info.length || value.length !== length || pairs.has(id)) return undefined;
    pairs.set(id, value);
    at = end;
  }
  return undefined;
}

/** `DOMAIN\user` is a common way to write both. */
function nameOf({ username, domain }: NtlmProfile): { readonly domain: string; readonly username: string } {
  const at = domain === undefined ? username.indexOf('\\') : -1;
  return at === -1
    ? { domain: domain ?? '', username }
    : { domain: username.slice(0, at), username: username.slice(at + 1) };
}

/** Converts each character separately, as Windows does: `ß` stays. */
function upperCase(text: string): string {
  return Array.from(text, (character) => {
    const upper = character.toUpperCase();
    return upper.length === character.length ? upper : character;
  }).join('');
}

function hmacMd5(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const hmac = createHmac('md5', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Tenths of a microsecond since 1601. */
function fileTime(now: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE((BigInt(Math.floor(now)) + 11_644_473_600_000n) * 10_000n);
  return time;
}

function pairHead(id: number, length: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id);
  head.writeUInt16LE(length, 2);
  return head;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
