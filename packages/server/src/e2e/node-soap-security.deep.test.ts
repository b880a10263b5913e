import {
  createClientAsync,
  type ISecurity,
  WSSecurity,
  WSSecurityCert,
  WSSecurityCertWithToken,
  WSSecurityPlusCert,
} from 'soap';
import { describe, expect, test } from 'vitest';
import type { ServiceSecurity } from '../index.js';
import { http, reasons, seen, serve, setSecurityScene, shop, stranger } from '../testing/secured-server.js';
import { USER } from '../testing/user-directory-server.js';

// The judge is node-soap: its four classes for WS-Security sign with xml-crypto.

setSecurityScene();

const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' as const;
type Options = ConstructorParameters<typeof WSSecurityCert>[3];

const cert = (options: Options = {}, { certificate, privateKey } = shop): WSSecurityCert =>
  new WSSecurityCert(privateKey, certificate, '', options);
const withToken = (options: object = {}): ISecurity =>
  new WSSecurityCertWithToken({
    publicKey: shop.certificate,
    privateKey: shop.privateKey,
    keyPassword: '',
    username: 'ada',
    password: 'secret',
    options,
  } as unknown as ConstructorParameters<typeof WSSecurityCertWithToken>[0]);
/** As node-soap 1.13 means it: it overrides a method of xml-crypto 6 so that there is no KeyInfo around the reference. */
function withKeyInfo(security: ISecurity): ISecurity {
  const { signer } = security as unknown as {
    signer: { getKeyInfo?: () => string; getKeyInfoContent?: () => string };
  };
  const { getKeyInfo } = signer;
  delete signer.getKeyInfo;
  if (getKeyInfo !== undefined) signer.getKeyInfoContent = getKeyInfo;
  return security;
}
const password = (options: object = {}): WSSecurity => new WSSecurity('ada', 'secret', options);

const user = { check: (name: string, secret: string) => name === 'ada' && secret === 'secret' };
const signed = (more: Partial<ServiceSecurity['verify']> = {}): ServiceSecurity => ({
  verify: { certificates: shop.certificate, ...more },
});

async function call(security: ISecurity): Promise<string> {
  const client = await createClientAsync(`${http.address}?wsdl`);
  // WSSecurityCertWithToken signs a Body with this Id, which it does not write.
  if (security instanceof WSSecurityCertWithToken) client.addBodyAttribute({ Id: '_0' });
  client.setSecurity(security);
  try {
    const [result] = (await client['GetUserAsync']({ userId: 1001 })) as [{ user: { name: string } }];
    return result.user.name;
  } catch (error) {
    return `refused: ${reasons.at(-1) ?? String(error)}`;
  }
}

describe('node-soap signs, the server verifies', () => {
  test.each<[string, () => ISecurity, () => ServiceSecurity]>([
    ['WSSecurityCert', () => cert(), () => signed()],
    ['WSSecurityCert with rsa-sha256', () => cert({ signatureAlgorithm: SHA256 } as Options), () => signed()],
    [
      'WSSecurityCert with wsu:Id',
      () => cert({ signerOptions: { idMode: 'wssecurity' } } as Options),
      () => signed(),
    ],
    ['WSSecurityCert without a Timestamp', () => cert({ hasTimeStamp: false }), () => signed({ parts: [] })],
    [
      'WSSecurityCert with a Timestamp that is not signed',
      () => cert({ excludeReferencesFromSigning: ['Timestamp'] } as Options),
      () => signed({ parts: [] }),
    ],
    [
      'WSSecurityCertWithToken, with the KeyInfo that it intends',
      () => withKeyInfo(withToken()),
      () => ({ ...signed(), usernameToken: { ...user, allowUnsigned: true } }),
    ],
    [
      'WSSecurityPlusCert',
      () => new WSSecurityPlusCert(password({ hasTimeStamp: false }), cert()),
      () => ({ ...signed(), usernameToken: { ...user, allowUnsigned: true } }),
    ],
    ['WSSecurity', () => password(), () => ({ usernameToken: user })],
    [
      'WSSecurity with a digest',
      () => password({ passwordType: 'PasswordDigest' }),
      () => ({ usernameToken: { password: () => 'secret' } }),
    ],
  ])('%s', async (_name, security, service) => {
    await serve(service());
    expect(await call(security())).toBe(USER['name']);
    expect(seen).toHaveLength(1);
  });

  test('a stranger is refused in each form', async () => {
    await serve(signed({ parts: [] }));
    for (const options of [{}, { hasTimeStamp: false }])
      expect(await call(cert(options, stranger))).toContain('refused: the signer of the request is not');
    expect(seen).toEqual([]);
  });

  test('WSSecurityCertWithToken as it is writes a Signature without KeyInfo, which is refused', async () => {
    await serve(signed());
    expect(await call(withToken())).toBe(
      'refused: the signature has parts other than SignedInfo, SignatureValue and KeyInfo',
    );
  });
});
