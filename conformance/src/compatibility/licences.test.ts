import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const { describeLicences } = (await import(
  new URL('../../../scripts/licences.mjs', import.meta.url).href
)) as {
  describeLicences(directory: string): string;
};
const folder = mkdtempSync(join(tmpdir(), 'soapstone-licences-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, content: unknown): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
};

test('licences: libraries of programs and of the dashboard are listed with the file of the text; ours are not', () => {
  write('gateway/node_modules/.pnpm/b@2.0.0/node_modules/b/package.json', {
    name: 'b',
    version: '2.0.0',
    license: '(MIT OR GPL-3.0)',
  });
  write('gateway/node_modules/.pnpm/b@2.0.0/node_modules/b/LICENSE.md', 'text');
  write('cli/node_modules/@s/a/package.json', {
    name: '@s/a',
    version: '1.0.0',
    licenses: [{ type: 'ISC' }],
  });
  write('cli/node_modules/@soapstone/x/package.json', { name: '@soapstone/x', version: '1.0.0' });
  write('dashboard/dist/.bundled-packages.json', [{ name: 'react', version: '19.0.0', license: 'MIT' }]);
  expect(describeLicences(folder)).toBe(
    '@s/a 1.0.0\tISC\t\n' +
      'b 2.0.0\t(MIT OR GPL-3.0)\tgateway/node_modules/.pnpm/b@2.0.0/node_modules/b/LICENSE.md\n' +
      'react 19.0.0\tMIT\tin the dashboard\n',
  );
});

test.each([
  [{ license: 'GPL-3.0' }, 'c 1.0.0: GPL-3.0'],
  [{ license: 'MIT AND GPL-3.0' }, 'c 1.0.0: MIT AND GPL-3.0'],
  [{}, 'c 1.0.0: no licence'],
])('licences: %o needs a decision', (licence, message) => {
  write('cli/node_modules/c/package.json', { name: 'c', version: '1.0.0', ...licence });
  expect(() => describeLicences(folder)).toThrow(message);
});
