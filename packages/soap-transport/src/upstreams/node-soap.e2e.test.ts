import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { CredentialProfile, UsernameTokenProfile } from '@soapstone/credentials';
import { listen } from 'soap';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressingHeaders } from '../../../ws-security/src/headers/addressing-headers.js';
import type { HeaderContext } from '../../../ws-security/src/headers/header-context.js';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import { printEnvelope, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';

const LEDGER = 'urn:soapstone:ledger';
const PASSWORD = 'correct horse & <battery>';
const TOTAL = `<ns1:Total xmlns:ns1="${LEDGER}"><ns1:label>é &lt;</ns1:label><ns1:amount>40</ns1:amount><ns1:amount>2</ns1:amount></ns1:Total>`;

/** The part of a `wsse:Security` header block, as node-soap parses it, that the verifier reads. */
interface ReceivedSecurity {
  readonly Timestamp?: { readonly Created: string; readonly Expires: string };
  readonly UsernameToken?: {
    readonly Username: string;
    readonly Password: { readonly $value: string; readonly attributes: { readonly Type: string } };
    readonly Nonce?: { readonly $value: string };
    readonly Created?: string;
  };
}

const usedNonces = new Set<string>();

/** Checks a token as a careful server does (UsernameToken Profile 1.0 §3.1), written from the specification. */
function accept({ UsernameToken: token, Timestamp: timestamp }: ReceivedSecurity): boolean {
  if (token === undefined || token.Username !== 'ada') return false;
  if (timestamp !== undefined && Date.parse(timestamp.Expires) < Date.now()) return false;
  if (token.Password.attributes.Type.endsWith('#PasswordText')) return token.Password.$value === PASSWORD;
  const nonce = token.Nonce?.$value ?? '';
  if (
    nonce === '' ||
    usedNonces.has(nonce) ||
    Math.abs(Date.parse(token.Created ?? '') - Date.now()) > 60_000
  )
    return false;
  usedNonces.add(nonce);
  const digest = createHash('sha1')
    .update(Buffer.from(nonce, 'base64'))
    .update(`${token.Created}${PASSWORD}`)
    .digest('base64');
  return digest === token.Password.$value;
}

let server: Server;
let transport: Transport;
let url: string;
let secured = false;
let headersSeen: unknown;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const operations = {
    Total({ label, amount }: { label: string; amount: string[] }) {
      const sum = amount.reduce((all, one) => all + Number(one), 0);
      if (sum < 0) {
        throw {
          Fault: {
            faultcode: 'soap:Client',
            faultstring: 'overdrawn',
            detail: { by: -sum },
            statusCode: 500,
          },
        };
      }
      return { label, sum };
    },
  };
  const wsdl = readFileSync(fileURLToPath(new URL('ledger.wsdl', import.meta.url)), 'utf8');
  const soap = listen(server, '/ledger', { Ledger: { Soap11: operations, Soap12: operations } }, wsdl);
  soap.authenticate = (security: ReceivedSecurity | null | undefined) =>
    !secured || (security != null && accept(security));
  soap.on('headers', (headers: unknown) => {
    headersSeen = headers;
  });
  url = `http://127.0.0.1:${port}/ledger`;
  transport = createTransport({ egress: { allow: [`127.0.0.1:${port}`] } });
});

afterAll(async () => {
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  secured = false;
  headersSeen = undefined;
});

const context = (now = new Date()): HeaderContext => ({
  soapVersion: '1.1',
  now,
  random: (count) => crypto.getRandomValues(new Uint8Array(count)),
});

async function call(body: string, headers: readonly string[] = [], change = (text: string) => text) {
  const envelope = change(printEnvelope(body, headers));
  const response = await transport.send(
    soapRequest(url, { body: Buffer.from(envelope), soapAction: `${LEDGER}#Total` }),
  );
  return { status: response.status, text: await textOf(response) };
}

