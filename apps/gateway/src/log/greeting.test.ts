import { expect, test } from 'vitest';
import { greetingOf } from './greeting.js';

const gateway = { baseUrl: 'https://localhost:8443', dataDir: '/srv/data' };

test('greeting: without an account, it contains the link and the next steps', () => {
  const text = greetingOf({
    ...gateway,
    certFile: '/srv/data/tls/cert.pem',
    link: 'https://localhost:8443/invitation#t',
  });
  expect(text).toContain('running at https://localhost:8443/');
  expect(text).toMatch(/first administrator.*\n {5}https:\/\/localhost:8443\/invitation#t\n/);
  expect(text).toContain('curl --cacert /srv/data/tls/cert.pem https://localhost:8443/api/v1/');
  expect(text).toContain('EGRESS_ALLOW=');
});

test('greeting: with accounts, it contains only the address; with a configured certificate, no note about it', () => {
  expect(greetingOf(gateway)).not.toMatch(/curl|administrator/);
  const link = 'https://soap.example.com/invitation#t';
  expect(greetingOf({ ...gateway, link })).not.toMatch(/cacert|certificate/);
});
