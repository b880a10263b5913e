import { expect, test } from 'vitest';
import * as surface from './index.js';

test('the exports of the package', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'CLIENT_ASSERTION_ALGORITHMS',
    'CONTENT_CIPHERS',
    'DERIVED_KEYS',
    'DIGEST_ALGORITHMS',
    'KEY_IDENTIFIERS',
    'KEY_TRANSPORTS',
    'KEY_TYPES',
    'LEGACY_ALGORITHMS',
    'MAC_ALGORITHMS',
    'PASSWORD_KEY_CIPHERS',
    'Pkcs12Error',
    'REQUEST_PARTS',
    'SIGNATURE_ALGORITHMS',
    'SecurityError',
    'TOKEN_TYPES',
    'TRUST_VERSIONS',
    'addressingHeaders',
    'assertCredentialProfile',
    'completeProfile',
    'createMessageId',
    'createRedactor',
    'hideTexts',
    'isSecurityError',
    'openKeyBundles',
    'openResponse',
    'openResponseAsync',
    'readDemands',
    'readIssuedAssertion',
    'readPkcs12',
    'redactSecrets',
    'secureEnvelope',
    'secureRequest',
    'secureRequestAsync',
    'securityHeaders',
  ]);
});

test('an error from another copy of the package is recognised', () => {
  const error = new surface.SecurityError('RESPONSE_EXPIRED', 'm');
  const copy = Object.assign(new Error('m'), { brand: error.brand, code: 'RESPONSE_EXPIRED' });
  expect([surface.isSecurityError(error), surface.isSecurityError(copy)]).toEqual([true, true]);
  expect(
    [new Error('m'), { code: 'RESPONSE_EXPIRED' }, null, undefined, 'x'].map(surface.isSecurityError),
  ).toEqual(Array(5).fill(false));
  expect(Object.keys(error)).not.toContain('brand');
});
