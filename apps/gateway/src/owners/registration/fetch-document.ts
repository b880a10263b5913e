import {
  type DocumentVersion,
  type FetchDocumentOptions,
  type FetchedDocument,
  isTransportError,
  type Transport,
} from '@soapstone/soap-transport';
import {
  describeAnswer,
  isCompatibilityRemedy,
  OPTION_HINT,
  optionHint,
  STATUS_PHRASES,
} from '@soapstone/soap-transport/internal/answer';
import { refusedAddress } from '../../errors/refused-address.js';
import type { ImportOptions } from './import-documents.js';

/**
 * Fetches the documents of an import through the egress guard. A failure is an Error whose message is shown to the owner: it says what
 * happened and, if a setting helps, names it.
 */
export function createDocumentFetch(transport: Transport): ImportOptions['fetch'] {
  return async (uri, account, signal, access) => {
    try {
      const { credentials, origin: credentialsFor, way } = access ?? {};
      const options = { account, signal, credentials, credentialsFor, ...way };
      return { ok: true, ...(await transport.fetchDocument(uri, options)) };
    } catch (error) {
      throw new Error(describeFetchFailure(uri, error), { cause: error });
    }
  };
}

/**
 * Fetches documents unless they are still a known version, with the limits and the access of one import. Rejects with an Error as above; when
 * `signal` fires, too.
 */
export function createVersionFetch(
  transport: Pick<Transport, 'fetchDocument'>,
  options: Omit<FetchDocumentOptions, 'known' | 'signal'>,
): (uri: string, known: DocumentVersion | undefined, signal: AbortSignal) => Promise<FetchedDocument> {
  return async (uri, known, signal) => {
    try {
      return await transport.fetchDocument(uri, { ...options, known, signal });
    } catch (error) {
      throw new DocumentUnavailable(describeFetchFailure(uri, error), { cause: error });
    }
  };
}

/** A document cannot be fetched. The message is shown to the owner. */
export class DocumentUnavailable extends Error {
  override readonly name = 'DocumentUnavailable';
}

function describeFetchFailure(uri: string, error: unknown): string {
  if (!isTransportError(error)) return 'The file cannot be fetched';
  if (error.code === 'UPSTREAM_ADDRESS_REFUSED') return refusedAddress(uri, error.cause);
  const { upstreamStatus: status } = error;
  if (status !== undefined && status >= 400) {
    const said = error.answer === undefined ? undefined : describeAnswer(error.answer);
    // Messages about documents go to the owner, and the transport has hidden the secrets.
    const what = said === undefined || said.kind === 'empty' ? '' : `: ${said.full}`;
    const hint = isCompatibilityRemedy(said?.remedy) ? inSettings(optionHint(said.remedy)) : '';
    return `The server responded with ${[status, STATUS_PHRASES[status]].filter(Boolean).join(' ')}${what}${hint}`;
  }
  return inSettings(error.message);
}

/** A message of the transport that names the setting in place of the option. Settings are sent with the documents. */
function inSettings(message: string): string {
  return message.replace(OPTION_HINT, (hint) =>
    hint
      .replace('(option "', '(the setting "')
      .replace('" reads it', '" of the service reads it')
      .replace('" allows it', '" of the service allows it')
      .replace(/\)$/, '; or download the file and upload it)'),
  );
}
