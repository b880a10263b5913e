import { expect, test } from 'vitest';
import { createClient, issuedToken, samlAssertion } from '../index.js';
import { envelope, startHttpServer, textWsdl } from '../testing/echo-server.js';

const SAML2 = 'urn:oasis:names:tc:SAML:2.0:assertion';
const TRUST = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
/** An encrypted token, so that its signature cannot be checked here. */
const TOKEN = '<x:EncryptedData xmlns:x="http://www.w3.org/2001/04/xmlenc#"/>';

/** A service and its token service. */
const serve = () =>
  startHttpServer(({ body }) => ({
    body: body.includes('RequestSecurityToken>')
      ? envelope(
          `<t:RequestSecurityTokenResponse xmlns:t="${TRUST}"><t:RequestedSecurityToken>${TOKEN}</t:RequestedSecurityToken></t:RequestSecurityTokenResponse>`,
        )
      : envelope('<t:AResponse xmlns:t="urn:t"/>'),
  }));

test('samlAssertion sends the assertion after a timestamp', async () => {
  const server = await serve();
  const security = samlAssertion(`<Assertion xmlns="${SAML2}" ID="_1"><Issuer>i</Issuer></Assertion>`);
  await using client = await createClient(textWsdl(['A'], server.address), { security });
  await client.$operation('A')();
  expect(server.received[0]?.body.toString()).toMatch(
    /<\/wsu:Timestamp><Assertion [^>]*ID="_1"><Issuer>i<\/Issuer><\/Assertion><\/wsse:Security>/,
  );
  await server.stop();
});

test('issuedToken requests one token for all calls, and sends it with each', async () => {
  const server = await serve();
  const security = issuedToken({
    endpoint: server.address,
    credentials: { basic: { username: 'ada', password: 'p' } },
  });
  await using client = await createClient(textWsdl(['A'], server.address), { security });
  await Promise.all([client.$operation('A')(), client.$operation('A')(), client.$operation('A')()]);
  const [request, ...messages] = server.received;
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('ada:p').toString('base64')}`);
  expect(request?.body.toString()).toContain(`<wsa:Address>${server.address}</wsa:Address>`);
  expect(
    messages.map(({ body, headers }) => [body.includes('EncryptedData'), headers.authorization]),
  ).toEqual(Array.from({ length: 3 }, () => [true, undefined]));
  await server.stop();
});

test('full returns the request as it was sent, with the issued token', async () => {
  const server = await serve();
  const security = issuedToken({ endpoint: server.address });
  await using client = await createClient(textWsdl(['A'], server.address), { security });
  const { request } = await client.$operation('A').full();
  const sent = server.received.at(-1)?.body.toString();
  expect(sent).toContain('EncryptedData');
  expect(new TextDecoder().decode(request.body)).toBe(sent);
  await server.stop();
});

test('issuedToken is rejected over fetch, and samlAssertion rejects a value of the wrong type', async () => {
  {
    const security = issuedToken({ endpoint: 'https://sts.test/' });
    await using client = await createClient(textWsdl(['A'], 'http://127.0.0.1:9/'), { security, fetch });
    await expect(client.$operation('A')()).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('createTransport') as string,
    });
  }
  expect(() => samlAssertion(5 as unknown as string)).toThrow(/samlAssertion: expected a string/);
});
