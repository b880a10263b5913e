import type { StoredReply } from './stored-replies.js';

/** The format version, in the first byte. During a rolling restart, it prevents reading data of another gateway version. */
const VERSION = 1;
const HEAD = 9;
const ABSENT = 0xffff_ffff;

/** Serialises a reply: version, length of the header blocks, length of the warnings, then warnings, header blocks, result. */
export function packReply({ result, headers, warnings }: StoredReply): Buffer {
  const packedWarnings = Buffer.from(JSON.stringify(warnings));
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(VERSION, 0);
  head.writeUInt32BE(headers?.length ?? ABSENT, 1);
  head.writeUInt32BE(packedWarnings.length, 5);
  return Buffer.concat([head, packedWarnings, headers ?? new Uint8Array(), result]);
}

/** Parses `packed`; undefined if this version did not write it. */
export function unpackReply(packed: Buffer): StoredReply | undefined {
  if (packed.length < HEAD || packed.readUInt8(0) !== VERSION) return undefined;
  const headersLength = packed.readUInt32BE(1);
  const warningsEnd = HEAD + packed.readUInt32BE(5);
  const resultBegin = warningsEnd + (headersLength === ABSENT ? 0 : headersLength);
  if (resultBegin > packed.length) return undefined;
  try {
    return {
      result: packed.subarray(resultBegin),
      warnings: JSON.parse(packed.toString('utf8', HEAD, warningsEnd)),
      ...(headersLength === ABSENT ? {} : { headers: packed.subarray(warningsEnd, resultBegin) }),
    };
  } catch {
    return undefined;
  }
}
