import { describe, expect, test } from 'vitest';
import * as surface from './index.js';
import { OptionError } from './index.js';

/** Arguments that the types forbid but a JavaScript caller can pass. */
const asAny = <Value>(value: unknown): Value => value as Value;

function caught(use: () => unknown): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return undefined;
}

const problem = { type: 'UPSTREAM_ERROR', code: 'UPSTREAM_RESET', message: 'm' } as const;

/** For each function: calls that must be rejected, and the option that the error names. */
const wrong: Readonly<Record<string, readonly (readonly [use: () => unknown, option: string])[]>> = {
  servicePath: [[() => surface.servicePath('a', asAny(5)), 'serviceSlug']],
  operationPath: [
    [() => surface.operationPath(asAny(undefined), 's', 'o'), 'accountId'],
    [() => surface.operationPath('a', 's', asAny(null)), 'operation'],
  ],
  fillPath: [
    [() => surface.fillPath(asAny(undefined), 'o'), 'template'],
    [() => surface.fillPath('/without', 'o'), 'template'],
    [() => surface.fillPath('/{operation}', asAny(5)), 'operation'],
  ],
  gatewayContract: [
    [() => surface.gatewayContract(asAny(undefined)), ''],
    [() => surface.gatewayContract(asAny({ baseUrl: '/', accountId: 'a' })), 'serviceSlug'],
    [() => surface.gatewayContract(asAny({ baseURL: '/', accountId: 'a', serviceSlug: 's' })), 'baseURL'],
  ],
  routesContract: [
    [() => surface.routesContract(asAny(undefined)), ''],
    [() => surface.routesContract(asAny({ baseUrl: '/', accountId: 'a' })), 'serviceSlug'],
  ],
  slugOf: [[() => surface.slugOf(asAny(undefined)), 'name']],
  withCode: [[() => surface.withCode(asAny('NO_SUCH_CODE')), 'code']],
  problemStatus: [[() => surface.problemStatus(asAny({})), 'problem.type']],
  problemBody: [
    [() => surface.problemBody(asAny('X')), 'problem'],
    [() => surface.problemBody(problem, asAny(5)), 'requestId'],
  ],
  mappingProblem: [[() => surface.mappingProblem(new Error('x'), asAny(undefined)), 'operation']],
  faultProblem: [
    [() => surface.faultProblem(asAny(undefined)), 'fault'],
    [() => surface.faultProblem(asAny({ code: 'x' })), 'fault.reason'],
  ],
  sessionProblem: [[() => surface.sessionProblem(asAny({ code: 5 })), 'failure.code']],
  transportProblem: [[() => surface.transportProblem(asAny({ code: 5 })), 'failure.code']],
  methodProblem: [
    [() => surface.methodProblem(asAny('GET'), 'POST'), 'allowed'],
    [() => surface.methodProblem(['GET'], asAny(undefined)), 'method'],
    [() => surface.methodProblem(['GET'], 'POST', asAny(5)), 'why'],
  ],
  readAcceptedNumbers: [[() => surface.readAcceptedNumbers(asAny(5)), 'accept']],
  bodyTooLargeProblem: [[() => surface.bodyTooLargeProblem(asAny('5')), 'most']],
  quotaProblem: [
    [() => surface.quotaProblem(asAny(undefined), 1), 'quota'],
    [() => surface.quotaProblem(1, asAny('1')), 'retryAfter'],
  ],
  minuteLimitProblem: [
    [() => surface.minuteLimitProblem(asAny(undefined), 1), 'most'],
    [() => surface.minuteLimitProblem(1, Number.NaN), 'retryAfter'],
  ],
  tooManyConcurrentProblem: [[() => surface.tooManyConcurrentProblem(asAny('5')), 'most']],
  overloadedProblem: [[() => surface.overloadedProblem(asAny(undefined)), 'seconds']],
  operationUnsupportedProblem: [
    [() => surface.operationUnsupportedProblem(asAny(5), 'x'), 'operation'],
    [() => surface.operationUnsupportedProblem('Get', asAny(undefined)), 'why'],
  ],
  notRecordedProblem: [
    [() => surface.notRecordedProblem(asAny(undefined)), 'operation'],
    [() => surface.notRecordedProblem('Get', asAny({ exchange: 'x' })), 'nearest.differences'],
    [() => surface.notRecordedProblem('Get', asAny({ exchange: 5, differences: [] })), 'nearest.exchange'],
  ],
  readRetryAfter: [[() => surface.readRetryAfter('7', asAny(undefined)), 'now']],
  badStatusProblem: [
    [() => surface.badStatusProblem(asAny('500'), 'x'), 'status'],
    [() => surface.badStatusProblem(500, asAny(undefined)), 'why'],
    [() => surface.badStatusProblem(503, 'x', asAny('7')), 'retryAfter'],
  ],
};

describe.each(Object.entries(wrong))('%s: rejects arguments of the wrong type', (_name, cases) => {
  test.each(cases.map(([use, option], index) => ({ index, use, option })))('$index: $option', (each) => {
    const error = caught(each.use);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ code: 'INVALID_OPTION', option: each.option });
  });
});

/** The only function whose argument may be anything. */
const TAKES_ANYTHING = 'isErrorCode';

test('options: every public function that takes arguments is in the table', () => {
  const functions = Object.entries(surface)
    .filter(
      ([name, value]) =>
        typeof value === 'function' && !['OptionError', 'pathTemplate'].includes(name) && value.length > 0,
    )
    .map(([name]) => name);
  expect(functions.filter((name) => name !== TAKES_ANYTHING && !Object.hasOwn(wrong, name))).toEqual([]);
});
