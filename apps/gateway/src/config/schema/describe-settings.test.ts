import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configFileSchema, SCHEMA_FILE } from '../file/file-settings.js';
import { readConfig } from '../read-config.js';
import { describeSettings } from './describe-settings.js';
import { SECRET_SETTINGS, SETTING_GROUPS } from './settings.js';

const file = fileURLToPath(new URL('../../../../../docs/settings.md', import.meta.url));
const MARKS = /(<!-- settings: [^>]* -->\n)([\s\S]*?)(\n<!-- end of settings -->)/;

/** `UPDATE_DOCS=1` writes the page instead. */
test('docs/settings.md lists every setting of the schema', async () => {
  const page = await readFile(file, 'utf8');
  const [, , written] = MARKS.exec(page) ?? [];
  expect(written).toBeDefined();
  if (process.env['UPDATE_DOCS'] === '1') {
    await writeFile(
      file,
      page.replace(MARKS, (_, begin, _old, end) => begin + describeSettings() + end),
    );
    return;
  }
  expect(written).toBe(describeSettings());
});

/** `UPDATE_DOCS=1` writes it instead. */
test('the published JSON Schema of the configuration file matches the settings', async () => {
  const file = fileURLToPath(new URL(`../../../../../${SCHEMA_FILE}`, import.meta.url));
  const schema = `${JSON.stringify(configFileSchema(), null, 2)}\n`;
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, schema);
  expect(await readFile(file, 'utf8')).toBe(schema);
});

test('every default is valid according to its schema', () => {
  const defaults = SETTING_GROUPS.flatMap(({ settings }) =>
    Object.entries(settings as Record<string, { default?: unknown }>).flatMap(([name, setting]) =>
      setting.default === undefined || setting.default === '' ? [] : [[name, String(setting.default)]],
    ),
  );
  expect(defaults.length).toBeGreaterThan(20);
  expect(() => readConfig(Object.fromEntries(defaults))).not.toThrow();
});

test('every secret is a setting', () => {
  const names = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
  expect(new Set(names).size).toBe(names.length);
  for (const secret of SECRET_SETTINGS) expect(names).toContain(secret);
});
