import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compare } from './testing/compare.js';
import { differenceTable } from './testing/difference-table.js';
import { differences } from './testing/differences.js';
import { calls } from './testing/programs/calls.js';
import { habits } from './testing/programs/habits.js';
import { messages } from './testing/programs/messages.js';
import { security } from './testing/programs/security.js';
import { servers } from './testing/programs/servers.js';
import { values } from './testing/programs/values.js';

// The other sets run in judge.deep.test.ts.
compare({ calls, security });

const sets = { calls, values, messages, security, servers, habits };

test('compat: the table of differences names programs that exist', () => {
  const names = Object.entries(sets).flatMap(([set, programs]) =>
    programs.map(({ name }) => `${set}: ${name}`),
  );
  expect(Object.keys(differences).filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(240);
});

test('compat: the README lists every difference with its reason, and no other', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const section = /^## What differs\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| difference'));
  expect(rows).toEqual(differenceTable());
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([]);
});
