import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type CredentialProfile,
  openResponse,
  secureEnvelope,
  securityHeaders,
} from '@soapstone/ws-security';
import type { BenchOptions } from './bench-options.js';
import type { BenchRow, BenchTable } from './table.js';

const SIZES = [2, 100];
const JARS = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api', 'slf4j-nop', 'commons-codec'].map(
  (name) => `/usr/share/java/${name}.jar`,
);
/** The program of the interoperability tests: from the bytes of an envelope to the bytes of another, like ours. */
const SOURCES = fileURLToPath(new URL('../../packages/ws-security/src/testing/java', import.meta.url));

/** One measurement: ours as a function, WSS4J as a job of its program. */
interface Work {
  readonly name: string;
  readonly ours: () => unknown;
  readonly job: string;
}

/** WS-Security on one thread: messages per second of CPU time, compared with Apache WSS4J in a warm JVM if it is installed. */
export async function run({ rounds, roundMs }: BenchOptions): Promise<BenchTable> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-bench-'));
  const rows: BenchRow[] = [];
  const judge = JARS.every(existsSync) ? startJudge(folder, createKey(folder)) : undefined;
  const keys = createKey(folder);
  try {
    for (const kilobytes of SIZES) {
      for (const work of worksFor(kilobytes, keys, folder)) {
        const ours: number[] = [];
        const theirs: number[] = [];
        measure(work.ours, roundMs);
        await judge?.run(work.job, roundMs * 8);
        for (let round = 0; round < rounds; round += 1) {
          ours.push(measure(work.ours, roundMs));
          const rate = await judge?.run(work.job, roundMs);
          if (rate !== undefined) theirs.push(rate);
        }
        const title = `${work.name}, ${kilobytes} KB`;
        const rate = median(ours);
        rows.push({ case: title, contender: 'soapstone', rate, ratio: 1 });
        if (theirs.length === 0) continue;
        rows.push({
          case: title,
          contender: 'WSS4J 1.6',
          rate: median(theirs),
          ratio: median(theirs) / rate,
        });
      }
    }
  } finally {
    judge?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const notes = [
    'RSA 2048, SHA-256, exclusive canonicalization, AES-256-GCM, RSA-OAEP. From bytes to bytes: both parse and print.',
    judge === undefined
      ? 'WSS4J is not installed: libwss4j-java libslf4j-java libcommons-codec-java default-jdk-headless'
      : 'The CPU time of WSS4J is that of its JVM, compiler and garbage collector included, and it reads its messages from files.',
  ];
  return { name: 'security', unit: 'messages/s of CPU', rounds, rows, notes };
}

interface Keys {
  readonly certificate: string;
  readonly privateKey: string;
  readonly store: string;
}

function createKey(folder: string): Keys {
  const [key, certificate, store] = ['key.pem', 'cert.pem', 'key.p12'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  if (!existsSync(key)) {
    const subject = ['-subj', '/CN=bench', '-days', '2', '-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'pipe' });
    const input = ['-inkey', key, '-in', certificate, '-name', 'key', '-passout', 'pass:secret'];
    execFileSync('openssl', ['pkcs12', '-export', ...input, '-out', store], { stdio: 'pipe' });
  }
  return { certificate: readFileSync(certificate, 'utf8'), privateKey: readFileSync(key, 'utf8'), store };
}

function worksFor(kilobytes: number, keys: Keys, folder: string): readonly Work[] {
  const { certificate, privateKey } = keys;
  const signing: CredentialProfile = {
    timestamp: { ttlSeconds: 3600 },
    signature: { certificate, privateKey },
  };
  const encrypting: CredentialProfile = { encryption: { certificate } };
  const verify = { certificates: certificate, maxAgeSeconds: 3600 };
  const plain = envelopeOf(kilobytes, []);
  const [toSign, toEncrypt] = [signing, encrypting].map((profile) =>
    envelopeOf(kilobytes, securityHeaders(profile, contextNow())),
  ) as [Uint8Array, Uint8Array];
  const signed = secureEnvelope(toSign, signing, contextNow());
  const encrypted = secureEnvelope(toEncrypt, encrypting, contextNow());
  const file = (name: string, bytes: Uint8Array): string => {
    const path = join(folder, `${name}-${kilobytes}.xml`);
    writeFileSync(path, bytes);
    return path;
  };
  const make = (steps: string): string =>
    `make ${steps} binary-security-token sha256 aes-256-gcm ${file('plain', plain)}`;
  return [
    { name: 'sign', ours: () => secureEnvelope(toSign, signing, contextNow()), job: make('sign') },
    {
      name: 'verify',
      ours: () => openResponse(signed, { verify }),
      job: `open ${file('signed', signed)}`,
    },
    {
      name: 'encrypt',
      ours: () => secureEnvelope(toEncrypt, encrypting, contextNow()),
      job: make('encrypt'),
    },
    {
      name: 'decrypt',
      ours: () => openResponse(encrypted, { decryption: { privateKey } }),
      job: `open ${file('encrypted', encrypted)}`,
    },
  ];
}

const contextNow = () => ({ soapVersion: '1.1' as const, now: new Date(), random: randomBytes });

/** An envelope of orders of about this size. */
function envelopeOf(kilobytes: number, blocks: readonly string[]): Uint8Array {
  const order = (id: number): string =>
    `<o:order id="${id}"><o:customer>Ada Lovelace</o:customer><o:amount currency="EUR">${id}.50</o:amount></o:order>`;
  const count = Math.ceil((kilobytes * 1024) / order(1000).length);
  const orders = Array.from({ length: count }, (_, index) => order(1000 + index)).join('');
  const header = blocks.length === 0 ? '' : `<s:Header>${blocks.join('')}</s:Header>`;
  return Buffer.from(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body><o:orders xmlns:o="urn:orders">${orders}</o:orders></s:Body></s:Envelope>`,
  );
}

/** Messages per second of CPU time. */
function measure(work: () => unknown, ms: number): number {
  const before = process.cpuUsage();
  const end = performance.now() + ms;
  let count = 0;
  for (; performance.now() < end; count += 1) work();
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1e6);
}

interface Judge {
  /** Repeats a job for this many milliseconds. Messages per second of CPU time. */
  run(job: string, ms: number): Promise<number>;
  stop(): void;
}

function startJudge(folder: string, { store }: Keys): Judge {
  const path = ['-cp', JARS.join(':'), '-sourcepath', SOURCES, '-d', folder];
  execFileSync('javac', [...path, join(SOURCES, 'Wss4jJudge.java')], { stdio: 'pipe' });
  const program = ['-cp', [folder, ...JARS].join(':'), 'Wss4jJudge'];
  const java = spawn('java', [...program, store, store], { cwd: folder });
  java.stderr.resume();
  const lines = createInterface({ input: java.stdout });
  return {
    async run(job, ms) {
      const before = cpuOf(java);
      const end = performance.now() + ms;
      let count = 0;
      for (; performance.now() < end; count += 1) await once(java, lines, job);
      return count / (cpuOf(java) - before);
    },
    stop: () => java.kill(),
  };
}

async function once(java: ChildProcessWithoutNullStreams, lines: Interface, job: string): Promise<void> {
  const answer = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    java.once('exit', () => reject(new Error('the JVM has ended')));
  });
  java.stdin.write(`${job}\n`);
  if ((await answer).startsWith('failed')) throw new Error(await answer);
  java.removeAllListeners('exit');
}

/** Seconds of CPU time of a process, from Linux. */
function cpuOf({ pid }: ChildProcessWithoutNullStreams): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
