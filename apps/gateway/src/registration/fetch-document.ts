import { STATUS_CODES } from 'node:http';
import { isTransportError, type Transport } from '@soapstone/soap-transport';
import { refusedAddress } from '../domain/refused-address.js';
import type { ImportOptions } from './import-documents.js';

/**
 * Fetches the documents of an import through the egress guard. A failure is an Error whose message is shown to the owner: it
 * says what happened, and names the setting where one helps.
 */
export function createDocumentFetch(transport: Transport): ImportOptions['fetch'] {
  return async (uri, signal) => {
    try {
      return { ok: true, ...(await transport.fetchDocument(uri, { signal })) };
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
    return `The server responded with ${[status, STATUS_CODES[status]].filter(Boolean).join(' ')}`;
  }
  return error.message;
}
