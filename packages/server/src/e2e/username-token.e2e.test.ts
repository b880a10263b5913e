import { usernameToken } from '@soapstone/client';
import { describe, expect, test } from 'vitest';
import type { ServiceSecurity } from '../index.js';
import {
  call,
  errors,
  faultCode,
  http,
  post,
  reasons,
  SECEXT,
  seen,
  serve,
  setSecurityScene,
  wire,
} from '../testing/secured-server.js';
import { envelope, getUser, USER } from '../testing/user-directory-server.js';

setSecurityScene();

describe('UsernameToken', () => {
  const passwords: ServiceSecurity = {
    usernameToken: { password: (name) => (name === 'ada' ? 'p&ss' : undefined) },
  };

  test('the handler learns the user; a call with a wrong password never reaches it', async () => {
    await serve(passwords);
    expect(await call(usernameToken({ username: 'ada', password: 'p&ss', digest: true }))).toMatchObject({
      name: USER['name'],
    });
    await expect(
      call(usernameToken({ username: 'ada', password: 'guess', digest: true })),
    ).rejects.toMatchObject({
      fault: {
        code: expect.stringContaining('FailedAuthentication'),
        reason: expect.stringContaining('could not be authenticated'),
      },
    });
    expect(seen).toEqual([{ username: 'ada' }]);
    expect(reasons).toEqual(['the user or the password of the UsernameToken is wrong']);
    // The sender does not learn this reason.
    expect(wire.at(-1)).not.toMatch(/wrong|problem/);
  });

  test('a replayed request is rejected', async () => {
    await serve(passwords);
    await call(usernameToken({ username: 'ada', password: 'p&ss', digest: true }));
    const again = await post(wire[0]!);
    expect([again.status, faultCode(again.text)]).toEqual([500, `${SECEXT}FailedAuthentication`]);
    expect(seen).toHaveLength(1);
  });

  test('a request without security is rejected before it is checked against the schema', async () => {
    await serve(passwords);
    const { text } = await post(envelope(getUser('x')));
    expect(faultCode(text)).toBe(`${SECEXT}InvalidSecurity`);
    expect(text).not.toContain('userId');
  });

  test('a request longer than the limit is rejected before it is parsed', async () => {
    await serve(passwords);
    const { status, text } = await post(envelope(getUser('1'.repeat(1_048_576))));
    expect([status, text]).toEqual([413, expect.stringContaining('limits.securedBytes')]);
  });

  test('the WSDL is served to everyone', async () => {
    await serve(passwords);
    expect(await (await fetch(`${http.address}?wsdl`)).text()).toContain('definitions');
  });

  test('a failing password lookup is a Server fault that reveals nothing', async () => {
    await serve({ usernameToken: { password: () => Promise.reject(new Error('hunter2')) } });
    await expect(call(usernameToken({ username: 'ada', password: 'x', digest: true }))).rejects.toMatchObject(
      {
        fault: { code: expect.stringContaining('Server'), reason: 'the service failed' },
      },
    );
    expect(String(errors)).toBe('Error: hunter2');
  });
});
