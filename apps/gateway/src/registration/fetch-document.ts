import { isTransportError, type Transport } from '@soapstone/soap-transport';
import { refusedAddress } from '../errors/refused-address.js';
import type { ImportOptions } from './import-documents.js';

/** The reason phrases of statuses that document servers return (RFC 9110 §15). */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * Fetches the documents of an import through the egress guard. A failure is an Error whose message is shown to the owner: it says what
 * happened and, if a setting helps, names it.
 */
export function createDocumentFetch(transport: Transport): ImportOptions['fetch'] {
  return async (uri, account, signal, access) => {
    try {
      const { credentials, origin: credentialsFor } = access ?? {};
      const options = { account, signal, credentials, credentialsFor };
      return { ok: true, ...(await transport.fetchDocument(uri, options)) };
    } catch (error) {
      throw new Error(describeFetchFailure(uri, error), { cause: error });
    }
  };
}

function describeFetchFailure(uri: string, error: unknown): string {
  if (!isTransportError(error)) return 'The file cannot be fetched';
  if (error.code === 'UPSTREAM_ADDRESS_REFUSED') return refusedAddress(uri, error.cause);
  const { upstreamStatus: status } = error;
  if (status !== undefined && status >= 400) {
    return `The server responded with ${[status, REASONS[status]].filter(Boolean).join(' ')}`;
  }
  return error.message;
}
