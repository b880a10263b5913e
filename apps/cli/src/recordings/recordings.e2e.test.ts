import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLoggingProxy } from '../../../../packages/soap-transport/src/testing/logging-proxy.js';
import { serveTcp } from '../../../../packages/soap-transport/src/testing/loopback-server.js';
import { directoryOf, runCommand, startCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'mocks.yaml': 'GetUser:\n  - when: { userId: 5 }\n    fault: { reason: no such user }\n',
  'changed.yaml': 'GetUser:\n  - merge: { name: Another }\n',
  'secret.txt': '7\n',
});
const getUser = async (url: string, userId: number, ...more: string[]) =>
  await runCommand(
    ['call', 'users.wsdl', 'GetUser', `{"userId":${userId}}`, '--endpoint', `${url}/`, ...more],
    { cwd },
  );

describe('record, mock --recordings and record --against', () => {
  test('a partner’s service is recorded, served without it, and compared with it later', async () => {
    const partner = await startCommand(['mock', 'users.wsdl', '--port', '0', '--rules', 'mocks.yaml'], cwd);
    const recorder = await startCommand(
      ['record', 'users.wsdl', '--upstream', `${partner.url}/`, '-o', 'fixtures/users', '--port', '0'],
      cwd,
    );
    const answers = [await getUser(recorder.url, 1), await getUser(recorder.url, 5)];
    await getUser(recorder.url, 1);
    const { out, err, exitCode } = await recorder.stop();
    expect(exitCode).toBe(0);
    expect(out).toContain('2 exchanges stored');
    expect(err).toMatch(
      /^GetUser {2}200 {2}stored as GetUser\.[0-9a-f]{8}\nGetUser {2}500 {2}stored as GetUser\.[0-9a-f]{8}\nGetUser {2}200 {2}known\n$/,
    );
    expect(readdirSync(join(cwd, 'fixtures/users')).filter((name) => name.endsWith('.json'))).toHaveLength(3);

    const verify = async (...argv: string[]) =>
      await runCommand(['record', 'fixtures/users', ...argv], { cwd });
    const same = await verify('--against', `${partner.url}/`);
    expect(same).toMatchObject({ exitCode: 0, out: expect.stringContaining('2 exchanges: 2 the same') });
    await partner.stop();

    const replay = await startCommand(['mock', '--recordings', 'fixtures/users', '--port', '0'], cwd);
    const timeless = (answer: { out: string }) => answer.out.replace(/"latencyMs": \d+/, '');
    const replayed = [await getUser(replay.url, 1), await getUser(replay.url, 5)];
    expect(replayed.map(timeless)).toEqual(answers.map(timeless));
    const unknown = await getUser(replay.url, 6);
    expect(JSON.parse(unknown.out).error.fault.reason).toMatch(
      /not recorded: the nearest recording is GetUser\./,
    );
    const { calls } = (await (await fetch(`${replay.url}/__calls`)).json()) as { calls: unknown[] };
    expect(calls).toHaveLength(3);
    expect((await fetch(`${replay.url}/__calls`, { method: 'DELETE' })).status).toBe(204);
    expect((await replay.stop()).err).toContain('differs from GetUser.');

    const changed = await startCommand(['mock', 'users.wsdl', '--port', '0', '--rules', 'changed.yaml'], cwd);
    const differs = await verify('--against', `${changed.url}/`, '--format', 'json');
    expect(differs.exitCode).toBe(1);
    expect(JSON.parse(differs.out)).toMatchObject({
      ok: true,
      counts: { same: 0, value: 1, shape: 1, failed: 0 },
    });
    const ignoring = await verify(
      '--against',
      `${changed.url}/`,
      '--ignore',
      'result,fault,status',
      '--fail-on',
      'value',
    );
    expect(ignoring.exitCode).toBe(0);
    await changed.stop();
    expect(await verify('--against', `${changed.url}/`)).toMatchObject({ exitCode: 4 });
  });

  test('an old server is recorded and compared with --compatibility and --lenient-http, another one behind a proxy', async () => {
    const partner = await startCommand(['mock', 'users.wsdl', '--port', '0'], cwd);
    // It knows HTTP/1.0 and its own spelling of SOAPAction, and ends its lines with LF.
    const device = await serveTcp((socket) => {
      let request = '';
      socket.on('data', (bytes) => {
        request += bytes.toString('latin1');
        const [head = '', body = ''] = request.split('\r\n\r\n');
        if (!body.includes('Envelope>')) return;
        const isOld = head.includes(' HTTP/1.0\r\n') && head.includes('\r\nSOAPAction: ');
        if (!isOld) return void socket.end('HTTP/1.0 505 No\r\n\r\n');
        const headers = { 'content-type': 'text/xml' };
        void fetch(`${partner.url}/`, { method: 'POST', headers, body })
          .then((answer) => answer.text())
          .then((text) => socket.end(`HTTP/1.0 200 OK\nContent-Type: text/xml\n\n${text}`));
      });
    });
    const proxy = await openLoggingProxy({
      login: 'ada:CANARY-1',
      leadsTo: () => new URL(partner.url).host,
    });
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      for (const each of [proxy, device]) await each.close();
      await partner.stop();
    });
    const upstream = `http://${device.host}/soap`;
    const recording = async (...more: string[]) => {
      const argv = ['record', 'users.wsdl', '--upstream', upstream, '-o', 'fixtures/meter', '--port', '0'];
      const recorder = await startCommand([...argv, ...more], cwd);
      const answer = await getUser(recorder.url, 1);
      return { answer, ...(await recorder.stop()) };
    };
    expect((await recording()).answer.err).toContain('HTTP 505');
    const half = await recording('--compatibility', 'http-1.0,header-names');
    expect(half.answer.err).toContain('--lenient-http reads it');
    const old = ['--compatibility', 'http-1.0,header-names', '--lenient-http'];
    const whole = await recording(...old);
    expect(whole.answer.exitCode).toBe(0);
    expect(whole.out).toContain('1 exchanges stored');
    const verify = async (address: string, ...more: string[]) =>
      await runCommand(['record', 'fixtures/meter', '--against', address, ...more], { cwd });
    expect((await verify(upstream, ...old)).out).toContain('the same');
    expect((await verify(upstream)).out).toContain('status was 200, is 505');

    // The same service, where the network has one way out.
    vi.stubEnv('http_proxy', `http://ada:CANARY-1@${proxy.host}`);
    expect((await verify('http://meter.corp.example/soap')).out).toContain('the same');
    expect(proxy.requests.map(({ target }) => target)).toContain('http://meter.corp.example/soap');
    vi.stubEnv('http_proxy', `http://${proxy.host}`);
    const refused = await verify('http://meter.corp.example/soap');
    expect(refused).toMatchObject({ exitCode: 4, out: expect.stringContaining('asks for a login (407)') });
  });

  test('errors for a folder that is not a recording, a missing file, and credentials that would change the envelope', async () => {
    expect(await runCommand(['mock', '--recordings', 'nowhere'], { cwd })).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('nowhere'),
    });
    const argv = ['record', 'nowhere', '--against', 'http://127.0.0.1:1/'];
    expect(await runCommand([...argv, '--fill', 'pin=@missing.txt'], { cwd })).toMatchObject({ exitCode: 3 });
    expect(await runCommand([...argv, '--username-token', 'a:b'], { cwd })).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('usernameToken cannot be used here'),
    });
    expect(await runCommand(['record', 'nowhere', '--against', 'ftp://x'], { cwd })).toMatchObject({
      exitCode: 2,
    });
  });
});
