import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from './certificates.js';

const DS = 'http://www.w3.org/2000/09/xmldsig#';
/** The identifiers of the canonical forms. */
const CANONICAL_FORMS = {
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
};
/** Where a signature is: inside what it signs, around it, or beside it. */
type SignatureForm = 'enveloped' | 'enveloping' | 'detached';
type CanonicalForm = keyof typeof CANONICAL_FORMS;

/** Every form of a signature with both canonical forms. */
export const SIGNATURE_FORMS: readonly (readonly [SignatureForm, CanonicalForm])[] = (
  ['enveloped', 'enveloping', 'detached'] as const
).flatMap((form) => (['exclusive', 'inclusive'] as const).map((canonical) => [form, canonical] as const));

/** libxmlsec1 as the signer and the judge of documents, with one key. */
export interface XmlSec {
  /** A document with a signature of an invoice, without an XML declaration; `around` is what it is signed in. */
  signed(form: SignatureForm, canonical: CanonicalForm, around?: (document: string) => string): string;
  /** Whether the first signature of a document is that of the key. */
  verifies(xml: string): boolean;
}

/** Opens xmlsec1 in a folder, which its files stay in. */
export function openXmlSec(folder: string, { certificate, privateKey }: Identity): XmlSec {
  const pathOf = (name: string): string => join(folder, name);
  writeFileSync(pathOf('xmlsec-private.pem'), privateKey);
  writeFileSync(
    pathOf('xmlsec-public.pem'),
    createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
  );
  const ids = ['urn:invoice:invoice', `${DS}:Object`].flatMap((name) => ['--id-attr:Id', name]);
  const run = (...args: readonly string[]) => spawnSync('xmlsec1', args, { encoding: 'utf8' });
  return {
    signed(form, canonical, around = (document) => document) {
      const [template, output] = [pathOf('xmlsec-template.xml'), pathOf('xmlsec-signed.xml')];
      writeFileSync(template, around(templateOf(form, CANONICAL_FORMS[canonical])));
      const key = ['--privkey-pem', pathOf('xmlsec-private.pem')];
      const { status, stderr } = run('--sign', ...key, ...ids, '--output', output, template);
      if (status !== 0) throw new Error(`xmlsec1 cannot sign: ${stderr}`);
      return readFileSync(output, 'utf8')
        .replace(/^<\?xml[^>]*\?>\s*/, '')
        .trim();
    },
    verifies(xml) {
      const file = pathOf('xmlsec-received.xml');
      writeFileSync(file, xml);
      return run('--verify', '--pubkey-pem', pathOf('xmlsec-public.pem'), ...ids, file).status === 0;
    },
  };
}

function templateOf(form: SignatureForm, canonical: string): string {
  const algorithm = (name: string, uri: string): string => `<ds:${name} Algorithm="${uri}"/>`;
  const transforms = form === 'enveloped' ? [`${DS}enveloped-signature`, canonical] : [canonical];
  const signature = (object: string): string =>
    `<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo>${algorithm('CanonicalizationMethod', canonical)}` +
    `${algorithm('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')}` +
    `<ds:Reference URI="#${form === 'enveloping' ? 'o1' : 'i1'}"><ds:Transforms>${transforms.map((uri) => algorithm('Transform', uri)).join('')}</ds:Transforms>` +
    `${algorithm('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256')}<ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/>${object}</ds:Signature>`;
  const invoice = (inside: string): string =>
    `<inv:invoice xmlns:inv="urn:invoice" Id='i1'><inv:to>A &amp; B<![CDATA[ <Ltda> ]]></inv:to><!-- net -->
  <note xmlns="">\u{e9}</note>${inside}</inv:invoice>`;
  if (form === 'enveloped') return invoice(signature(''));
  if (form === 'enveloping') return signature(`<ds:Object Id="o1">${invoice('')}</ds:Object>`);
  return `<inv:batch xmlns:inv="urn:invoice">${invoice('')}${signature('')}</inv:batch>`;
}
