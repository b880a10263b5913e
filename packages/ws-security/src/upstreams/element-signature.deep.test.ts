import { spawnSync } from 'node:child_process';
import { createPrivateKey, sign as signBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementSignatureProfile } from '@soapstone/credentials';
import type { SignedElement } from '@soapstone/soap-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locate } from '../request/locate.js';
import { secureMessage } from '../request/secure-envelope.js';
import type { Identity } from '../testing/certificates.js';
import { isInstalled, suiteName } from '../testing/installed.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { hasSantuario, runSantuario, SANTUARIO_PACKAGES } from '../testing/wss4j.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const NFE = 'http://www.portalfiscal.inf.br/nfe';
const CONTENT = `<n:infNFe versao="4.00" Id="NFe35"><n:xNome xml:lang="pt">Pão &amp; Cia &#13;\u{1F600}</n:xNome>
  <n:vNF/></n:infNFe>`;
const ENVELOPE = `<s:Envelope xmlns:s="${SOAP}" xmlns:o="urn:other"><s:Body><n:enviNFe xmlns:n="${NFE}"><n:NFe Id="doc"><!-- a comment -->${CONTENT}<n:end/></n:NFe></n:enviNFe></s:Body></s:Envelope>`;
const IN_TEXT = ENVELOPE.replace(
  /<n:NFe.*<\/n:NFe>/s,
  (whole) =>
    `<n:dados><![CDATA[<?xml version="1.0" encoding="UTF-8"?>${whole.replace('<n:NFe', `<n:NFe xmlns:n="${NFE}"`)}]]></n:dados>`,
);

const REFERENCES: readonly (readonly [string, Partial<SignedElement>])[] = [
  ['an ancestor (enveloped)', { reference: { path: [], attribute: 'Id' } }],
  ['a sibling', { reference: { path: [`{${NFE}}infNFe`], attribute: 'Id' } }],
  ['the document', {}],
];

const installed = isInstalled('xmlsec1') && hasSantuario();
describe.skipIf(!installed)(
  suiteName('the signature of an element', installed, `xmlsec1 ${SANTUARIO_PACKAGES}`),
  () => {
    let office: CertificateOffice;
    let keys: readonly (readonly [ElementSignatureProfile['algorithm'], Identity])[];
    beforeAll(() => {
      office = openCertificateOffice();
      const elliptic = office.issue('/CN=ec', {
        key: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      });
      keys = [
        ['rsa-sha256', office.issue('/C=BR/O=Padaria, Ltda/CN=rsa')],
        ['ecdsa-sha256', elliptic],
      ];
    }, 60_000);
    afterAll(() => office?.close());

    /** Whether libxmlsec1 verifies each of some documents, in one process. */
    const verified = (documents: readonly string[], { certificate }: Identity): boolean => {
      writeFileSync(join(office.folder, 'signer.pem'), certificate);
      const files = documents.map((xml, index) => {
        const file = join(office.folder, `signed-${index}.xml`);
        writeFileSync(file, xml);
        return file;
      });
      const ids = ['infNFe', 'NFe'].flatMap((name) => ['--id-attr:Id', `${NFE}:${name}`]);
      const key = [
        '--enabled-key-data',
        'x509,rsa,ec',
        '--pubkey-cert-pem',
        join(office.folder, 'signer.pem'),
      ];
      return spawnSync('xmlsec1', ['--verify', ...key, ...ids, ...files]).status === 0;
    };

    test('XM-17: xmlsec1 and Apache Santuario verify each canonical form, key and reference, and reject an altered element', () => {
      const jobs = keys.flatMap(([algorithm, identity]) =>
        (['exclusive', 'inclusive'] as const).flatMap((canonical) =>
          REFERENCES.flatMap(([what, reference]) =>
            (['document', 'message', 'text'] as const)
              .filter((place) => place !== 'message' || reference.reference !== undefined)
              .map((place) => {
                const inText = place === 'text';
                const element: SignedElement = {
                  path: [`{${NFE}}enviNFe`, ...(inText ? [`{${NFE}}dados`] : []), `{${NFE}}NFe`],
                  ...(inText && { text: { at: 1, as: 'cdata' as const } }),
                  into: [],
                  before: [`{${NFE}}end`],
                  canonical,
                  scope: place === 'message' ? 'message' : 'document',
                  ...reference,
                };
                const profile = { elementSignature: { ...identity, algorithm } };
                const secured = secureMessage(
                  Buffer.from(inText ? IN_TEXT : ENVELOPE),
                  profile,
                  { random: fail },
                  [element],
                );
                if (secured instanceof Promise) throw new Error('the key is here');
                const message = Buffer.from(secured.envelope).toString('utf8');
                const name = [algorithm, canonical, what, place].join(', ');
                return { command: 'element', identity, envelope: judged(message, place), name, message };
              }),
          ),
        ),
      );
      expect(jobs).toHaveLength(2 * 2 * 8);
      const altered = jobs.map((job) => ({ ...job, envelope: job.envelope.replace('Pão', 'Pao') }));
      for (const [, identity] of keys) {
        const own = jobs.filter((job) => job.identity === identity);
        // The bytes that exclusive canonicalization signs are the same where the element stands in the message.
        const inPlace = own.filter(({ name }) => /exclusive, .*(?:enveloped\)|sibling), document/.test(name));
        expect(inPlace).toHaveLength(2);
        const documents = [...own.map(({ envelope }) => envelope), ...inPlace.map(({ message }) => message)];
        expect(verified(documents, identity)).toBe(true);
        const [wrong] = altered.filter((job) => job.identity === identity);
        expect(verified([wrong?.envelope ?? ''], identity)).toBe(false);
      }
      const answers = runSantuario(office.folder, [...jobs, ...altered]);
      const failed = jobs.flatMap(({ name }, at) =>
        answers[at] instanceof Error ? [[name, answers[at]]] : [],
      );
      expect(failed).toEqual([]);
      expect(answers.slice(jobs.length).filter((answer) => !(answer instanceof Error))).toEqual([]);
    });

    test('a key outside the process signs, too, and the message can be signed around it', async () => {
      const [, identity] = keys[0] as readonly [string, Identity];
      const privateKey = {
        sign: (_: string, data: Uint8Array) =>
          Promise.resolve(signBytes('sha256', data, createPrivateKey(identity.privateKey))),
      };
      const element: SignedElement = {
        path: [`{${NFE}}enviNFe`, `{${NFE}}NFe`],
        into: [],
        before: [],
        canonical: 'exclusive',
        scope: 'document',
      };
      const { envelope } = await secureMessage(
        Buffer.from(ENVELOPE),
        {
          elementSignature: {
            certificate: identity.certificate,
            privateKey,
            keyInfo: 'certificate-and-issuer',
          },
        },
        { random: fail },
        [element],
      );
      const text = Buffer.from(envelope).toString('utf8');
      expect(text).toContain('<X509IssuerSerial>');
      expect(verified([judged(text, 'document')], identity)).toBe(true);
    });
  },
);

/** The text that a judge sees: the whole message, or the element or document taken out of it. */
function judged(message: string, place: 'document' | 'message' | 'text'): string {
  if (place === 'message') return message;
  const name = place === 'text' ? 'dados' : 'NFe';
  const [found] = locate(message, ['*', '*Body', `{${NFE}}enviNFe`, `{${NFE}}${name}`], 1);
  if (found === undefined) throw new Error('nothing was signed');
  return place === 'text' ? found.text : message.slice(found.start, found.end);
}

const fail = (): never => {
  throw new Error('nothing random is needed');
};
