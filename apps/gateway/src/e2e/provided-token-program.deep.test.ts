import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCanaries } from '../testing/canaries.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { SESSION_WSDL, type SessionService, startSessionService } from '../testing/session-service.js';

const root = new URL('../../../../', import.meta.url);
const page = await readFile(new URL('docs/design.md', root), 'utf8');
/** The program of docs/design.md. */
const program = /```js\n(\/\/ hand-in-token\.mjs[\s\S]*?)```/.exec(page)?.[1] ?? '';

/** A service that gives tickets to requests that are signed with CMS, as that of AFIP does. */
const ticketsWsdl = (address: string) => `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:tickets" targetNamespace="urn:tickets" name="LoginCMSService">
  <types><xs:schema targetNamespace="urn:tickets" elementFormDefault="qualified">
    <xs:element name="loginCms"><xs:complexType><xs:sequence><xs:element name="in0" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="loginCmsResponse"><xs:complexType><xs:sequence><xs:element name="loginCmsReturn" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:loginCms"/></message>
  <message name="out"><part name="p" element="t:loginCmsResponse"/></message>
  <portType name="LoginCMS"><operation name="loginCms"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="LoginCms" type="t:LoginCMS"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="loginCms"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="LoginCMSService"><port name="LoginCms" binding="t:LoginCms"><soap:address location="${address}"/></port></service>
</definitions>`;

let folder: string;
let under: GatewayUnderTest;
let owner: OwnerClient;
let orders: SessionService;
let tickets: Server;
/** The requests for tickets whose signature is that of the certificate. */
const signed: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soapstone-token-program-'));
  await mkdir(join(folder, 'node_modules/@soapstone'), { recursive: true });
  await symlink(
    fileURLToPath(new URL('packages/client', root)),
    join(folder, 'node_modules/@soapstone/client'),
  );
  await writeFile(join(folder, 'hand-in-token.mjs'), program);
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'certificate.pem',
      '-subj',
      '/CN=ours',
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  tickets = createServer((request, response) => {
    const address = `http://${request.headers.host}/ticket`;
    if (request.method === 'GET') {
      response.end(ticketsWsdl(address));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const cms = /in0>([^<]*)</.exec(Buffer.concat(chunks).toString())?.[1] ?? '';
      const verify = ['cms', '-verify', '-inform', 'DER', '-CAfile', 'certificate.pem', '-purpose', 'any'];
      const input = Buffer.from(cms, 'base64');
      signed.push(execFileSync('openssl', verify, { cwd: folder, input, stdio: 'pipe' }).toString());
      const ends = new Date(Date.now() + 12 * 3_600_000 - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
      const ticket = `<?xml version="1.0"?><loginTicketResponse version="1.0"><header><expirationTime>${ends}</expirationTime></header><credentials><token>${orders.valid}</token><sign>c2lnbg==</sign></credentials></loginTicketResponse>`;
      const text = ticket.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      response
        .writeHead(200, { 'Content-Type': 'text/xml' })
        .end(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><loginCmsResponse xmlns="urn:tickets"><loginCmsReturn>${text}</loginCmsReturn></loginCmsResponse></s:Body></s:Envelope>`,
        );
    });
  });
  await new Promise<void>((resolve) => tickets.listen(0, '127.0.0.1', resolve));
  [under, orders] = await Promise.all([startUnderTest(), startSessionService(createCanaries())]);
  owner = await createOwner(under);
}, 60_000);
afterAll(async () => {
  await Promise.all([under?.stop(), orders?.upstream.stop()]);
  tickets?.close();
  tickets?.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

test('docs/design.md: the program signs a request, and hands its ticket in', {
  timeout: 120_000,
}, async () => {
  expect(program).toContain('/session/token');
  orders.valid = 'dG9rZW4=';
  const answer = await owner.send('POST', '/api/manage/services', {
    files: [{ path: 'orders.wsdl', content: base64(SESSION_WSDL) }],
    settings: { endpoint: orders.upstream.address },
    design: {
      session: {
        token: { provided: ['token', 'sign'] },
        send: { member: { '*/sessionId': 'token', 'FindOrders/name': 'sign' } },
      },
    },
  });
  const { serviceId, slug } = answer.json<{ serviceId: string; slug: string }>();
  const keyOf = async (purpose: string) =>
    (await owner.send('POST', '/api/manage/keys', { name: 'k', purpose })).json<{ key: string }>().key;
  const run = spawn(
    process.execPath,
    [
      '--import',
      new URL('node_modules/tsx/dist/loader.mjs', root).href,
      '--conditions=@soapstone/source',
      'hand-in-token.mjs',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        WSAA: `http://127.0.0.1:${(tickets.address() as AddressInfo).port}/ticket?wsdl`,
        GATEWAY: under.baseUrl,
        SERVICE_ID: serviceId,
        MANAGEMENT_KEY: await keyOf('management'),
        NODE_EXTRA_CA_CERTS: '',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    },
  );
  const { code, text } = await outcomeOf(run);
  expect([code, text]).toEqual([0, expect.stringMatching(/^The next token is due at 20\d\d-/m)]);
  expect(signed).toEqual([expect.stringContaining('<service>wsfe</service>')]);
  const called = await under.send(`/api/v1/${owner.accountId}/${slug}/FindOrders`, {
    method: 'POST',
    headers: { 'X-API-Key': await keyOf('live'), 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(called.status).toBe(200);
  expect(orders.upstream.bodies.at(-1)).toMatch(/sessionId>dG9rZW4=<.*name>c2lnbg==</);
});

async function outcomeOf(run: ChildProcess): Promise<{ code: number | null; text: string }> {
  let text = '';
  for (const stream of [run.stdout, run.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve) => run.once('close', resolve));
  return { code, text };
}
