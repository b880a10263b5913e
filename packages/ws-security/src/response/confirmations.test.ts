import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../headers/security-headers.js';
import type { RequestEvidence } from '../request/request-evidence.js';
import { secureRequest } from '../request/secure-envelope.js';
import { createIdentity, type Identity } from '../testing/certificates.js';
import { printEnvelope } from '../testing/messages.js';
import { confirmingResponse, NOW, signedResponse } from '../testing/signed-responses.js';
import { openEnvelope } from './open-response.js';
import { Refusal } from './refusal.js';

let bank: Identity;
let evidence: RequestEvidence;
let value: string;

beforeAll(async () => {
  bank = await createIdentity('bank', { validFrom: new Date(NOW - 86_400_000) });
  const us = await createIdentity('us');
  const profile = { signature: us, timestamp: {} };
  const context = { soapVersion: '1.1', now: new Date(NOW), random: randomBytes } as const;
  const plain = printEnvelope('<a/>', securityHeaders(profile, context));
  evidence = secureRequest(Buffer.from(plain), profile, context).evidence;
  value = evidence.signatures[0] ?? '';
});

function outcomeOf(text: string, request: RequestEvidence | undefined = evidence): string {
  try {
    const verify = { certificates: bank.certificate, signatureConfirmation: true };
    return Buffer.from(openEnvelope(Buffer.from(text), { verify, request }, NOW)).toString('utf8');
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** A signature value that differs from the one of the request in its last octet. */
const other = (): string => {
  const octets = Buffer.from(value, 'base64');
  octets[octets.length - 1] = (octets.at(-1) ?? 0) ^ 1;
  return octets.toString('base64');
};

describe('verify.signatureConfirmation', () => {
  test('the evidence of a request has the value of its signature', () => {
    expect(evidence.signatures).toHaveLength(1);
    expect(Buffer.from(value, 'base64')).toHaveLength(256);
  });

  test.each<[string, () => string]>([
    ['the signature of its request', () => confirmingResponse(bank, [value])],
    [
      'the signature of its request, broken into lines',
      () => confirmingResponse(bank, [`\n ${value.slice(0, 76)}\n${value.slice(76)} `]),
    ],
  ])('accepts a response that confirms %s', (_name, make) => {
    expect(outcomeOf(make())).toContain('<b:amount>10</b:amount>');
  });

  test('accepts one confirmation without a value, or none, for a request without a signature', () => {
    const none = { signatures: [] };
    expect(outcomeOf(confirmingResponse(bank, [undefined]), none)).toContain('<b:amount>');
    expect(outcomeOf(signedResponse(bank), none)).toContain('<b:amount>');
    expect(outcomeOf(confirmingResponse(bank, [value]), none)).toMatch(/^RESPONSE_SIGNATURE_INVALID/);
    expect(outcomeOf(confirmingResponse(bank, [undefined, undefined]), none)).toMatch(/^RESPONSE_/);
  });

  test('rejects every confirmation if the evidence of the request is not passed on', () => {
    const verify = { certificates: bank.certificate, signatureConfirmation: true };
    const bytes = Buffer.from(confirmingResponse(bank, [value]));
    expect(() => openEnvelope(bytes, { verify }, NOW)).toThrow('a signature that its request does not have');
  });

  test.each<[string, () => string, string]>([
    ['no confirmation', () => signedResponse(bank), 'RESPONSE_NOT_SIGNED'],
    [
      'the signature of another request',
      () => confirmingResponse(bank, [other()]),
      'RESPONSE_SIGNATURE_INVALID',
    ],
    [
      'an additional foreign signature',
      () => confirmingResponse(bank, [value, other()]),
      'RESPONSE_SIGNATURE_INVALID',
    ],
    ['the signature twice', () => confirmingResponse(bank, [value, value]), 'RESPONSE_SIGNATURE_INVALID'],
    [
      'no value for a signed request',
      () => confirmingResponse(bank, [undefined]),
      'RESPONSE_SIGNATURE_INVALID',
    ],
    ['an empty value', () => confirmingResponse(bank, ['']), 'RESPONSE_SIGNATURE_INVALID'],
    [
      'the value changed after it was signed',
      () => confirmingResponse(bank, [other()]).replace(other(), value),
      'RESPONSE_SIGNATURE_INVALID',
    ],
    [
      'an unsigned confirmation',
      () =>
        signedResponse(bank).replace(
          '</wsse:Security>',
          `<c:SignatureConfirmation xmlns:c="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd" Value="${value}"/></wsse:Security>`,
        ),
      'RESPONSE_NOT_SIGNED',
    ],
    [
      'a signed confirmation as a header block outside the Security block',
      () => {
        const text = confirmingResponse(bank, [value]);
        const [block = ''] = /<c:SignatureConfirmation [^>]*>(<\/c:SignatureConfirmation>)?/.exec(text) ?? [];
        const wsu =
          'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"';
        return text
          .replace(block, '')
          .replace('</soapenv:Header>', `${block.replace(' wsu:Id', ` ${wsu} wsu:Id`)}</soapenv:Header>`);
      },
      'RESPONSE_NOT_SIGNED',
    ],
    [
      'the signed confirmation inside an unsigned one',
      () => {
        const text = confirmingResponse(bank, [value]);
        const [block = ''] = /<c:SignatureConfirmation .*?(?=<\/wsse:Security>)/s.exec(text) ?? [];
        const empty = block
          .replace(/ wsu:Id="[^"]*"/, '')
          .replace('/>', '>')
          .replace(/<\/c:.*$/, '');
        return text.replace(block, `${empty}${block}</c:SignatureConfirmation>`);
      },
      'RESPONSE_',
    ],
  ])('rejects a response with %s', (_name, make, code) => {
    expect(outcomeOf(make())).toMatch(new RegExp(`^${code}`));
  });
});
