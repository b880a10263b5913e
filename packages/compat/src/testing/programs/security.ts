import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import type { Loose } from '../../loosely-typed-values.js';
import { open, type Program } from '../judge.js';
import { ECHO } from './calls.js';

/** Content that is new in every message. */
const NEW = [
  'Created',
  'Expires',
  'Nonce',
  'Password',
  'BinarySecurityToken',
  'DigestValue',
  'SignatureValue',
];

interface Pair {
  readonly cert: string;
  readonly key: string;
}

let pair: Promise<Pair> | undefined;

/** A key and a certificate for `127.0.0.1`, made once. */
function keys(): Promise<Pair> {
  pair ??= generate([{ name: 'commonName', value: 'ada' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  }).then(({ cert, private: key }) => ({ cert, key }));
  return pair;
}

/** A program that sends one message with a security object and prints it, with the HTTP header of the credentials. */
const secures = (name: string, security: (soap: Loose, keys: Pair) => Loose): Program => ({
  name,
  async run({ soap, wsdl, stub, print, printXml }) {
    const server = await stub(ECHO);
    const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
    client.setSecurity(security(soap, await keys()));
    print((await client.EchoAsync({ text: 'x' }))[0]);
    const [{ headers, body } = { headers: {}, body: '' }] = server.received;
    print(headers['authorization']);
    printXml(body, ...NEW);
  },
});

/** Prints which elements of a message are signed, and with what. */
function signatureOf(xml: string): string {
  const algorithms = [...xml.matchAll(/(?:SignatureMethod|DigestMethod) Algorithm="([^"]{1,200})"/g)].map(
    ([, uri]) => uri,
  );
  const ids = [...xml.matchAll(/Reference URI="#([^"]{1,200})"/g)].map(([, id]) => id);
  const signed = ids.map(
    (id) => new RegExp(`<(?:\\w+:)?(\\w+)[^>]{0,500} (?:\\w+:)?Id="${id}"`).exec(xml)?.[1],
  );
  return `${algorithms.join(' ')} ${[...signed].sort().join(' ')}`;
}

/** A program that signs and prints what is signed. */
const signs = (name: string, security: (soap: Loose, keys: Pair) => Loose): Program => ({
  name,
  async run({ soap, wsdl, stub, print }) {
    const server = await stub(ECHO);
    const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
    client.setSecurity(security(soap, await keys()));
    await client.EchoAsync({ text: 'x' });
    const body = server.received[0]?.body ?? '';
    print(signatureOf(body));
    print(['BinarySecurityToken', 'Timestamp', 'UsernameToken'].filter((each) => body.includes(each)).join());
    print(/mustUnderstand="1"/.test(body), body.includes('custom:Element'));
  },
});

/** A server with TLS that asks for a certificate and answers with the name in it. */
async function tlsServer({ cert, key }: Pair): Promise<{ url: string; names: (string | undefined)[] }> {
  const names: (string | undefined)[] = [];
  const server = createServer({ cert, key, requestCert: true, rejectUnauthorized: false }, (req, res) => {
    const name = (req.socket as TLSSocket).getPeerCertificate().subject?.CN;
    names.push(Array.isArray(name) ? name.join() : name);
    res.setHeader('content-type', 'text/xml');
    res.end(ECHO);
  });
  return { url: (await open(server)).replace('http:', 'https:'), names };
}

