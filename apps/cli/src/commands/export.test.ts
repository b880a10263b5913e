import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const policies = new URL('../../../../conformance/policies/', import.meta.url);
const secured = (policy: string) => ({
  'users.wsdl': USERS_WSDL.replace(
    /<binding [^>]*>/,
    '$&<wsp:PolicyReference xmlns:wsp="http://www.w3.org/ns/ws-policy" URI="policy.xml"/>',
  ),
  'policy.xml': readFileSync(new URL(policy, policies), 'utf8'),
});

async function exported(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const cwd = directoryOf(files);
  const argv = [
    'export',
    'http',
    'users.wsdl',
    '-o',
    'out',
    '--only',
    'soap',
    '--format',
    'json',
    ...options,
  ];
  const { out, exitCode } = await runCommand(argv, { cwd });
  const { files: written, ...rest } = JSON.parse(out) as { readonly files: readonly string[] };
  const text = (end: string): string =>
    readFileSync(join(cwd, written.find((each) => each.endsWith(end)) ?? ''), 'utf8');
  return { exitCode, ...rest, requests: text('.http'), variables: text('.json') };
}

describe('export: header blocks of SOAP requests', () => {
  test('there are none unless the WSDL or an option asks for them', async () => {
    const { exitCode, requests, ...rest } = await exported({ 'users.wsdl': USERS_WSDL });
    expect({ exitCode, ...rest }).toMatchObject({ exitCode: 0, incomplete: [] });
    expect(requests).not.toMatch(/wsa:|wsse:|lacks|asks for more/);
  });

  test('--addressing always writes them with the address and a new message ID as variables', async () => {
    const { requests } = await exported({ 'users.wsdl': USERS_WSDL }, '--addressing', 'always');
    expect(requests).toMatch(/<wsa:To [^>]*>\{\{soapHost\}\}\/[^<{]*<\/wsa:To>/);
    expect(requests).toMatch(/<wsa:MessageID [^>]*>urn:uuid:\{\{\$guid\}\}<\/wsa:MessageID>/);
  });

  test('--wsa-action is the SOAPAction too', async () => {
    const { requests } = await exported({ 'users.wsdl': USERS_WSDL }, '--wsa-action', 'urn:users/GetUser2');
    expect(requests).toMatch(/SOAPAction: "?urn:users\/GetUser2/);
    expect(requests).toMatch(/<wsa:Action [^>]*>urn:users\/GetUser2</);
  });

  test('--username-token writes one with variables, and no secret', async () => {
    const { requests, variables } = await exported({ 'users.wsdl': USERS_WSDL }, '--username-token');
    expect(requests).toContain('<wsse:Username>{{soapUser}}</wsse:Username>');
    expect(requests).toMatch(/#PasswordText">\{\{soapPassword\}\}<\/wsse:Password>/);
    expect(JSON.parse(variables)).toMatchObject({ local: { soapUser: '', soapPassword: '' } });
  });

  test('a policy that asks for a plain UsernameToken gets it; notes of the request name the other requirements', async () => {
    const { exitCode, requests, ...rest } = await exported(secured('cxf-username-over-tls.xml'));
    expect(requests).toContain('<wsse:Username>{{soapUser}}</wsse:Username>');
    expect(requests).toContain('# The WSDL asks for more than this request has: a Timestamp');
    expect({ exitCode, ...rest }).toMatchObject({
      exitCode: 1,
      ok: false,
      incomplete: [
        { name: 'GetUser (SOAP)', missing: ['a Timestamp'] },
        { name: 'Ping (SOAP)', missing: ['a Timestamp'] },
      ],
    });
  });

  test.each([
    ['cxf-digest-over-tls.xml', 'a UsernameToken with a password digest'],
    ['cxf-asymmetric-gcm.xml', 'a signature'],
    ['cxf-asymmetric-gcm.xml', 'encryption'],
    ['cxf-symmetric-gcm.xml', 'a session key'],
    ['cxf-client-certificate.xml', 'a client certificate'],
    ['cxf-saml2-over-tls.xml', 'a SAML assertion'],
  ])('%s: names %s', async (policy, missing) => {
    const { requests } = await exported(secured(policy));
    expect(requests).toContain(`asks for more than this request has: ${missing}\n`);
    expect(requests).not.toContain('wsse:Username');
  });
});
