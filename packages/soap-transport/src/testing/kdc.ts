import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@soapstone/testing/free-port';
import { vi } from 'vitest';
import { ended } from './apache.js';
import { serveTcp } from './loopback-server.js';

/** Whether MIT's KDC is installed. */
export const hasKdc: boolean =
  existsSync('/usr/sbin/krb5kdc') &&
  existsSync('/usr/sbin/kadmin.local') &&
  existsSync('/usr/sbin/kdb5_util');

export const KDC_PACKAGES = 'krb5-kdc krb5-admin-server';

export const REALM = 'TEST.EXAMPLE';

/** Debian's KDC on a free port of 127.0.0.1, with the service `HTTP/localhost`. */
export interface Kdc {
  /** The operator's `krb5.conf`. */
  readonly config: string;
  /** The keytab of `HTTP/localhost`. */
  readonly serviceKeytab: string;
  /** The keytab of a user, in base64. */
  keytabOf(user: string): string;
  /** Runs commands of `kadmin.local`. */
  administer(...commands: readonly string[]): void;
  /** The number of tickets requested from it. */
  requests(): number;
  /** The number of attempts with a wrong password. */
  attempts(): number;
  close(): Promise<void>;
}

/** Starts it with these users and their passwords. */
export async function startKdc(users: Readonly<Record<string, string>>): Promise<Kdc> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-kdc-'));
  // Another user runs the service that reads its keytab and the configuration.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = (name: string): string => join(folder, name);
  const silent = await serveTcp(() => {});
  const config = file('krb5.conf');
  writeFileSync(
    config,
    `[libdefaults]
default_realm = OTHER.EXAMPLE
dns_lookup_kdc = false
rdns = false
udp_preference_limit = 1
[realms]
${REALM} = {
  kdc = 127.0.0.1:${port}
}
DOWN.EXAMPLE = {
  kdc = 127.0.0.1:${await freePort()}
}
SILENT.EXAMPLE = {
  kdc = 127.0.0.1:${silent.port}
}
`,
  );
  writeFileSync(
    file('kdc.conf'),
    // By TCP alone: the UDP port of the same number says that the port is taken.
    `[kdcdefaults]
kdc_listen = ""
kdc_tcp_listen = 127.0.0.1:${port}
[realms]
${REALM} = {
  database_name = ${file('principal')}
  key_stash_file = ${file('stash')}
  acl_file = ${file('acl')}
}
[logging]
kdc = FILE:${file('kdc.log')}
`,
  );
  const env = { KRB5_CONFIG: config, KRB5_KDC_PROFILE: file('kdc.conf') };
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { env, stdio: 'pipe', timeout: 60_000 });
  };
  const administer = (...commands: readonly string[]): void => {
    for (const command of commands) run('/usr/sbin/kadmin.local', ['-r', REALM, '-q', command]);
  };
  run('/usr/sbin/kdb5_util', ['create', '-r', REALM, '-s', '-P', 'master']);
  administer('addprinc -randkey HTTP/localhost', `ktadd -k ${file('http.keytab')} HTTP/localhost`);
  for (const [user, password] of Object.entries(users)) {
    administer(
      `addprinc +requires_preauth -pw "${password}" ${user}`,
      `ktadd -norandkey -k ${file(`${user}.keytab`)} ${user}`,
    );
  }
  chmodSync(file('http.keytab'), 0o644);
  const child = spawn('/usr/sbin/krb5kdc', ['-n', '-r', REALM, '-P', file('pid')], { env, stdio: 'ignore' });
  await vi.waitFor(() => reach(port), { timeout: 60_000, interval: 100 });
  return {
    config,
    serviceKeytab: file('http.keytab'),
    keytabOf: (user) => readFileSync(file(`${user}.keytab`)).toString('base64'),
    administer,
    requests: () => readFileSync(file('kdc.log'), 'utf8').match(/_REQ .* ISSUE:/g)?.length ?? 0,
    attempts: () => readFileSync(file('kdc.log'), 'utf8').match(/PREAUTH_FAILED:/g)?.length ?? 0,
    async close() {
      await ended(child);
      await silent.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    }).once('error', reject);
  });
}
