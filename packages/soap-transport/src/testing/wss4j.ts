import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Identity } from './certificates.js';
import { isInstalled } from './installed.js';

const JARS = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api', 'slf4j-nop', 'commons-codec'].map(
  (name) => `/usr/share/java/${name}.jar`,
);
const JUDGE = fileURLToPath(new URL('Wss4jJudge.java', import.meta.url));

/** Whether Apache WSS4J and a Java compiler are there. */
export const hasWss4j = (): boolean => JARS.every((jar) => existsSync(jar)) && isInstalled('javac');

/** The Debian packages of the judge. */
export const WSS4J_PACKAGES = 'libwss4j-java libslf4j-java libcommons-codec-java default-jdk-headless';

/** A job of `Wss4jJudge.java` and the envelope that it is about. */
export interface Wss4jJob {
  readonly command: string;
  readonly envelope: string;
}

/** Runs jobs in one Java process. Returns the envelopes of those that succeeded, and errors for the others. */
export function runWss4j(
  folder: string,
  { signer, reader }: { readonly signer: Identity; readonly reader: Identity },
  jobs: readonly Wss4jJob[],
): (string | Error)[] {
  const lines = jobs.map(({ command, envelope }, index) => {
    const file = join(folder, `envelope-${index}.xml`);
    writeFileSync(file, envelope);
    return `${command} ${file}\n`;
  });
  const stores = Object.entries({ signer, reader }).map(([name, identity]) => {
    writeFileSync(join(folder, `${name}.pem`), `${identity.certificate}\n${identity.privateKey}`);
    const store = join(folder, `${name}.p12`);
    const input = ['-in', join(folder, `${name}.pem`), '-name', 'key', '-passout', 'pass:secret'];
    execFileSync('openssl', ['pkcs12', '-export', ...input, '-out', store], { stdio: 'pipe' });
    return store;
  });
  const { stdout, stderr } = spawnSync('java', ['-cp', JARS.join(':'), JUDGE, ...stores], {
    input: lines.join(''),
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const answers = stdout.trim().split('\n');
  if (answers.length !== jobs.length) throw new Error(`the judge answered ${answers.length} jobs: ${stderr}`);
  return answers.map((answer) =>
    answer.startsWith('failed ') ? new Error(answer) : Buffer.from(answer, 'base64').toString('utf8'),
  );
}