describe('node-soap', () => {
  test('document/literal', async () => {
    const { status, text } = await call(TOTAL);
    expect(status).toBe(200);
    expect(text).toContain('<sum>42</sum>');
    expect(text).toContain('é &lt;');
  });

  test('SOAP 1.2', async () => {
    const response = await transport.send(
      soapRequest(url, {
        body: Buffer.from(printEnvelope(TOTAL, [], '1.2')),
        soapVersion: '1.2',
        contentType: `application/soap+xml; charset=utf-8; action="${LEDGER}#Total"`,
      }),
    );
    expect(response.status).toBe(200);
    expect(await textOf(response)).toContain('42');
  });

  test('a fault', async () => {
    const { status, text } = await call(TOTAL.replace('>40<', '>-50<'));
    expect(status).toBe(500);
    expect(text).toContain('overdrawn');
  });

  test('WS-Addressing headers are understood', async () => {
    await call(TOTAL, addressingHeaders({ action: 'urn:do', to: url, messageId: 'urn:uuid:1' }, context()));
    expect(headersSeen).toMatchObject({
      Action: 'urn:do',
      To: url,
      MessageID: 'urn:uuid:1',
      ReplyTo: { Address: 'http://www.w3.org/2005/08/addressing/anonymous' },
    });
  });
});

describe('node-soap with authenticate', () => {
  const profile = (token: Partial<UsernameTokenProfile> = {}): CredentialProfile => ({
    timestamp: { ttlSeconds: 60 },
    usernameToken: { username: 'ada', password: PASSWORD, type: 'digest', ...token },
  });

  beforeEach(() => {
    secured = true;
  });

  test.each(['text', 'digest'] as const)('accepts the password as %s', async (type) => {
    const { status, text } = await call(TOTAL, securityHeaders(profile({ type }), context()));
    expect([status, text]).toEqual([200, expect.stringContaining('<sum>42</sum>')]);
    if (type === 'digest') expect(JSON.stringify(headersSeen)).not.toContain(PASSWORD);
  });

  test.each<[string, () => Promise<{ status: number; text: string }>]>([
    ['no token', () => call(TOTAL)],
    ['another user', () => call(TOTAL, securityHeaders(profile({ username: 'eve' }), context()))],
    ['another password', () => call(TOTAL, securityHeaders(profile({ password: 'guess' }), context()))],
    [
      'another password as text',
      () => call(TOTAL, securityHeaders(profile({ type: 'text', password: 'guess' }), context())),
    ],
    [
      'an expired message',
      () => call(TOTAL, securityHeaders(profile(), context(new Date(Date.now() - 120_000)))),
    ],
    [
      'a changed nonce',
      () =>
        call(TOTAL, securityHeaders(profile(), context()), (text) =>
          text.replace(
            /(#Base64Binary">)(.)/,
            (_all, before: string, first: string) => `${before}${first === 'A' ? 'B' : 'A'}`,
          ),
        ),
    ],
    [
      'a changed time',
      () =>
        call(TOTAL, securityHeaders({ usernameToken: profile().usernameToken! }, context()), (text) =>
          text.replace(
            /(<wsu:Created>\d{4}.*:)(\d)(\d)Z/,
            (_all, before: string, tens: string, ones: string) =>
              `${before}${(Number(tens) + 1) % 6}${ones}Z`,
          ),
        ),
    ],
    [
      'a changed digest',
      () =>
        call(TOTAL, securityHeaders(profile(), context()), (text) =>
          text.replace(/(#PasswordDigest">)./, '$1_'),
        ),
    ],
  ])('rejects %s', async (_name, send) => {
    const { status, text } = await send();
    expect(text).not.toContain('<sum>');
    expect([status, text]).toEqual([
      expect.any(Number),
      expect.stringMatching(/Fault|Invalid username or password/),
    ]);
  });

  test('rejects a repeated message: no two have the same nonce', async () => {
    const headers = securityHeaders(profile(), context());
    expect((await call(TOTAL, headers)).text).toContain('<sum>42');
    expect((await call(TOTAL, headers)).text).not.toContain('<sum>42');
    const nonces = Array.from(
      { length: 500 },
      () => /Base64Binary">([^<]+)</.exec(securityHeaders(profile(), context())[0] ?? '')?.[1],
    );
    expect(new Set(nonces).size).toBe(500);
  });
});
