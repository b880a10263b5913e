import type { Service } from '../../service.js';

/** A service that is offered, under its slug. */
export interface ServedService {
  readonly slug: string;
  readonly service: Service;
  readonly endpoint?: string | undefined;
}

/** The account of the paths: there are none here, but the paths are those of the real gateway. */
export const LOCAL_ACCOUNT = 'local';
