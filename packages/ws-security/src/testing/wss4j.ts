import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Identity } from './certificates.js';
import { isInstalled } from './installed.js';

/** The class path of WSS4J. */
const JARS = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api', 'slf4j-nop', 'commons-codec'].map(
  (name) => `/usr/share/java/${name}.jar`,
);
/** The Java programs. */
const SOURCES = fileURLToPath(new URL('java', import.meta.url));
/** RSA-PSS in the form of XML Signature. */
const BOUNCY_CASTLE = '/usr/share/java/bcprov.jar';

/** Whether Apache Santuario, which WSS4J is built on, can judge everything. */
export const hasSantuario = (): boolean => hasWss4j() && existsSync(BOUNCY_CASTLE);

/** The Debian packages of that judge. */
export const SANTUARIO_PACKAGES =
  'libwss4j-java libbcprov-java libslf4j-java libcommons-codec-java default-jdk-headless';

/** A job of `XmlSecurityJudge.java`, the key that it uses, and the envelope that it is about. */
export interface SantuarioJob extends Wss4jJob {
  readonly identity: Identity;
}

/** Runs jobs in one Java process. Returns the envelopes of those that succeeded, and errors for the others. */
export function runSantuario(folder: string, jobs: readonly SantuarioJob[]): (string | Error)[] {
  const lines = jobs.map(({ command, identity, envelope }, index) => {
    const file = join(folder, `envelope-${index}.xml`);
    writeFileSync(file, envelope);
    return `${command} ${writeKeyStore(folder, `key-${index}`, identity)} ${file}\n`;
  });
  return answersOf(javaProgram(folder, 'XmlSecurityJudge', [...JARS, BOUNCY_CASTLE]), lines);
}

/** Whether Apache WSS4J and a Java compiler are installed. */
export const hasWss4j = (): boolean => JARS.every((jar) => existsSync(jar)) && isInstalled('javac');

/** The Debian packages of the judge. */
export const WSS4J_PACKAGES = 'libwss4j-java libslf4j-java libcommons-codec-java default-jdk-headless';

/** A job of `Wss4jJudge.java` or `Wss4jService.java`, and the envelope that it is about. */
export interface Wss4jJob {
  readonly command: string;
  readonly envelope: string;
}

/**
 * Runs jobs of `Wss4jService.java`: requests that WSS4J reads as a service and answers. Returns the responses of those that succeeded,
 * and errors for the others.
 */
export function runWss4jService(
  folder: string,
  { service, client }: { readonly service: Identity; readonly client: Identity },
  jobs: readonly Wss4jJob[],
): (string | Error)[] {
  const stores = Object.entries({ service, client }).map(([name, identity]) =>
    writeKeyStore(folder, name, identity),
  );
  return answersOf([...javaProgram(folder, 'Wss4jService'), ...stores], linesOf(folder, jobs));
}

/** A request, and the policy document by which `PolicyJudge.java` judges it. */
export interface PolicyJob {
  readonly policy: string;
  /** `standard`: HMAC-SHA1 in every suite. `wcf`: HMAC-SHA256 if the digest is SHA-256. */
  readonly reading: 'standard' | 'wcf';
  readonly envelope: string;
}

/** Runs jobs of `PolicyJudge.java`. Returns `accepted` for requests that satisfy their policy, and errors with every reason for the others. */
export function judgeByPolicy(
  folder: string,
  { service, client }: { readonly service: Identity; readonly client: Identity },
  jobs: readonly PolicyJob[],
): (string | Error)[] {
  const stores = Object.entries({ service, client }).map(([name, identity]) =>
    writeKeyStore(folder, name, identity),
  );
  const lines = linesOf(
    folder,
    jobs.map(({ policy, reading, envelope }) => ({ command: `judge ${reading} ${policy}`, envelope })),
  );
  return answersOf([...javaProgram(folder, 'PolicyJudge'), ...stores], lines);
}

/** Runs jobs in one Java process. Returns the envelopes of those that succeeded, and errors for the others. */
export function runWss4j(
  folder: string,
  { signer, reader }: { readonly signer: Identity; readonly reader: Identity },
  jobs: readonly Wss4jJob[],
): (string | Error)[] {
  const stores = Object.entries({ signer, reader }).map(([name, identity]) =>
    writeKeyStore(folder, name, identity),
  );
  return answersOf([...javaProgram(folder, 'Wss4jJudge'), ...stores], linesOf(folder, jobs));
}

function linesOf(folder: string, jobs: readonly Wss4jJob[]): string[] {
  return jobs.map(({ command, envelope }, index) => {
    const file = join(folder, `envelope-${index}.xml`);
    writeFileSync(file, envelope);
    return `${command} ${file}\n`;
  });
}

/** Runs a Java program that answers each line of its input with one: text in base64, or `failed` and why. */
function answersOf(args: readonly string[], lines: readonly string[]): (string | Error)[] {
  const { stdout, stderr } = spawnSync('java', args, {
    input: lines.join(''),
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const answers = stdout.trim().split('\n');
  if (answers.length !== lines.length)
    throw new Error(`the judge answered ${answers.length} jobs: ${stderr}`);
  return answers.map((answer) =>
    answer.startsWith('failed ') ? new Error(answer) : Buffer.from(answer, 'base64').toString('utf8'),
  );
}

/** Writes a PKCS#12 file with the password `secret` and the alias `key`, and returns its path. */
export function writeKeyStore(folder: string, name: string, identity: Identity): string {
  writeFileSync(join(folder, `${name}.pem`), `${identity.certificate}\n${identity.privateKey}`);
  const store = join(folder, `${name}.p12`);
  const input = ['-in', join(folder, `${name}.pem`), '-name', 'key', '-passout', 'pass:secret'];
  execFileSync('openssl', ['pkcs12', '-export', ...input, '-out', store], { stdio: 'pipe' });
  return store;
}

/** Compiles a Java program, once per folder. Returns the arguments of `java` that run it. */
export function javaProgram(folder: string, name: string, jars: readonly string[] = JARS): string[] {
  const classes = join(folder, 'classes');
  if (!existsSync(join(classes, `${name}.class`))) {
    mkdirSync(classes, { recursive: true });
    const path = ['-cp', jars.join(':'), '-sourcepath', SOURCES, '-d', classes];
    execFileSync('javac', [...path, join(SOURCES, `${name}.java`)], { stdio: 'pipe' });
  }
  return ['-cp', [classes, ...jars].join(':'), name];
}

/** Runs jobs of `SamlJudge.java`: an assertion to issue, or an envelope to open. */
export function runSamlJudge(
  folder: string,
  identities: { readonly issuer: Identity; readonly signer: Identity; readonly reader: Identity },
  jobs: readonly ({ readonly issue: string } | { readonly open: string })[],
): (string | Error)[] {
  const stores = (['issuer', 'signer', 'reader'] as const).map((name) =>
    writeKeyStore(folder, name, identities[name]),
  );
  const lines = jobs.map((job, index) => {
    if ('issue' in job) return `issue ${job.issue}\n`;
    const file = join(folder, `envelope-${index}.xml`);
    writeFileSync(file, job.open);
    return `open ${file}\n`;
  });
  return answersOf([...javaProgram(folder, 'SamlJudge'), ...stores], lines);
}