/** Every class of security, and objects of a program's own. */
export const security: readonly Program[] = [
  secures('BasicAuthSecurity', (soap) => new soap.BasicAuthSecurity('ada', 'secret')),
  secures('BearerSecurity', (soap) => new soap.BearerSecurity('token')),
  secures('WSSecurity with a text', (soap) => new soap.WSSecurity('ada', 'sec<ret')),
  secures('WSSecurity with a digest', (soap) => new soap.WSSecurity('ada', 'secret', 'PasswordDigest')),
  secures(
    'WSSecurity with every option',
    (soap) =>
      new soap.WSSecurity('ada', 'secret', {
        passwordType: 'PasswordText',
        hasTimeStamp: false,
        hasTokenCreated: false,
        hasNonce: true,
        mustUnderstand: true,
        actor: 'urn:actor',
        appendElement: '<custom:Element xmlns:custom="urn:c">x</custom:Element>',
      }),
  ),
  secures('a security object of the program', () => ({
    addHeaders: (headers: Loose) => {
      headers['Authorization'] = 'Custom 1';
    },
    toXML: () => '<Own xmlns="urn:own">1</Own>',
  })),
  secures('a security object that changes the message', () => ({
    postProcess: (xml: string, key: string) => xml.replace(`</${key}:Header>`, `<Late/></${key}:Header>`),
  })),
  secures('a security object with options', () => ({
    addOptions: (options: Loose) => {
      options.headers = { Authorization: 'From options' };
    },
  })),
  {
    name: 'BasicAuthSecurity with options',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(() => new Promise(() => undefined));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      client.setSecurity(new soap.BasicAuthSecurity('ada', 'secret', { timeout: 50 }));
      await client.EchoAsync({ text: 'x' }).catch((error: Loose) => print(error.code));
    },
  },
  {
    name: 'the blocks of WSSecurity',
    async run({ soap, print, printXml }) {
      const security = new soap.WSSecurity('ada', 'secret', { hasTimeStamp: true });
      printXml(security.toXML(), ...NEW);
      print(typeof security.addHeaders, typeof security.postProcess);
    },
  },
  signs('WSSecurityCert', (soap, { key, cert }) => new soap.WSSecurityCert(key, cert, '')),
  signs(
    'WSSecurityCert without a timestamp',
    (soap, { key, cert }) => new soap.WSSecurityCert(key, cert, '', { hasTimeStamp: false }),
  ),
  signs(
    'WSSecurityCert with RSA-SHA1',
    (soap, { key, cert }) =>
      new soap.WSSecurityCert(key, cert, '', {
        signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      }),
  ),
  signs(
    'WSSecurityCert with options of the signature',
    (soap, { key, cert }) =>
      new soap.WSSecurityCert(key, cert, '', {
        hasTimeStamp: true,
        signerOptions: { prefix: 'ds', attrs: { Id: 'Signature' } },
        excludeReferencesFromSigning: ['Timestamp'],
        appendElement: '<custom:Element xmlns:custom="urn:c">x</custom:Element>',
      }),
  ),
  signs(
    'WSSecurityCert that signs its token',
    (soap, { key, cert }) =>
      new soap.WSSecurityCert(key, cert, '', { additionalReferences: ['wsse:BinarySecurityToken'] }),
  ),
  signs(
    'WSSecurityPlusCert',
    (soap, { key, cert }) =>
      new soap.WSSecurityPlusCert(
        new soap.WSSecurity('ada', 'secret'),
        new soap.WSSecurityCert(key, cert, ''),
      ),
  ),
  signs(
    'WSSecurityCertWithToken',
    (soap, { key, cert }) =>
      new soap.WSSecurityCertWithToken({
        privateKey: key,
        publicKey: cert,
        keyPassword: '',
        username: 'ada',
        password: 'secret',
      }),
  ),
  {
    name: 'ClientSSLSecurity',
    async run({ soap, wsdl, print }) {
      const own = await keys();
      const server = await tlsServer(own);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      client.setSecurity(
        new soap.ClientSSLSecurity(Buffer.from(own.key), Buffer.from(own.cert), Buffer.from(own.cert)),
      );
      print((await client.EchoAsync({ text: 'x' }))[0], server.names);
    },
  },
  {
    name: 'ClientSSLSecurity with options',
    async run({ soap, wsdl, print }) {
      const own = await keys();
      const server = await tlsServer(own);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      const options = { rejectUnauthorized: false, strictSSL: false, forever: true };
      client.setSecurity(new soap.ClientSSLSecurity(Buffer.from(own.key), Buffer.from(own.cert), options));
      print((await client.EchoAsync({ text: 'x' }))[0], server.names);
    },
  },
  {
    name: 'a certificate that nobody trusts',
    async run({ soap, wsdl, print }) {
      const server = await tlsServer(await keys());
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync({ text: 'x' }).catch((error: Loose) => print(error.code));
    },
  },
  {
    name: 'ClientSSLSecurity with a wrong key',
    async run({ soap, print }) {
      for (const make of [() => new soap.ClientSSLSecurity(5), () => new soap.ClientSSLSecurityPFX(5)]) {
        try {
          make();
        } catch (error) {
          print((error as Error).message);
        }
      }
    },
  },
  {
    name: 'the options of ClientSSLSecurityPFX and NTLMSecurity',
    async run({ soap, print }) {
      const pfx: Loose = {};
      new soap.ClientSSLSecurityPFX(Buffer.from('x'), 'pass', { strictSSL: true }).addOptions(pfx);
      print(pfx.pfx.toString(), pfx.passphrase, pfx.strictSSL);
      for (const make of [
        () => new soap.NTLMSecurity('ada', 'secret', 'domain', 'workstation'),
        () => new soap.NTLMSecurity({ username: 'ada', password: 'secret', domain: 'd', workstation: 'w' }),
      ]) {
        const options: Loose = {};
        make().addOptions(options);
        print(options);
      }
    },
  },
];
