import { defined } from '@soapstone/options/defined';
import type { ValueOf } from '../../../domain/json-schema.js';
import { badRequest } from '../../../errors/errors.js';
import type { DocumentSource } from '../../registration/messages.js';
import { violation } from '../routing/check-body.js';
import type { SENT_FILES, SOURCE_PROPERTIES } from './service-schema.js';

/** A source as it is sent: an address, files in base64, or a zip archive in base64. `main` names the WSDL among the files. */
type SentSource = {
  readonly [Name in keyof typeof SOURCE_PROPERTIES]?: ValueOf<(typeof SOURCE_PROPERTIES)[Name]>;
};

/** The maximum size of a body with documents: the parser's limit in base64, plus some slack. */
export const SOURCE_BYTES: number = 30 * 1024 * 1024;

/** Returns the source in a valid body. Throws unless the body names exactly one. */
export function readSource({ url, credentials, files, archive, main }: SentSource): DocumentSource {
  const given = [url, files, archive].filter((value) => value !== undefined).length;
  if (given !== 1) throw badRequest('SCHEMA_VIOLATION', 'Send exactly one of url, files and archive');
  if (credentials !== undefined && url === undefined) {
    throw badRequest('SCHEMA_VIOLATION', 'credentials are for fetching a url: remove them, or send url');
  }
  const named = defined({ main });
  if (url !== undefined) return { kind: 'url', url, ...(credentials && { credentials }) };
  if (archive !== undefined) return { kind: 'archive', bytes: Buffer.from(archive, 'base64'), ...named };
  return { kind: 'files', files: readFiles(files ?? []), ...named };
}

/** Uploaded files by their path. Throws if two have the same. */
export function readFiles(files: ValueOf<typeof SENT_FILES>): ReadonlyMap<string, Uint8Array> {
  const read = new Map<string, Uint8Array>();
  for (const [index, { path, content }] of files.entries()) {
    if (read.has(path))
      throw violation('body', [
        {
          path: `/files/${index}/path`,
          keyword: 'format',
          message: 'Send each path in files only once',
        },
      ]);
    read.set(path, Buffer.from(content, 'base64'));
  }
  return read;
}
