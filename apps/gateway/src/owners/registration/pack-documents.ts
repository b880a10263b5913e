import { gunzipSync, gzipSync } from 'node:zlib';
import type { ResolvedDocument } from '@soapstone/wsdl-parser';

/** The documents of an import: uploaded files by path, and fetched documents by the address that was requested. */
export interface ImportDocuments {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly fetched: ReadonlyMap<string, ResolvedDocument>;
}

/** An entry of the header. The bytes of the entries follow the header in the same order. */
interface Entry {
  readonly name: string;
  readonly fetched: boolean;
  readonly bytes: number;
  readonly contentType?: string;
  readonly uri?: string;
}

/** The length of the header comes first, in four bytes. */
const LENGTH = 4;

/** Packs documents into one compressed block: a JSON header and the bytes. Called in the registration process. */
export function packDocuments({ files, fetched }: ImportDocuments): Uint8Array {
  const entries: Entry[] = [];
  const blocks: Uint8Array[] = [];
  const add = (entry: Omit<Entry, 'bytes'>, bytes: Uint8Array) => {
    entries.push({ ...entry, bytes: bytes.length });
    blocks.push(bytes);
  };
  for (const [name, bytes] of files) add({ name, fetched: false }, bytes);
  for (const [name, { bytes, ...rest }] of fetched) add({ name, fetched: true, ...rest }, bytes);
  const header = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(header.length);
  return gzipSync(Buffer.concat([length, header, ...blocks]));
}

/** Unpacks what `packDocuments` returned. */
export function unpackDocuments(packed: Uint8Array): ImportDocuments {
  const block = gunzipSync(packed);
  let at = LENGTH + block.readUInt32BE();
  const entries: Entry[] = JSON.parse(block.toString('utf8', LENGTH, at));
  const files = new Map<string, Uint8Array>();
  const found = new Map<string, ResolvedDocument>();
  for (const { name, fetched, bytes: length, ...rest } of entries) {
    const bytes = block.subarray(at, at + length);
    at += length;
    if (fetched) found.set(name, { bytes, ...rest });
    else files.set(name, bytes);
  }
  return { files, fetched: found };
}
