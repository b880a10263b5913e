import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DesignSchema, formParts } from './session-fields.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../../docs/design.schema.json', import.meta.url), 'utf8'),
) as DesignSchema;

test('the form of a session has the parts and fields of the schema', () => {
  const parts = formParts(schema).map(({ name, choice, fields }) => [
    name,
    choice,
    fields.map(({ label, kind }) => `${label}: ${kind}`),
  ]);
  expect(parts).toEqual([
    ['login', [], ['operation: operation']],
    ['token', ['result', 'soapHeader', 'cookie', 'httpHeader', 'provided'], ['expires: path']],
    ['send', ['soapHeader', 'member', 'cookie', 'httpHeader'], []],
    ['endpoint', [], ['result: path', 'hosts: list']],
    ['renew', [], ['after: path', 'before: path', 'faults: list', 'statuses: list']],
    ['more', [], ['logout: operation', 'repeatable: flag', 'shown: flag']],
  ]);
});
