import { expect, test } from 'vitest';
import { readCompatibility, SWITCHES } from '../options/compatibility.js';
import { describeRisks } from './describe-risks.js';

test('each switch says what it risks', () => {
  expect(describeRisks(readCompatibility('tls-1.0,rsa-1024,header-names'))).toEqual([
    'tls-1.0: at the risk that someone on the path breaks the old version of TLS, and reads and changes messages',
    'rsa-1024: at the risk that someone on the path computes the key, or forges a certificate, and reads and changes messages',
    'header-names: no risk',
  ]);
  for (const name of SWITCHES)
    expect(describeRisks(readCompatibility(name)).join()).toMatch(/^[a-z0-9.-]+: /);
});
