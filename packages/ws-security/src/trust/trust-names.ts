import type { StsOptions } from '@soapstone/credentials';

/** The names of a version of WS-Trust. */
export interface TrustNames {
  readonly namespace: string;
  readonly bearer: string;
  /** The `wsa:Action` of a request. */
  action(request: TrustRequest): string;
}

/** The actions of a token service. */
export type TrustRequest = 'Issue' | 'Renew' | 'Cancel';

const names = (namespace: string, bearer: string): TrustNames => ({
  namespace,
  bearer,
  action: (request) => `${namespace}/RST/${request}`,
});

const TRUST_2005 = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
const TRUST_2004 = 'http://schemas.xmlsoap.org/ws/2005/02/trust';

/** 2005/02 defines no bearer keys: its services accept the name that WS-Federation's identity selectors used. */
export function trustNames(version: StsOptions['version']): TrustNames {
  return version === '2005/02'
    ? names(TRUST_2004, 'http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey')
    : names(TRUST_2005, `${TRUST_2005}/Bearer`);
}
