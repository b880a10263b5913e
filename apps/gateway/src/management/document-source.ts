import { badRequest } from '../errors/errors.js';
import type { DocumentSource } from '../registration/messages.js';

/** A source as it is sent: an address, files in base64, or one zip archive in base64. */
export interface SentSource {
  readonly url?: string;
  readonly files?: readonly { readonly path: string; readonly content: string }[];
  readonly archive?: string;
  /** The description among the files, where it is not found by itself. */
  readonly main?: string;
}

/** Bytes of a body that carries documents: the limit of the parser, in base64, and a little more. */
export const SOURCE_BYTES: number = 30 * 1024 * 1024;

/** The source of a valid body. Throws where it names none, or more than one. */
export function readSource({ url, files, archive, main }: SentSource): DocumentSource {
  const given = [url, files, archive].filter((value) => value !== undefined).length;
  if (given !== 1) throw badRequest('SCHEMA_VIOLATION', 'Send exactly one of url, files and archive');
  const named = main === undefined ? {} : { main };
  if (url !== undefined) return { kind: 'url', url };
  if (archive !== undefined) return { kind: 'archive', bytes: Buffer.from(archive, 'base64'), ...named };
  const contents = (files ?? []).map(({ path, content }) => [path, Buffer.from(content, 'base64')] as const);
  return { kind: 'files', files: new Map(contents), ...named };
}
