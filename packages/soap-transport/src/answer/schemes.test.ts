import { KINDS } from '@soapstone/credentials';
import { expect, test } from 'vitest';
import { readSchemes } from './schemes.js';

test('schemes: those that a credential profile satisfies are those of the table of kinds', () => {
  const inTable = Object.values(KINDS).flatMap(({ scheme }) => scheme ?? []);
  for (const scheme of [
    'Basic',
    'Bearer',
    'Digest',
    'HOBA',
    'Mutual',
    'Negotiate',
    'NTLM',
    'SCRAM-SHA-256',
  ]) {
    const { supported } = readSchemes({ 'www-authenticate': scheme }, 'www-authenticate');
    expect(supported, scheme).toEqual(inTable.filter((known) => known === scheme));
  }
});
