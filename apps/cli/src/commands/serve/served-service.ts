import type { Service } from '../../service.js';

/** A service and its slug. */
export interface ServedService {
  readonly slug: string;
  readonly service: Service;
  readonly endpoint?: string | undefined;
}

/** The account in the paths: there are no accounts here, but the paths match those of the real gateway. */
export const LOCAL_ACCOUNT = 'local';
