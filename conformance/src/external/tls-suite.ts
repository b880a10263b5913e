import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test.js';
import { onLoopback } from './loopback.js';
import type { Count, Exceptions, Result } from './row.js';

/** Its command takes seconds to say its version. */
const TESTSSL = '/usr/bin/testssl';
const SUITE = 'testssl.sh 3.0 (Debian)';

const KNOWN: readonly Exceptions[] = [
  {
    reason: 'the certificate of the test is signed by itself, and no name system knows its host',
    cases: ['cert_chain_of_trust', 'cert_revocation', 'DNS_CAArecord'],
  },
  {
    reason: 'TLS 1.2 with CBC is for clients that have nothing else',
    cases: ['LUCKY13', 'cipherlist_OBSOLETED', 'cipherlist_AVERAGE'],
  },
];

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly finding: string;
}

/** What testssl.sh finds in the gateway's own TLS, and in Node's with its defaults. */
export async function tlsSuite(): Promise<Result> {
  if (!existsSync(TESTSSL)) return [{ suite: SUITE, skipped: 'testssl is not installed' }];
  const folder = await mkdtemp(join(tmpdir(), 'testssl-'));
  const under = await startUnderTest({ DATA_DIR: join(folder, 'data') });
  const [key, cert] = await Promise.all(
    ['key.pem', 'cert.pem'].map((name) => readFile(join(folder, 'data/tls', name))),
  );
  try {
    using bare = await onLoopback(createServer({ key, cert }, (_request, response) => response.end('ok')));
    const ours = await scan(Number(new URL(under.baseUrl).port), join(folder, 'ours.json'));
    const node = await scan(bare.port, join(folder, 'node.json'));
    const wrong = ours.filter(isProblem).map(({ id }) => id);
    const exceptions = KNOWN.map(({ reason, cases }) => ({
      reason,
      cases: cases.filter((id) => wrong.includes(id)),
    })).filter(({ cases }) => cases.length > 0);
    const excused = exceptions.flatMap(({ cases }) => cases);
    return [
      {
        suite: SUITE,
        asked: 'the TLS of the gateway',
        ours: count(ours),
        peers: { [`node:https ${process.version}`]: count(node) },
        exceptions,
        failures: ours
          .filter((each) => isProblem(each) && !excused.includes(each.id))
          .map(({ id, severity, finding }) => `${id} (${severity}): ${finding}`),
      },
    ];
  } finally {
    await under.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const isProblem = ({ severity }: Finding): boolean =>
  ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'].includes(severity);

const count = (findings: readonly Finding[]): Count => ({
  right: findings.filter((each) => !isProblem(each)).length,
  of: findings.length,
});

async function scan(port: number, file: string): Promise<readonly Finding[]> {
  const options = ['--quiet', '--color', '0', '--ip', '127.0.0.1', '--jsonfile', file];
  // Its exit code is the number of findings.
  await promisify(execFile)(TESTSSL, [...options, `localhost:${port}`], { maxBuffer: 1e8 }).catch(() => {});
  const findings = JSON.parse(await readFile(file, 'utf8')) as readonly Finding[];
  // Without the entries about testssl itself.
  return findings.filter(
    ({ id, severity }) => id !== 'engine_problem' && severity !== 'WARN' && id !== 'scanTime',
  );
}
