import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  basic,
  bearer,
  certificateAuthority,
  clientCertificate,
  createClient,
  decryptResponses,
  encryptRequests,
  header,
  ntlm,
  type Security,
  usernameToken,
  verifyResponses,
  wsdlPolicy,
  x509Signature,
} from '../index.js';
import { envelope, startHttpServer, textWsdl } from '../testing/echo-server.js';

const WSA = 'http://www.w3.org/2005/08/addressing';

const PASSWORD = 'correct horse & <battery>';
const wsdl = readFileSync(
  new URL('../../../soap-transport/src/upstreams/ledger.wsdl', import.meta.url),
  'utf8',
);
const ways = [
  ['undici', {}],
  ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }],
] as const;

describe('node-soap with authenticate', () => {
  let server: Server;
  let endpoint: string;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const Total = ({ label, amount }: { label: string; amount: string[] }) => ({
      label,
      sum: amount.reduce((sum, each) => sum + Number(each), 0),
    });
    const soap = listen(server, '/ledger', { Ledger: { Soap11: { Total }, Soap12: { Total } } }, wsdl);
    soap.authenticate = ({ UsernameToken: token }: { UsernameToken: Token }) => isRight(token);
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ledger`;
  });
  afterAll(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });

  describe.each(ways)('over %s', (_name, way) => {
    test.each([false, true])('accepts a UsernameToken, digest %s', async (digest) => {
      const security = usernameToken({ username: 'ada', password: PASSWORD, digest, timestamp: 60 });
      await using client = await createClient(wsdl, { ...way, endpoint, security });
      expect(await client.$operation('Total')({ label: 'é <', amount: [40, 2] })).toEqual({
        label: 'é <',
        sum: 42,
      });
    });

    test('rejects a wrong password', async () => {
      const security = usernameToken({ username: 'ada', password: 'guess', digest: true });
      await using client = await createClient(wsdl, { ...way, endpoint, security });
      await expect(client.$operation('Total')({ label: 'x', amount: [1] })).rejects.toMatchObject({
        name: expect.stringMatching(/SoapFaultError|ResponseError/) as string,
      });
    });
  });
});

describe.each(ways)('over %s', (_name, way) => {
  test.each<[string, Security | Security[], object]>([
    [
      'basic',
      basic('ada', 'pä:ss'),
      { authorization: `Basic ${Buffer.from('ada:pä:ss').toString('base64')}` },
    ],
    ['bearer', bearer('t0ken'), { authorization: 'Bearer t0ken' }],
    ['header', header('X-API-Key', 'k'), { 'x-api-key': 'k' }],
    [
      'several',
      [bearer('t'), header('X-One', '1'), header('X-Two', '2')],
      { authorization: 'Bearer t', 'x-one': '1', 'x-two': '2' },
    ],
  ])('%s is sent as HTTP headers, and shown by request', async (_what, security, expected) => {
    const server = await startHttpServer(() => ({ body: envelope('<t:AResponse xmlns:t="urn:t"/>') }));
    await using client = await createClient(textWsdl(['A'], server.address), { ...way, security });
    await client.$operation('A')();
    expect(server.received[0]?.headers).toMatchObject(expected);
    expect((await client.$operation('A').request()).headers).toMatchObject(expected);
    await server.stop();
  });

  test('SOAP headers of the client and WS-Addressing are in every envelope', async () => {
    const server = await startHttpServer(() => ({
      body: envelope(
        '<t:TotalResponse xmlns:t="urn:soapstone:ledger"><t:label>l</t:label><t:sum>1</t:sum></t:TotalResponse>',
      ),
    }));
    await using client = await createClient(wsdl, {
      ...way,
      endpoint: server.address,
      soapHeaders: { Trace: 'stored' },
      addressing: 'always',
    });
    const total = client.$operation('Total');
    await total({ label: 'l', amount: [1] });
    await total({ label: 'l', amount: [1] }, { soapHeaders: { Trace: 'own' } });
    const [first, second] = server.received.map(({ body }) => body.toString());
    expect(first).toMatch(/Trace[^>]*>stored</);
    expect(first).toMatch(/<wsa:Action[^>]*>urn:soapstone:ledger#Total</);
    expect(first).toContain(`>${server.address}</wsa:To>`);
    expect(second).toMatch(/Trace[^>]*>own</);
    expect(second).not.toContain('stored');
    const ids = [first, second].map(
      (text) => /<wsa:MessageID[^>]*>(urn:uuid:[0-9a-f-]{36})</.exec(text ?? '')?.[1],
    );
    expect(new Set(ids).size).toBe(2);
    await server.stop();
  });

  test('WS-Addressing properties of the client and of a call are sent, shown by request, and replaced by a header block', async () => {
    const reply = (relatesTo: string) =>
      envelope(
        '<t:TotalResponse xmlns:t="urn:soapstone:ledger"><t:label>l</t:label><t:sum>1</t:sum></t:TotalResponse>',
      ).replace(
        /(<\w+:Envelope[^>]*>)/,
        `$1<h:Header xmlns:h="http://schemas.xmlsoap.org/soap/envelope/"><RelatesTo xmlns="${WSA}">${relatesTo}</RelatesTo></h:Header>`,
      );
    const server = await startHttpServer(() => ({ body: reply('urn:m') }));
    await using client = await createClient(wsdl, {
      ...way,
      endpoint: server.address,
      allowUndeclaredHeaders: true,
      addressingProperties: { to: 'urn:partner', from: 'urn:us', mustUnderstand: ['To'] },
    });
    const total = client.$operation('Total');
    const input = { label: 'l', amount: [1] };
    await total(input);
    await total(input, { addressingProperties: { to: 'urn:other', action: 'urn:act', faultTo: 'urn:f' } });
    const { warnings } = await total.full(input, {
      soapHeaders: { [`{${WSA}}To`]: 'urn:own', [`{${WSA}}MessageID`]: 'urn:m' },
    });
    expect(warnings).toEqual([]);
    const shown = new TextDecoder().decode((await total.request(input)).body);
    const [first, second, third] = server.received.map(({ body }) => body.toString());
    for (const text of [first, shown]) {
      expect(text).toMatch(/<wsa:To [^>]*mustUnderstand="1">urn:partner</);
      expect(text).toMatch(/<wsa:From [^>]*><wsa:Address>urn:us</);
      expect(text).toMatch(/<wsa:Action [^>]*>urn:soapstone:ledger#Total</);
    }
    expect(second).toMatch(/<wsa:To [^>]*>urn:other<.*<wsa:From [^>]*><wsa:Address>urn:us</);
    expect(second).toMatch(/<wsa:Action [^>]*>urn:act<.*<wsa:FaultTo /);
    const actions = server.received.map(({ headers }) => headers['soapaction']);
    expect(actions).toEqual(
      ['urn:soapstone:ledger#Total', 'urn:act', 'urn:soapstone:ledger#Total'].map((uri) => `"${uri}"`),
    );
    expect(third?.match(/:To [^>]*>[^<]*/g)).toEqual([expect.stringMatching(/>urn:own$/)]);
    expect(third?.match(/:MessageID [^>]*>[^<]*/g)).toEqual([expect.stringMatching(/>urn:m$/)]);
    expect(third).toMatch(/<wsa:Action /);
    await server.stop();
  });

  test('addressing: never sends no block, even with properties; a wrong property is an OptionError', async () => {
    const server = await startHttpServer(() => ({ body: envelope('<t:AResponse xmlns:t="urn:t"/>') }));
    const never = { addressing: 'never', addressingProperties: { to: 'urn:partner' } } as const;
    await using client = await createClient(textWsdl(['A'], server.address), { ...way, ...never });
    await client.$operation('A')();
    expect(server.received[0]?.body.toString()).not.toContain('addressing');
    await server.stop();
    const wrong = { addressingProperties: { To: 'urn:x' } } as object;
    await expect(createClient(textWsdl(['A'], 'http://h/'), wrong)).rejects.toThrow('did you mean "to"');
  });
});

test.each<[string, Security]>([
  ['a client certificate', clientCertificate({ certificate: 'c', privateKey: 'k' })],
  ['a private authority', certificateAuthority('pem')],
  ['NTLM', ntlm({ username: 'a', password: 'b' })],
])('%s is rejected over fetch, and the error says what it needs', async (_what, security) => {
  await using client = await createClient(textWsdl(['A'], 'http://127.0.0.1:9/'), { security, fetch });
  await expect(client.$operation('A')()).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('createTransport') as string,
  });
});

test.each<[string, Security, string]>([
  ['a signature', x509Signature({ certificate: 'c', privateKey: 'k' }), '"/signature/certificate"'],
  ['encryption', encryptRequests({ certificate: 'c' }), '"/encryption/certificate"'],
  ['decryption', decryptResponses({ privateKey: 'k' }), 'the private key'],
  ['signed responses', verifyResponses({ certificates: 'c' }), '"/verify/certificates"'],
])('%s with a key that cannot be read fails over fetch as over undici', async (_name, security, what) => {
  const server = await startHttpServer(() => ({ body: envelope('<t:AResponse xmlns:t="urn:t"/>') }));
  for (const [, way] of ways) {
    await using client = await createClient(textWsdl(['A'], server.address), { security, ...way });
    await expect(client.$operation('A')()).rejects.toMatchObject({
      name: 'TransportError',
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(what) as string,
    });
  }
  await server.stop();
});

test.each<[string, () => unknown, string]>([
  ['basic without a password', () => basic('ada', undefined as never), 'expected a string, not undefined'],
  ['bearer with an object', () => bearer({} as never), 'expected a string, not an object'],
  [
    'a misspelt token',
    () => usernameToken({ username: 'a', pasword: 'b' } as never),
    'did you mean "password"',
  ],
  [
    'a misspelt algorithm',
    () => x509Signature({ certificate: 'c', privateKey: 'k', algorithm: 'rsa-sha265' as never }),
    'did you mean "rsa-sha256"',
  ],
])('%s is rejected by the function that creates it', (_what, make, message) => {
  expect(make).toThrow(
    expect.objectContaining({ name: 'OptionError', message: expect.stringContaining(message) }),
  );
});

test('two profiles that set the same member are rejected', async () => {
  const security = [basic('a', 'b'), basic('c', 'd')];
  await expect(createClient(textWsdl(['A'], 'http://127.0.0.1/'), { security })).rejects.toMatchObject({
    option: 'security',
  });
});

describe('wsdlPolicy', () => {
  const sp = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';
  const policy = `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="${sp}">
    <sp:SupportingTokens><wsp:Policy><sp:UsernameToken><wsp:Policy><sp:HashPassword/></wsp:Policy></sp:UsernameToken></wsp:Policy></sp:SupportingTokens></wsp:Policy>`;
  const withPolicy = (text: string): string =>
    textWsdl(['A'], 'http://127.0.0.1:9/').replace(/<(wsdl:)?binding [^>]*>/, `$&${text}`);

  test('sends what the policy of the port requires', async () => {
    const security = wsdlPolicy({ usernameToken: { username: 'ada', password: PASSWORD } });
    await using client = await createClient(withPolicy(policy), { security });
    const { body } = await client.$operation('A').request({});
    const text = new TextDecoder().decode(body);
    expect(text).toMatch(/<wsse:Username>ada<.*#PasswordDigest"/s);
    expect(text).not.toContain('battery');
  });

  test.each<[string, string, Parameters<typeof wsdlPolicy>[0], RegExp]>([
    ['what is missing', policy, {}, /it needs a user name and password/],
    [
      'a gap',
      policy.replace(/<sp:UsernameToken>.*<\/sp:UsernameToken>/s, '<sp:RelToken/>'),
      {},
      /RelToken: REL tokens are not supported/,
    ],
    ['a port without a policy', '', {}, /port \w+ has no security policy in the WSDL/],
  ])('an error names %s when the client is created', async (_what, text, own, message) => {
    await expect(createClient(withPolicy(text), { security: wsdlPolicy(own) })).rejects.toThrow(message);
  });
});

test('no secret appears in an error', async () => {
  const security = [Object.assign(basic('ada', 'sw0rdfish'), { basik: 'sw0rdfish' })];
  const error = await createClient(textWsdl(['A'], 'http://127.0.0.1:9/'), { security })
    .then((client) => client.$operation('A')())
    .catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/basic/);
  expect(JSON.stringify(error) + String(error)).not.toContain('sw0rdfish');
});

interface Token {
  readonly Username: string;
  readonly Password: { readonly $value: string; readonly attributes: { readonly Type: string } };
  readonly Nonce?: { readonly $value: string };
  readonly Created?: string;
}

/** Checks a token as a server does, from the text of UsernameToken Profile 1.0 §3.1. */
function isRight({ Username, Password, Nonce, Created }: Token): boolean {
  if (Username !== 'ada') return false;
  if (Password.attributes.Type.endsWith('#PasswordText')) return Password.$value === PASSWORD;
  const digest = createHash('sha1')
    .update(Buffer.from(Nonce?.$value ?? '', 'base64'))
    .update(`${Created}${PASSWORD}`)
    .digest('base64');
  return digest === Password.$value;
}
