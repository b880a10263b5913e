import { describe, expect, test } from 'vitest';
import { createLog } from './log.js';

function record() {
  const lines: string[] = [];
  return { lines, log: createLog('debug', { write: (line) => void lines.push(line) }) };
}

/** Characters that would start a line, move the cursor or reverse the direction of text. */
const HOSTILE = [
  'a\nb',
  'a\r\nb',
  '{"level":60,"msg":"forged"}\n',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  '\u009b31mred',
  'a\u0085b\u2028c\u2029d',
  'user\u202Etxt.exe',
  '\u2066left\u2069',
  'a\u0000b\u0008\u007f',
  '\ud800 alone',
  'x'.repeat(100_000),
  '"}\\',
  '%s %d %j %o',
  '__proto__',
];

describe('one event is one line, even with line breaks in its content', () => {
  test.each(HOSTILE)('%j', (text) => {
    const { lines, log } = record();
    const error = new Error(text, {
      cause: Object.assign(new TypeError(text), { code: text, secret: 'canary' }),
    });
    error.name = text;
    log.info(text, { field: text });
    log.warn(text, { field: text });
    log.error(text, error);
    log.error(text, text);
    const call = { requestId: text, method: text, operation: text, status: 500, latencyMs: 1 };
    log.call({ ...call, type: 'VALIDATION_ERROR', cause: new Error('canary') });
    log.call({ ...call, type: 'INTERNAL_ERROR', cause: error });
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
      expect(line).not.toContain('canary');
      expect(line.length).toBeLessThan(30_000);
      expect(() => JSON.parse(line)).not.toThrow();
    }
  });

  test('ordinary text is unchanged, in every script', () => {
    const { lines, log } = record();
    log.info('grüße', { name: '你好 עברית 🚀' });
    expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'grüße', name: '你好 עברית 🚀' });
  });

  test('an error that is its own cause is logged without a loop', () => {
    const { lines, log } = record();
    const error = new Error('round');
    error.cause = error;
    log.error('it failed', error);
    expect(JSON.parse(lines[0]!).error.cause.cause.cause.cause.cause).toBeUndefined();
  });
});
