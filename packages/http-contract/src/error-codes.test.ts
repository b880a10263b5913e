import { expect, test } from 'vitest';
import { isErrorCode, problemStatus, withCode } from './call-problem.js';
import { CALL_ERROR_CODES, ERROR_CODES, type ErrorCode } from './error-codes.js';
import { faultProblem } from './error-problems.js';
import { UPSTREAM_CODES } from './error-types.js';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

test.each(CODES)('%s: the title is a heading, the advice is a sentence', (code) => {
  const { title, advice, status } = ERROR_CODES[code];
  expect(title).toMatch(/^[A-Z][^.]{8,60}$/);
  if (advice !== undefined) expect(advice).toMatch(/^[A-Z].{8,}\.$/);
  if (status !== undefined) expect(status).not.toBe(problemStatus({ type: ERROR_CODES[code].type }));
});

test('only codes of the table are codes', () => {
  expect(CODES.every(isErrorCode)).toBe(true);
  expect(['NO_SUCH_CODE', '__proto__', 'constructor', '', 5, undefined].some(isErrorCode)).toBe(false);
  expect(withCode('OPERATION_NOT_ALLOWED')).toEqual({
    type: 'AUTHENTICATION_ERROR',
    code: 'OPERATION_NOT_ALLOWED',
    status: 403,
  });
});

test('the message of a fault is its reason, or its code, or says that it has neither', () => {
  expect(faultProblem({ code: 'Client', reason: ' gone ' }).message).toBe('gone');
  expect(faultProblem({ code: 'Client', reason: ' ' }).message).toBe('SOAP fault Client');
  expect(faultProblem({ code: '', reason: '' }).message).toBe('SOAP fault without code and reason');
});

test('OpenAPI documents explain every code of a 502', () => {
  const upstream = CALL_ERROR_CODES.filter((code) => ERROR_CODES[code].type === 'UPSTREAM_ERROR');
  expect(upstream.filter((code) => !UPSTREAM_CODES.includes(`\`${code}\``))).toEqual([]);
});

test('the page for clients lists the codes of calls', async () => {
  const rows = CALL_ERROR_CODES.map((code) => {
    const { type, title, advice = '' } = ERROR_CODES[code];
    return `| \`${code}\` | \`${type}\` | ${problemStatus(withCode(code))} | ${title} | ${advice} |`;
  });
  const page = `# Errors of a call

Every error of a call has the body \`{"error": {"type", "code", "message", "requestId", …}}\`. The seven types are the
[contract](specification.md); a code says more than its type. Codes are never renamed, and new ones may be added. \`message\` is for people: it
may change at any time.

\`details\` lists each problem of the input with a JSON Pointer, \`fault\` is the SOAP fault, and \`sent\` says whether the SOAP service may have
received the call: if it is \`false\`, a retry is safe. \`Retry-After\` gives the seconds to wait.

| code | type | status | what happened | what to do |
|---|---|---|---|---|
${rows.join('\n')}
`;
  await expect(page).toMatchFileSnapshot('../../../docs/errors.md');
});
