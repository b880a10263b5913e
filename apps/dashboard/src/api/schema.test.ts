import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { printSchema, SCHEMA_FILE } from '../../scripts/print-schema.js';

test('the types match the management API (else run pnpm --filter dashboard generate-client)', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await printSchema());
}, 120_000);
