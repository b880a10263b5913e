import { walk, type XmlElement } from '../xml/element.js';

/** The codes of WS-Trust §11 and WS-Security §12, with what to do. */
const CODES: Readonly<Record<string, string>> = {
  InvalidRequest: 'it cannot read the request: check "version" and "soapVersion"',
  BadRequest: 'it does not understand the request: check "version", "tokenType" and "keyType"',
  RequestFailed: 'it rejects the request: check "appliesTo" and its log',
  FailedAuthentication: 'it does not accept "credentials"',
  AuthenticationBadElements: 'it does not accept the form of "credentials"',
  InvalidScope: 'it does not know the service: set "appliesTo" to the address that it knows',
  InvalidTimeRange: 'it does not grant this lifetime: change "lifetimeSeconds"',
  ExpiredData: 'it considers the request too old: compare the clocks',
  RenewNeeded: 'a token must be renewed',
  UnableToRenew: 'it does not renew the token: leave out "renew"',
  InvalidSecurity: 'it does not accept the security of the request: check "credentials"',
  InvalidSecurityToken: 'it does not accept a token of "credentials"',
  UnsupportedSecurityToken: 'it does not support the kind of "credentials"',
  UnsupportedAlgorithm: 'it does not support an algorithm of the signature or encryption',
  FailedCheck: 'it does not accept the signature of the request',
  SecurityTokenUnavailable: 'it does not know the certificate of the signature: check "keyIdentifier"',
  MessageExpired: 'it considers the request too old: compare the clocks',
  MustUnderstand: 'it does not understand a header block: set "addressing" to false, or "mustUnderstand"',
  ActionNotSupported: 'it does not know the action: check "version" and "endpoint"',
};

/** The reasons of a token service by its fault code: its own words may repeat a password. */
export function explainFault(fault: XmlElement): string {
  for (const { local, children } of walk(fault)) {
    if (local !== 'faultcode' && local !== 'Value') continue;
    const code = children.join('').trim().replace(/^.*:/, '');
    const advice = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
    if (advice !== undefined) return `${advice} (${code})`;
  }
  return 'it answers with a SOAP fault: its log says why';
}
