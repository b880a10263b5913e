import type { EncryptedPart, RequestPart } from '@soapstone/credentials';
import {
  clarkName,
  type ExpandedName,
  type MessageProtection,
  type ProtectedPart,
} from '@soapstone/soap-model';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { SAML1, SAML2, WSSE, WSU } from '../namespaces.js';
import type { PolicyDraft } from './policy-draft.js';

/** A part of a message as a profile names it. */
export type PlainPart = RequestPart;

/** The parts that a profile can name, without those that lie in another one. The rest become gaps. */
export function partsOf(
  kind: keyof MessageProtection,
  parts: readonly ProtectedPart[],
  draft: PolicyDraft,
): readonly PlainPart[] {
  const found: PlainPart[] = [];
  const inBody: ProtectedPart[] = [];
  for (const part of parts) {
    const plain = plainPart(part);
    if (plain === 'in-body') inBody.push(part);
    else if (plain === undefined) refuse(kind, part, draft);
    else if (!found.some((known) => JSON.stringify(known) === JSON.stringify(plain))) found.push(plain);
  }
  if (!found.includes('body')) for (const part of inBody) refuse(kind, part, draft);
  return found;
}

/** The signed parts that encryption can name too. */
export function encryptedPartsOf(
  parts: readonly ProtectedPart[],
  draft: PolicyDraft,
): readonly EncryptedPart[] {
  return partsOf('encrypted', parts, draft).flatMap((part): readonly EncryptedPart[] => {
    if (
      typeof part === 'object' ||
      part === 'body' ||
      part === 'username-token' ||
      part === 'saml-assertion'
    ) {
      return [part];
    }
    draft.gap('EncryptedParts', `the ${describePart(part)} cannot be encrypted`);
    return [];
  });
}

const ENVELOPES: ReadonlySet<string> = new Set([SOAP11_ENVELOPE, SOAP12_ENVELOPE]);

const TOKENS: ReadonlyMap<string, PlainPart> = new Map([
  [`{${WSU}}Timestamp`, 'timestamp'],
  [`{${WSSE}}UsernameToken`, 'username-token'],
  [`{${WSSE}}BinarySecurityToken`, 'binary-security-token'],
  [`{${SAML1}}Assertion`, 'saml-assertion'],
  [`{${SAML2}}Assertion`, 'saml-assertion'],
]);

function plainPart(part: ProtectedPart): PlainPart | 'in-body' | undefined {
  switch (part.kind) {
    case 'body':
      return 'body';
    case 'all-headers':
      return 'headers';
    case 'header':
      return headerPart(part);
    case 'path':
      return pathPart(part.path, part.anywhere === true);
    default:
      return undefined;
  }
}

/** Parts of a policy are protected if a message has them (§4.1.1). */
function headerPart({ namespace, name }: { readonly namespace: string; readonly name?: string }): PlainPart {
  return name === undefined ? { namespace, optional: true } : { namespace, name, optional: true };
}

function pathPart(path: readonly ExpandedName[], anywhere: boolean): PlainPart | 'in-body' | undefined {
  const [first, second, third, fourth, ...more] = path;
  const last = path.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (anywhere) {
    if (path.length > 1) return undefined;
    if (isEnvelope(first, 'Body')) return 'body';
    return TOKENS.get(clarkName(first)) ?? 'in-body';
  }
  if (!isEnvelope(first, 'Envelope') || second === undefined) return undefined;
  if (isEnvelope(second, 'Body')) return third === undefined ? 'body' : 'in-body';
  if (!isEnvelope(second, 'Header') || third === undefined) return undefined;
  if (fourth === undefined) return headerPart({ namespace: third.namespace, name: third.localName });
  const isSecurity = clarkName(third) === `{${WSSE}}Security`;
  return isSecurity && more.length === 0 ? TOKENS.get(clarkName(fourth)) : undefined;
}

function isEnvelope({ namespace, localName }: ExpandedName, name: string): boolean {
  return ENVELOPES.has(namespace) && localName === name;
}

const ASSERTIONS = {
  signed: ['SignedParts', 'SignedElements', 'signed'],
  encrypted: ['EncryptedParts', 'EncryptedElements', 'encrypted'],
  required: ['RequiredParts', 'RequiredElements', 'required'],
} as const;

function refuse(kind: keyof MessageProtection, part: ProtectedPart, draft: PolicyDraft): void {
  const [parts, elements, verb] = ASSERTIONS[kind];
  if (part.kind === 'attachments') {
    draft.gap(parts, `attachments cannot be ${verb}`);
    return;
  }
  const what =
    part.kind === 'xpath'
      ? `the XPath ${part.expression}`
      : part.kind === 'path'
        ? `the element ${part.path.map(({ localName }) => localName).join('/')}`
        : part.kind;
  draft.gap(elements, `${what} cannot be ${verb} by itself: only the Body, header blocks and tokens can`);
}

/** A part as messages word it. */
export function describePart(part: PlainPart): string {
  if (typeof part === 'object') {
    return part.name === undefined ? `header blocks of ${part.namespace}` : `header block ${part.name}`;
  }
  return WORDS[part];
}

const WORDS = {
  body: 'Body',
  headers: 'all header blocks',
  timestamp: 'Timestamp',
  'username-token': 'UsernameToken',
  'binary-security-token': 'certificate',
  'saml-assertion': 'SAML assertion',
  signature: 'signature',
  'encrypted-key': 'session key',
} as const;
