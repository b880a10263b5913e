import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FILE_SETTINGS } from './file/file-settings.js';
import { readConfigFile } from './file/read-config-file.js';
import { ConfigError, type FileSettings, readConfig } from './read-config.js';
import { findMisspelled } from './schema/misspelled.js';
import { SECRET_SETTINGS } from './schema/settings.js';

/**
 * Checks the configuration without starting anything.
 *
 * @returns the text for the operator: every problem, or the settings that are set and where, never the value of a secret
 */
export function checkConfig(environment: Readonly<Record<string, string | undefined>>): {
  readonly valid: boolean;
  readonly text: string;
} {
  try {
    readConfig(environment, findFileProblems);
  } catch (error) {
    if (error instanceof ConfigError) return { valid: false, text: `${error.message}\n` };
    throw error;
  }
  const file = readConfigFile(environment['CONFIG_FILE'] || undefined, environment);
  const rows: string[][] = [];
  for (const variable of FILE_SETTINGS.values()) {
    const value = environment[variable] || file.values[variable];
    if (value === undefined) continue;
    const place = environment[variable] ? 'environment' : (file.locate(variable) ?? '');
    rows.push([variable, SECRET_SETTINGS.has(variable) ? '(secret)' : String(value), place]);
  }
  // A section rather than a setting; PLANS_FILE in the environment replaces it.
  if (file.plans !== undefined && !environment['PLANS_FILE'])
    rows.push(['plans', Object.keys(file.plans).join(','), environment['CONFIG_FILE'] ?? '']);
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`,
  );
  const rest = 'every other setting has its default';
  const doubts = findMisspelled(environment).map((sentence) => `${sentence}\n`);
  return {
    valid: true,
    text: `${doubts.join('')}the configuration is valid; ${rows.length === 0 ? 'every setting has its default' : `set are:\n${lines.join('\n')}\n${rest}`}\n`,
  };
}

/** Returns a sentence for each file that cannot be read, or whose content OpenSSL rejects. */
function findFileProblems(settings: FileSettings): string[] {
  const problems: string[] = [];
  const read = (name: keyof FileSettings): Buffer | undefined => {
    const file = settings[name];
    if (file === undefined) return undefined;
    try {
      return readFileSync(file);
    } catch (error) {
      const reason =
        (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? 'there is no such file'
          : (error as Error).message;
      problems.push(`${name} cannot be read: ${reason}`);
      return undefined;
    }
  };
  const open = <Value>(name: keyof FileSettings, parse: (content: Buffer) => Value): Value | undefined => {
    const content = read(name);
    if (content === undefined) return undefined;
    try {
      return parse(content);
    } catch (error) {
      problems.push(`${name} is not usable: ${(error as Error).message}`);
      return undefined;
    }
  };
  const certificate = open('TLS_CERT_FILE', (content) => new X509Certificate(content));
  const key = open('TLS_KEY_FILE', createPrivateKey);
  if (certificate !== undefined && key !== undefined && !certificate.checkPrivateKey(key)) {
    problems.push('TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE');
  }
  open('REDIS_CA_FILE', (content) => new X509Certificate(content));
  open('OUTBOUND_PROXY_CA_FILE', (content) => new X509Certificate(content));
  open('SMTP_CA_FILE', (content) => new X509Certificate(content));
  return problems;
}
