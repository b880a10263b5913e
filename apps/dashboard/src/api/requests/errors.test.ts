import { describe, expect, test } from 'vitest';
import { ApiError, offline, readError } from './errors.js';
import { beyondFields, explainError, problemOf, problemsOfLines } from './explain-error.js';

const response = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

describe('an error response', () => {
  test('keeps the error of the gateway', async () => {
    const error = await readError(
      response(400, {
        error: {
          type: 'VALIDATION_ERROR',
          code: 'SCHEMA_VIOLATION',
          message: 'The body does not match the schema of this path (1 error)',
          requestId: 'req_1',
          details: [{ path: '/name', keyword: 'minLength', message: 'must not be empty' }, 'nonsense'],
        },
      }),
    );
    expect(error).toMatchObject({ status: 400, code: 'SCHEMA_VIOLATION', requestId: 'req_1' });
    expect(error.problems).toEqual([{ path: '/name', keyword: 'minLength', message: 'must not be empty' }]);
    expect(problemOf(error, '/name')).toBe('must not be empty');
    expect(problemOf(error, '/slug')).toBeUndefined();
  });

  test.each(['<html>Bad gateway</html>', '{"error":', '{}', '{"error":{"code":"X"}}'])(
    'is reported as unreadable if it is not from the gateway: %s',
    async (body) => {
      const error = await readError(response(502, body));
      expect(error).toMatchObject({ status: 502, code: 'UNREADABLE_ANSWER' });
      expect(explainError(error).title).toContain('502');
    },
  );
});

describe('an error in plain words', () => {
  test('has advice if the code is known, else the sentence of the gateway', () => {
    expect(explainError(offline())).toMatchObject({ title: 'The gateway is not responding' });
    const unknown = new ApiError({ status: 400, code: 'NEW_CODE', message: 'Something new is wrong' });
    expect(explainError(unknown)).toEqual({ title: 'Something new is wrong', problems: [] });
  });

  test('shows the request ID only if the operator can investigate further', () => {
    const init = { code: 'X', message: 'It failed', requestId: 'req_2' };
    expect(explainError(new ApiError({ status: 500, ...init })).requestId).toBe('req_2');
    expect(explainError(new ApiError({ status: 404, ...init })).requestId).toBeUndefined();
  });

  test('advises about the URL of a document that is not a WSDL only if there is one', () => {
    const notWsdl = (path: string) =>
      new ApiError({ status: 400, code: 'NOT_WSDL', message: 'x', problems: [{ path, message: 'y' }] });
    expect(explainError(notWsdl('https://example.com/users:1:1')).advice).toContain('?wsdl');
    expect(explainError(notWsdl('users.xsd:1:1')).advice).toContain('<definitions>');
  });

  test('asks for the missing file by name if the documents describe no operation', () => {
    const noOperation = (message: string) =>
      new ApiError({
        status: 400,
        code: 'NO_OPERATION',
        message: 'the documents describe no operation that can be called',
        problems: [
          { path: 'a.wsdl:9:1', message: 'binding "b:B" is not declared' },
          { path: 'a.wsdl:3:1', message },
        ],
      });
    expect(
      explainError(noOperation('Cannot load "bindings/b.wsdl": it is not in the bundle.')),
    ).toMatchObject({
      title: 'bindings/b.wsdl is missing',
      advice: 'Upload it together with the WSDL: no operation can be called without it.',
    });
    expect(explainError(noOperation('the binding has no portType')).title).toBe(
      'This WSDL has no operation that can be called',
    );
  });

  test('names the line of a problem, or only the document if the problem concerns all of it', () => {
    const problems = ['a.wsdl:3:15', 'https://example.com/a?wsdl:0:0'].map((path) => ({
      path,
      message: 'm',
    }));
    const error = new ApiError({ status: 400, code: 'LOAD_FAILED', message: 'no', problems });
    expect(explainError(error).problems.map(({ path }) => path)).toEqual([
      'a.wsdl:3:15',
      'https://example.com/a?wsdl',
    ]);
  });

  test('never shows an error of the page’s own code', () => {
    expect(explainError(new TypeError('x is not a function')).title).toBe('Couldn’t load this page');
  });
});

describe('problems beside fields', () => {
  const problems = [
    { path: '/addresses/1', message: '"x" is wrong' },
    { path: '/addresses/2', message: '"y" is wrong' },
  ];
  const error = new ApiError({ status: 400, code: 'SCHEMA_VIOLATION', message: 'no', problems });

  test('the lines of a field have those of their entries, until they are changed', () => {
    const sent = ['ok', 'x', 'y'];
    expect(problemsOfLines(error, '/addresses', sent, 'ok\n\n x \ny')).toBe(
      'Line 3: "x" is wrong\nLine 4: "y" is wrong',
    );
    expect(problemsOfLines(error, '/addresses', sent, 'ok\nz\ny')).toBe('Line 3: "y" is wrong');
    expect(problemsOfLines(error, '/addresses', sent, '')).toBeUndefined();
    expect(problemsOfLines(null, '/addresses', sent, 'x')).toBeUndefined();
  });

  test('the notice shows an error unless all of its problems have fields', () => {
    expect(beyondFields(error, ['/name', '/addresses'])).toBeNull();
    expect(beyondFields(error, ['/name', '/addresses/1'])).toBe(error);
    expect(beyondFields(error, ['/address'])).toBe(error);
    expect(beyondFields(offline(), ['/addresses'])).toMatchObject({ code: 'OFFLINE' });
    expect(beyondFields(null, [])).toBeNull();
  });
});
