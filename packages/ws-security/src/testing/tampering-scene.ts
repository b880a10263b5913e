import type { VerifyProfile } from '@soapstone/credentials';
import { beforeAll, expect } from 'vitest';
import { openEnvelope } from '../response/open-response.js';
import { Refusal } from '../response/refusal.js';
import { createRequestOpener, ServiceFault, UnreadableRequest } from '../service/index.js';
import { UnreadableXml } from '../xml/read-xml.js';
import { createAuthority, createIdentity, type Identity } from './certificates.js';
import { NOW, signAgain, signedResponse } from './signed-responses.js';

export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** The signer of the response. */
let bank: Identity;
/** Another signer with the same name. */
export let stranger: Identity;
/** The valid response. */
export let text: string;
export let verify: VerifyProfile;

/** A valid way to sign a message. */
interface Form {
  /** Gives the response, as our client signs requests, this form. It is signed again afterwards. */
  readonly rewrite: (document: string) => string;
  /** The elements that must be signed. Default: Body and Timestamp. */
  readonly parts?: VerifyProfile['parts'];
}

/** The forms in which clients sign: ours, and what node-soap does with xml-crypto. Every shape of tampering is tried in each. */
export const FORMS: readonly (readonly [string, Form])[] = [
  ['as our client signs', { rewrite: (document) => document }],
  [
    'with an enveloped-signature transform',
    {
      rewrite: (document) => document.replaceAll('<ds:Transforms>', `<ds:Transforms>${transform(ENVELOPED)}`),
    },
  ],
  [
    'by identifiers without a namespace',
    {
      rewrite: (document) =>
        document.replaceAll(/(<(?:soapenv:Body|wsu:Timestamp) [^>]*)wsu:Id="/g, '$1Id="'),
    },
  ],
  [
    'without a Timestamp',
    {
      rewrite: (document) =>
        document
          .replace(/<wsu:Timestamp .*<\/wsu:Timestamp>/s, '')
          .replace(/<ds:Reference URI="#TS-.*?<\/ds:Reference>/s, ''),
      parts: [],
    },
  ],
];

/** Makes the response that the tests of a `describe` tamper with. */
export function setTamperingScene({ rewrite, parts }: Form): void {
  beforeAll(async () => {
    const validFrom = new Date(NOW - 86_400_000);
    bank = await createIdentity('bank', { validFrom, authority: await createAuthority('authority') });
    stranger = await createIdentity('bank', { validFrom });
    const document = signedResponse(bank);
    const rewritten = rewrite(document);
    text = rewritten === document ? document : again(rewritten);
    verify = { certificates: bank.certificate, ...(parts !== undefined && { parts }) };
  });
}

/** Whether a shape of tampering exists in a form: one without a Timestamp has none to tamper with. */
export function existsIn({ parts }: Form, shape: string): boolean {
  return parts === undefined || !ABOUT_TIMESTAMP.has(shape);
}

const ABOUT_TIMESTAMP = new Set([
  'another time',
  'only the Body signed',
  'the signed Timestamp in another block, a new one in its place',
  'a second Timestamp',
]);

/** The outcome for the reader of a response: its envelope, or the code that rejects it. */
export function outcomeOf(document: string): string {
  try {
    return Buffer.from(openEnvelope(Buffer.from(document), { verify }, NOW)).toString('utf8');
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    if (error instanceof UnreadableXml) return 'UNREADABLE';
    throw error;
  }
}

export const transform = (algorithm: string, content = ''): string =>
  `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`;
export const intoHeader = (document: string, block: string): string =>
  document.replace('</soapenv:Header>', `${block}</soapenv:Header>`);
/** Signed again by the bank itself. */
export const again = (document: string): string => signAgain(document, bank.privateKey);
/** The same for one transform of the Body's reference, signed by the bank itself. */
export const withTransforms = (...transforms: readonly string[]): string =>
  again(
    text.replace(
      /<ds:Transforms>.*?<\/ds:Transforms>/s,
      `<ds:Transforms>${transforms.join('')}</ds:Transforms>`,
    ),
  );

/** A name, and the function that creates the response. */
export type Shape = readonly [string, () => string];

/** Expects that a changed response is rejected, and that a service rejects it as a request. */
export async function expectRefusal(make: () => string): Promise<void> {
  const document = make();
  expect(document).not.toBe(text);
  expect(outcomeOf(document)).toMatch(/^(?:RESPONSE_SIGNATURE_INVALID|RESPONSE_NOT_SIGNED|UNREADABLE)$/);
  expect(await requestOutcomeOf(document)).toMatch(
    /^(?:FailedAuthentication|FailedCheck|InvalidSecurity|UNREADABLE)$/,
  );
}

/** The same as a request for a service: its envelope, or the fault. */
export async function requestOutcomeOf(document: string): Promise<string> {
  try {
    const { envelope } = await createRequestOpener({ verify }, () => NOW)(Buffer.from(document));
    return Buffer.from(envelope).toString('utf8');
  } catch (error) {
    if (error instanceof ServiceFault) return error.code;
    if (error instanceof UnreadableRequest) return 'UNREADABLE';
    throw error;
  }
}
