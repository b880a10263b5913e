import { describe, expect, test } from 'vitest';
import { type Refusal, setCredentialsScene } from '../testing/credentials-scene.js';
import { issueAssertion } from '../testing/issue-assertion.js';
import { answerListUsers } from '../testing/management-scene.js';
import { setUps } from '../testing/set-ups.js';

/** The second NTLM message, from a server of the domain `CORP`. */
const NTLM_CHALLENGE =
  'TlRMTVNTUAACAAAAAAAAAAAAAAAVgonuASNFZ4mrze8AAAAAAAAAABAAEAA4AAAAAAAAAAAAAAACAAgAQwBPAFIAUAAAAAAA';

describe.each(await setUps())('logins and tokens on $name', (setUp) => {
  const scene = setCredentialsScene(setUp);
  const { management, put, shown } = scene;

  test('a SAML assertion is sent with each call and never shown', async () => {
    const assertion =
      '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><Issuer>CANARY</Issuer></Assertion>';
    const stored = await put({ saml: { assertion }, timestamp: {} });
    expect(stored.status).toBe(200);
    expect(stored.text).not.toContain('CANARY');
    expect(await shown()).toEqual(['saml', 'timestamp']);
    const { key } = await management.liveKey(scene.owner);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    expect(management.upstream.bodies.at(-1)).toContain(
      'ID="_1"><Issuer>CANARY</Issuer></Assertion></wsse:Security>',
    );
  });

  test('a Windows account logs in on its own connection; its password is never shown', async () => {
    const usual = management.upstream.answer;
    const tokens: Buffer[] = [];
    const ports = new Set<number | undefined>();
    management.upstream.answer = (request, reply) => {
      const { authorization } = request.headers;
      ports.add(request.socket.remotePort);
      if (authorization !== undefined) tokens.push(Buffer.from(authorization.slice(5), 'base64'));
      if (tokens.length !== 1) answerListUsers(request, reply);
      else reply.writeHead(401, { 'www-authenticate': `NTLM ${NTLM_CHALLENGE}` }).end();
    };
    const stored = await put({ ntlm: { domain: 'CORP', username: 'ada', password: 'CANARY' } });
    expect(stored.status).toBeLessThan(300);
    expect(stored.text).not.toContain('CANARY');
    expect(await shown()).toEqual(['ntlm']);
    const { key } = await management.liveKey(scene.owner);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    expect(tokens.map((token) => token.readUInt32LE(8))).toEqual([1, 3]);
    expect(tokens[1]?.toString('utf16le')).toContain('CORPada');
    expect(ports.size).toBe(1);
    management.upstream.answer = (_, reply) =>
      reply.writeHead(401, { 'www-authenticate': `NTLM ${NTLM_CHALLENGE}` }).end();
    const refused = await management.call(scene.owner, scene.service, key);
    expect(refused.status).toBe(502);
    expect(refused.json<Refusal>().error.code).toBe('UPSTREAM_LOGIN_FAILED');
    expect(refused.text).not.toContain('CANARY');
    management.upstream.answer = usual;
  });

  test('the assertion of a token service is requested once and sent with each call, and never shown', async () => {
    let requests = 0;
    const before = management.upstream.bodies.length;
    const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
    const usual = management.upstream.answer;
    management.upstream.answer = (request, reply) => {
      if (request.url !== '/sts') {
        answerListUsers(request, reply);
        return;
      }
      requests += 1;
      const token = `<t:RequestSecurityTokenResponse xmlns:t="${trust}"><t:RequestedSecurityToken>${issueAssertion(scene.one.privateKey, 'CANARY')}</t:RequestedSecurityToken></t:RequestSecurityTokenResponse>`;
      reply.writeHead(200, { 'content-type': 'application/soap+xml' });
      reply.end(
        `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>${token}</e:Body></e:Envelope>`,
      );
    };
    const endpoint = new URL('/sts', management.upstream.address).href;
    const credentials = { usernameToken: { username: 'ada', password: 'CANARY', type: 'text' } };
    expect((await put({ sts: { endpoint, credentials }, timestamp: {} })).status).toBe(200);
    expect(await shown()).toEqual(['timestamp', 'sts']);
    const { key } = await management.liveKey(scene.owner);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    expect(requests).toBe(1);
    const messages = management.upstream.bodies
      .slice(before)
      .filter((body) => body.includes('CANARY</s:NameID>'));
    expect(messages).toHaveLength(2);
    const refused = await put({ sts: { endpoint: 'http://sts.example/', credentials: { ca: 'CANARY' } } });
    expect(refused.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/sts/endpoint']);
    const broken = await put({ sts: { endpoint, credentials: { ca: 'CANARY' } } });
    expect(broken.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/sts/credentials/ca']);
    expect(refused.text + broken.text).not.toContain('CANARY');
    management.upstream.answer = usual;
  });

  test('a Kerberos account is stored and never shown', async () => {
    const kerberos = { principal: 'ada@CORP.EXAMPLE', password: 'CANARY' };
    const stored = await put({ kerberos });
    expect(stored.status).toBeLessThan(300);
    expect(stored.text).not.toContain('CANARY');
    expect(await shown()).toEqual(['kerberos']);
    const refused = await put({ kerberos: { ...kerberos, principal: 'CANARY' } });
    expect(refused.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/kerberos/principal']);
    expect(refused.text).not.toContain('CANARY');
  });

  test('an access token is requested once and sent with each call, and its secret is never shown', async () => {
    const tokenRequests: string[] = [];
    const authorizations: (string | undefined)[] = [];
    const usual = management.upstream.answer;
    management.upstream.answer = (request, reply) => {
      if (request.url === '/token') {
        tokenRequests.push(request.headers.authorization ?? '');
        const token = { access_token: 'the-token', token_type: 'Bearer', expires_in: 600 };
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
        return;
      }
      authorizations.push(request.headers.authorization);
      answerListUsers(request, reply);
    };
    const tokenEndpoint = new URL('/token', management.upstream.address).href;
    const stored = await put({ oauth: { tokenEndpoint, clientId: 'shop', clientSecret: 'CANARY' } });
    expect(stored.status).toBeLessThan(300);
    expect(await shown()).toEqual(['oauth']);
    const { key } = await management.liveKey(scene.owner);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    expect(tokenRequests).toEqual([`Basic ${Buffer.from('shop:CANARY').toString('base64')}`]);
    expect(authorizations).toEqual(['Bearer the-token', 'Bearer the-token']);
    const refused = await put({
      oauth: { tokenEndpoint: 'http://sts.example/token', clientId: 'shop', clientSecret: 'CANARY' },
    });
    expect(refused.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/oauth/tokenEndpoint']);
    expect(refused.text).not.toContain('CANARY');
    management.upstream.answer = usual;
  });
});
