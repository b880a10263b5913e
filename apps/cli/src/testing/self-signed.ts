import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:https';
import { join } from 'node:path';

/** Writes `cert.pem` and `key.pem` for 127.0.0.1 into the folder, and returns their PEM texts. */
export function selfSigned(cwd: string): { certificate: string; privateKey: string } {
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
      .concat(['-addext', 'subjectAltName=IP:127.0.0.1'])
      .concat(['-keyout', 'key.pem', '-out', 'cert.pem']),
    { cwd, stdio: 'ignore' },
  );
  return {
    certificate: readFileSync(join(cwd, 'cert.pem'), 'utf8'),
    privateKey: readFileSync(join(cwd, 'key.pem'), 'utf8'),
  };
}

/** Returns the options of a server with this certificate that requests a client certificate and accepts any. */
export function mutualTls({ certificate, privateKey }: ReturnType<typeof selfSigned>): ServerOptions {
  return {
    cert: certificate,
    key: privateKey,
    ca: certificate,
    requestCert: true,
    rejectUnauthorized: false,
  };
}
