import { brokenDesigns, GOOD_DESIGNS } from '@soapstone/testing/broken-designs';
import { expect, test } from 'vitest';
import { parseYaml } from './parse-yaml.js';

const DEPTH = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);

/** A file is data, or refused with places in it. */
function judge(text: string): void {
  const { data, problems, locate } = parseYaml(text, 'services.yaml', { exactNumbers: true });
  for (const problem of problems.slice(0, 200)) expect(problem).toMatch(/^services\.yaml:[0-9]+:[0-9]+: \S/);
  if (problems.length > 0) {
    expect(data).toEqual({});
    return;
  }
  const keys = typeof data === 'object' && data !== null ? Object.keys(data).slice(0, 20) : [];
  for (const key of ['__proto__', ...keys]) expect(locate([key])).toMatch(/^services\.yaml:[0-9]+:[0-9]+$/);
}

test(`${500 * DEPTH} broken files: each is data, or refused with file, line and column`, {
  timeout: 60_000 * DEPTH,
}, () => {
  for (const { what, text } of brokenDesigns(GOOD_DESIGNS, 500 * DEPTH, 20261130)) {
    try {
      judge(text);
    } catch (error) {
      throw new Error(`${what}\n${text.slice(0, 2_000)}`, { cause: error });
    }
  }
});
