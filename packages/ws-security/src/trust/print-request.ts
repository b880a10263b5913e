import { X509Certificate } from 'node:crypto';
import type { StsOptions } from '@soapstone/credentials';
import { ADDRESSING_2005 } from '@soapstone/soap-model/namespaces';
import { escapeAttribute, escapeText } from '@soapstone/soap-model/xml';
import { type HeaderContext, printInstant } from '../headers/header-context.js';
import { DS, SAML_TYPES, WSU } from '../namespaces.js';
import type { Assertion } from '../saml/assertion.js';
import { printAssertionReference } from '../saml/attach-assertion.js';
import { type TrustRequest, trustNames } from './trust-names.js';

/** The subject of a request. */
export interface RequestContent {
  readonly request: TrustRequest;
  readonly appliesTo: string;
  /** PEM: the certificate of the key that the token is for. */
  readonly certificate: string | undefined;
  /** The token to cancel, or the XML of the one to renew. */
  readonly target: Assertion | string | undefined;
}

const IDENTITY = 'http://schemas.xmlsoap.org/ws/2005/05/identity';
const POLICY = 'http://schemas.xmlsoap.org/ws/2004/09/policy';

/** A `wst:RequestSecurityToken`. */
export function printTokenRequest(
  { version, tokenType = 'saml-2.0', keyType = 'bearer', lifetimeSeconds, claims = [], renew }: StsOptions,
  { request, appliesTo, certificate, target }: RequestContent,
  { now }: Pick<HeaderContext, 'now'>,
): string {
  const { namespace, bearer } = trustNames(version);
  const element = (name: string, content: string, attributes = ''): string =>
    `<wst:${name}${attributes}>${content}</wst:${name}>`;
  const parts = [element('RequestType', `${namespace}/${request}`)];
  if (request === 'Cancel') {
    parts.push(element('CancelTarget', typeof target === 'object' ? referenceTo(target) : ''));
  } else {
    parts.push(
      element('TokenType', SAML_TYPES[tokenType === 'saml-2.0' ? '2.0' : '1.1'].token),
      `<wsp:AppliesTo xmlns:wsp="${POLICY}"><wsa:EndpointReference xmlns:wsa="${ADDRESSING_2005}"><wsa:Address>${escapeText(appliesTo)}</wsa:Address></wsa:EndpointReference></wsp:AppliesTo>`,
      element('KeyType', keyType === 'bearer' ? bearer : `${namespace}/PublicKey`),
    );
    if (certificate !== undefined) parts.push(element('UseKey', printKey(certificate)));
    if (lifetimeSeconds !== undefined) {
      const end = new Date(now.getTime() + lifetimeSeconds * 1000);
      parts.push(
        element(
          'Lifetime',
          `<wsu:Created xmlns:wsu="${WSU}">${printInstant(now)}</wsu:Created><wsu:Expires xmlns:wsu="${WSU}">${printInstant(end)}</wsu:Expires>`,
        ),
      );
    }
    if (claims.length > 0)
      parts.push(element('Claims', claims.map(printClaim).join(''), ` Dialect="${IDENTITY}"`));
    if (request === 'Issue' && renew === true) parts.push('<wst:Renewing/>');
    if (typeof target === 'string') parts.push(element('RenewTarget', target));
  }
  return `<wst:RequestSecurityToken xmlns:wst="${namespace}">${parts.join('')}</wst:RequestSecurityToken>`;
}

/** A reference to a token; the token itself where it is encrypted and has no name. */
function referenceTo(target: Assertion): string {
  return target.id === undefined ? target.xml : printAssertionReference(target);
}

function printKey(certificate: string): string {
  const der = new X509Certificate(certificate).raw.toString('base64');
  return `<ds:KeyInfo xmlns:ds="${DS}"><ds:X509Data><ds:X509Certificate>${der}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
}

function printClaim(uri: string): string {
  return `<ic:ClaimType xmlns:ic="${IDENTITY}" Uri="${escapeAttribute(uri)}"/>`;
}
