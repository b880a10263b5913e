import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@soapstone/testing/free-port';
import { vi } from 'vitest';
import type { Identity } from '../../../ws-security/src/testing/certificates.js';

const MODULES = '/usr/lib/apache2/modules';
const NTLMSSP = '/etc/gss/mech.d/mech.ntlmssp.conf';

/** Whether Apache with mod_auth_gssapi and the NTLM mechanism are installed. */
export const hasApache: boolean =
  existsSync('/usr/sbin/apache2') && existsSync(`${MODULES}/mod_auth_gssapi.so`) && existsSync(NTLMSSP);

export const APACHE_PACKAGES = 'apache2 libapache2-mod-auth-gssapi gss-ntlmssp';

/** The authentication that the server requires. */
export interface ApacheOptions {
  /** Directives inside `<Location />`, after `AuthType GSSAPI`. */
  readonly directives: readonly string[];
  /** Variables of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Serves HTTPS. */
  readonly identity?: Identity;
}

/** Debian's Apache on a free port of 127.0.0.1, which answers every POST with an envelope. */
export interface Apache {
  readonly url: string;
  /** One entry per request: the client's port, the user or `-`, and the status. */
  log(): readonly { readonly port: string; readonly user: string; readonly status: string }[];
  close(): Promise<void>;
}

/** Starts it, unprivileged. */
export async function startApache({ directives, env, identity }: ApacheOptions): Promise<Apache> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-apache-'));
  // The process gives up its privileges, if it has any.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write('index.xml', '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"/>');
  const tls =
    identity === undefined
      ? []
      : [
          'LoadModule ssl_module modules/mod_ssl.so',
          'SSLEngine on',
          `SSLCertificateFile ${write('cert.pem', identity.certificate)}`,
          `SSLCertificateKeyFile ${write('key.pem', identity.privateKey)}`,
        ];
  const modules = [
    'mpm_worker',
    'authn_core',
    'authz_core',
    'authz_user',
    'auth_gssapi',
    'dir',
    'alias',
    'mime',
  ];
  const config = [
    'ServerRoot /usr/lib/apache2',
    ...modules.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
    `PidFile ${folder}/pid`,
    `DefaultRuntimeDir ${folder}`,
    `Mutex file:${folder} default`,
    `ErrorLog ${folder}/error.log`,
    'LogLevel warn auth_gssapi:debug',
    'LogFormat "%{remote}p %u %>s" short',
    `CustomLog ${folder}/access.log short`,
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    'ServerLimit 1\nStartServers 1\nThreadsPerChild 64\nThreadLimit 64\nMaxRequestWorkers 64',
    'MaxKeepAliveRequests 0\nKeepAliveTimeout 60',
    `DocumentRoot ${folder}`,
    'TypesConfig /dev/null\nAddType text/xml .xml',
    `AliasMatch ^/.* ${folder}/index.xml`,
    ...tls,
    '<Location />\nAuthType GSSAPI\nAuthName test',
    ...directives,
    'Require valid-user\n</Location>',
  ];
  const child = spawn(
    '/usr/sbin/apache2',
    ['-D', 'FOREGROUND', '-f', write('apache.conf', config.join('\n'))],
    {
      env: { PATH: process.env['PATH'] ?? '', TMPDIR: folder, ...env },
      stdio: 'ignore',
    },
  );
  const scheme = identity === undefined ? 'http' : 'https';
  try {
    await vi.waitFor(() => execFileSync('curl', ['-sk', `${scheme}://127.0.0.1:${port}/`]), {
      timeout: 60_000,
      interval: 100,
    });
  } catch (error) {
    const log = join(folder, 'error.log');
    throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : 'Apache did not start', { cause: error });
  }
  return {
    url: `${scheme}://localhost:${port}/service`,
    log: () =>
      readFileSync(join(folder, 'access.log'), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => {
          const [from = '', user = '', status = ''] = line.split(' ');
          return { port: from, user, status };
        }),
    async close() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ends a server. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}
