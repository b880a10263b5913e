import type { PageState } from '@soapstone/json-xml-mapper/internal/routes';
import { SealError, type SealedPlace, type Sealer } from '../../domain/seal.js';
import { badRequest } from '../../errors/errors.js';

/** What a cursor is for: it can be used nowhere else. */
export interface CursorPlace {
  readonly accountId: string;
  readonly serviceId: string;
  /** The operation whose route has the pages. */
  readonly operation: string;
  readonly revision: number;
  /** The values in the path of the request. */
  readonly values: readonly string[];
  /** Its other parameters: `PageQuery.common`. */
  readonly common: string;
}

/**
 * Seals which page a next request asks for. The SOAP service's own values cannot be read in it, nor replaced by others: it is bound to
 * the account, the service, its revision, the operation and the other parameters.
 */
export function sealCursor(sealer: Pick<Sealer, 'seal'>, place: CursorPlace, state: PageState): string {
  return sealer.seal(JSON.stringify(state), sealedPlace(place));
}

/** Returns what a cursor asks for. Throws `CURSOR_INVALID` for any text but one that was sealed for this place. */
export function openCursor(sealer: Pick<Sealer, 'open'>, place: CursorPlace, cursor: string): PageState {
  try {
    return JSON.parse(sealer.open(cursor, sealedPlace(place))) as PageState;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw badRequest(
      'CURSOR_INVALID',
      'The cursor is not one of this list: it was changed, or the other parameters or the service have changed since',
    );
  }
}

function sealedPlace({ accountId, serviceId, ...place }: CursorPlace): SealedPlace {
  const { operation, revision, values, common } = place;
  return { accountId, serviceId, field: JSON.stringify(['page', operation, revision, values, common]) };
}
