import type { TransportRequest } from '../exchange.js';
import { TransportError } from '../transport-error.js';

/** Throws `TransportError` `INVALID_REQUEST` for an envelope that is to be signed or encrypted and packaged for MTOM. */
export function assertPackable({
  packaging,
  credentials,
  signed,
}: Pick<TransportRequest, 'packaging' | 'credentials' | 'signed'>): void {
  const { signature, session, passwordKey, encryption } = credentials ?? {};
  const secured = signature ?? session ?? passwordKey ?? encryption ?? signed;
  if (packaging !== 'mtom' || secured === undefined) return;
  // XOP signs the base64 that the parts stand for; a signature over the references would fail at the server.
  throw new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: 'cannot secure the envelope: it is packaged for MTOM',
  });
}
