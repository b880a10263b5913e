import type { CursorSeals } from '@soapstone/json-xml-mapper/internal/routes';
import { SealError, type SealedPlace, type Sealer } from '../../domain/seal.js';

/** The service that the cursors belong to. */
interface CursorService {
  readonly accountId: string;
  readonly serviceId: string;
  readonly revision: number;
}

/**
 * Seals which page a next request asks for with the keys of the gateway. The SOAP service's own values cannot be read in a cursor, nor replaced by
 * others: it is bound to the account, the service, its revision, and what the list is.
 */
export function cursorsOf(
  sealer: Pick<Sealer, 'seal' | 'open'>,
  { accountId, serviceId, revision }: CursorService,
): CursorSeals {
  const sealedPlace = (place: string): SealedPlace => ({
    accountId,
    serviceId,
    field: JSON.stringify([revision, place]),
  });
  return {
    seal: (place, text) => sealer.seal(text, sealedPlace(place)),
    open(place, cursor) {
      try {
        return sealer.open(cursor, sealedPlace(place));
      } catch (error) {
        if (error instanceof SealError) return undefined;
        throw error;
      }
    },
  };
}
