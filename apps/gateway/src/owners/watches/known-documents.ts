import { createHash } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import type { FetchedDocument as VersionedDocument } from '@soapstone/soap-transport';
import type { KnownDocument } from '../../domain/services/contract-watch.js';
import type { FetchedDocument } from '../registration/messages.js';

/** Fetches a document, unless it is still a known version. */
type FetchUnless = (uri: string, known?: KnownDocument['version']) => Promise<VersionedDocument>;

/** The number of documents that are remembered of a contract. One with more is read as a whole each time. */
const MAX_KNOWN = 500;
/** The bytes of documents that a check keeps until they are read. */
const MAX_KEPT = 32 * 1024 * 1024;
/** The characters of a validator and of an address that are remembered. */
const MAX_CHARACTERS = 2_048;

/** The documents of one check: fetched once each, and what the next check has to know of them. */
export interface CheckedDocuments {
  /** Whether each of these documents is the same as before. Rejects if one cannot be fetched. */
  areSame(known: readonly KnownDocument[]): Promise<boolean>;
  /** Fetches a document, or takes it from the comparison. */
  fetch(uri: string): Promise<Exclude<FetchedDocument, { ok: false }>>;
  /** The facts that the next check needs, in the order in which the documents were fetched. Undefined if there were too many. */
  known(): readonly KnownDocument[] | undefined;
}

export function createCheckedDocuments(fetchUnless: FetchUnless): CheckedDocuments {
  const known = new Map<string, KnownDocument>();
  const kept = new Map<string, VersionedDocument>();
  let room = MAX_KEPT;

  return {
    async areSame(documents) {
      for (const before of documents) {
        const found = await fetchUnless(before.uri, before.version);
        if (found.notModified === true) {
          known.set(before.uri, before);
          continue;
        }
        const now = knownOf(before.uri, found);
        known.set(before.uri, now);
        if (now.digest === before.digest) continue;
        if (found.bytes.length <= room) {
          room -= found.bytes.length;
          kept.set(before.uri, found);
        }
        // From now on, the documents that were read decide which documents there are.
        known.clear();
        return false;
      }
      return true;
    },
    async fetch(uri) {
      const found = kept.get(uri) ?? (await fetchUnless(uri));
      kept.delete(uri);
      known.set(uri, knownOf(uri, found));
      const { bytes, contentType, uri: at } = found;
      return { ok: true, bytes, uri: at, ...defined({ contentType }) };
    },
    known: () => (known.size > MAX_KNOWN ? undefined : [...known.values()]),
  };
}

function knownOf(uri: string, { bytes, uri: at, etag, lastModified }: VersionedDocument): KnownDocument {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  const tag = usable(etag);
  const modified = usable(lastModified);
  if ((tag === undefined && modified === undefined) || at.length > MAX_CHARACTERS) return { uri, digest };
  return {
    uri,
    digest,
    version: {
      uri: at,
      ...(tag !== undefined && { etag: tag }),
      ...(modified !== undefined && { lastModified: modified }),
    },
  };
}

/** A validator that can be sent back as it came: characters of a header field, and not too many. */
function usable(value: string | undefined): string | undefined {
  if (value === undefined || value.length === 0 || value.length > MAX_CHARACTERS) return undefined;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return undefined;
  }
  return value;
}
