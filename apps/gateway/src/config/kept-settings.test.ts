import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfigFile } from './file/read-config-file.js';
import { readConfig } from './read-config.js';

/** A configuration file with every setting of 1.0, which never changes (SUPPORT.md). */
const FILE = fileURLToPath(
  new URL('../../../../conformance/src/compatibility/1.0/soapstone.yaml', import.meta.url),
);
const SECRETS = {
  CONFIG_FILE: FILE,
  DATABASE: 'postgres://soapstone:secret@db.example.com/soapstone',
  PEPPER: 'pepper-of-at-least-thirty-two-characters',
  SEALING: `first:${Buffer.alloc(32, 7).toString('base64')}`,
  ADMIN: 'admin-key-of-at-least-thirty-two-characters',
  PROXIES: 'dmz=http://dmz.example.com:3128',
  OTEL: 'authorization=Bearer%20token',
};

test('every setting of 1.0 is accepted, and means the same', () => {
  expect(readConfig(SECRETS)).toMatchObject({
    baseUrl: 'https://soap.example.com',
    workers: 2,
    signUp: expect.anything(),
    logLevel: 'info',
  });
  const { values } = readConfigFile(FILE, SECRETS);
  const { plans: _, ...written } = parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
  expect(Object.keys(written).length).toBeGreaterThan(50);
  for (const [name, value] of Object.entries(written)) {
    const variable = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    expect(String(values[variable as keyof typeof values]), variable).toBe(textOf(name, value));
  }
});

/** The text of the variable that means the same as a member of the file. */
function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (name.endsWith('File') || name === 'dataDir') return resolve(dirname(FILE), String(value));
  if (typeof value !== 'object' || value === null) return String(value);
  const { env } = value as { readonly env?: keyof typeof SECRETS };
  if (env !== undefined) return SECRETS[env];
  return Object.entries(value)
    .map((pair) => pair.join('='))
    .join(',');
}
