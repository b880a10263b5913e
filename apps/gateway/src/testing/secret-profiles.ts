import { generate } from 'selfsigned';
import type { Canaries } from './canaries.js';
import { issueAssertion } from './issue-assertion.js';

/**
 * Returns credential profiles of every kind. Each secret in them is a canary; PEM texts and passwords are realistic.
 *
 * @param tokenService the address of a token service
 */
export async function secretProfiles(
  canaries: Canaries,
  tokenService: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { private: privateKey, cert: certificate } = await generate(
    [{ name: 'commonName', value: 'canary' }],
    {
      keySize: 2048,
      algorithm: 'sha256',
    },
  );
  // One line from the middle, because both ends of all keys are alike.
  canaries.add('private key', privateKey.split(/\r?\n/)[10]!);
  return {
    basic: {
      basic: { username: canaries.make('basic user name'), password: canaries.make('basic password') },
    },
    ntlm: { ntlm: { username: 'canary', domain: 'CORP', password: canaries.make('NTLM password') } },
    kerberos: {
      kerberos: { principal: 'canary@CANARY.EXAMPLE', password: canaries.make('Kerberos password') },
    },
    headers: {
      headers: {
        Authorization: `Bearer ${canaries.make('bearer token')}`,
        'X-Upstream-Key': canaries.make('upstream key'),
      },
    },
    'username token': {
      usernameToken: {
        username: 'canary',
        // JSON and XML escape some of these characters differently.
        password: `${canaries.make('username token password')}"\\\\&<é`,
        type: 'text',
      },
    },
    'username digest': {
      usernameToken: {
        username: 'canary',
        password: canaries.make('username token password of a digest'),
        type: 'digest',
      },
    },
    'client certificate': { clientCertificate: { certificate, privateKey } },
    signature: { signature: { certificate, privateKey } },
    decryption: { decryption: { privateKey } },
    'SAML assertion': {
      saml: { assertion: issueAssertion(privateKey, canaries.make('subject of an assertion')) },
    },
    'token service': {
      sts: {
        endpoint: tokenService,
        credentials: {
          usernameToken: {
            username: 'canary',
            password: canaries.make('password at a token service'),
            type: 'text',
          },
        },
      },
    },
    'session key': {
      session: { certificate, encryptedParts: ['body', 'username-token'] },
      usernameToken: {
        username: 'canary',
        password: canaries.make('username token password with a session key'),
        type: 'text',
      },
      signature: { certificate, privateKey, parts: ['signature'] },
      verify: {},
    },
  };
}
