import { test } from 'vitest';
import { createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { expectSeparateProfiles } from '../testing/interleaved-profiles.js';

const depth = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);

test('profiles of services and accounts never reach another one, in many interleaved calls', async () => {
  await expectSeparateProfiles(await createIdentity('localhost'), 3_000 * depth);
});
