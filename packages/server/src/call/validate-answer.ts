import { isMappingError, type JsonObject, type ValidationProblem } from '@soapstone/json-xml-mapper';
import {
  anything,
  assertOptions,
  type Check,
  members,
  nearestOf,
  OptionError,
  wrong,
} from '@soapstone/options';
import { SoapFault, type SoapFaultInit } from '../fault/soap-fault.js';
import type { OperationTable, ServedOperation } from '../service/operations.js';
import { writeFault } from './answer-call.js';

/** The outcome of a handler: a result, or the fault that it throws. */
export type HandlerAnswer = { readonly result: unknown } | { readonly fault: SoapFaultInit };

const handlerAnswer: Check = (value) => {
  const problems = members<{ result: unknown; fault: unknown }>({ result: anything, fault: anything })(value);
  if (problems.length > 0) return problems;
  return Object.keys(value as object).length === 1 ? [] : wrong('expected either a result or a fault');
};

/** Translates the start of a pointer into soap:Fault, of either SOAP version, to the member of `SoapFaultInit`. */
const FAULT_MEMBERS: readonly (readonly [pointer: RegExp, member: string])[] = [
  [/^\/(?:d|D)etail/, '/detail'],
  [/^\/(?:faultcode|Code\b.*)/, '/code'],
  [/^\/(?:faultstring|Reason\b.*)/, '/reason'],
  [/^\/(?:faultactor|Role)/, '/actor'],
];

/** Returns the served operations with a name, one for each port. Throws `OptionError` if there is none. */
export function servedBy(
  { served, names }: OperationTable,
  operation: string,
  what: string,
): ServedOperation[] {
  const found = served.filter(({ name }) => name === operation);
  if (found.length > 0) return found;
  const nearest = nearestOf(String(operation), [...names]);
  const expected =
    nearest === undefined
      ? `expected one of ${[...names].slice(0, 20).join(', ')}`
      : `expected the operation ${nearest}`;
  throw new OptionError(what, { path: '/operation', expected });
}

/** Returns every problem that prevents sending an answer through any port of its operation. Throws `OptionError`. */
export function validateAnswer(
  table: OperationTable,
  operation: string,
  answer: HandlerAnswer,
): ValidationProblem[] {
  assertOptions(handlerAnswer, answer, 'validate', 'answer');
  const found = new Map<string, ValidationProblem>();
  for (const served of servedBy(table, operation, 'validate')) {
    for (const problem of problemsOf(served, answer))
      found.set(`${problem.path} ${problem.message}`, problem);
  }
  return [...found.values()];
}

function problemsOf(served: ServedOperation, answer: HandlerAnswer): readonly ValidationProblem[] {
  const operation = served.compiled();
  const { oneWay } = operation.info;
  if ('result' in answer) {
    // The result of a one-way operation is not sent.
    return oneWay ? [] : problemsIn(() => operation.responseToXml((answer.result ?? {}) as JsonObject));
  }
  const fault = new SoapFault(answer.fault);
  if (oneWay)
    return [{ path: '', keyword: 'type', message: 'a one-way operation has no response, and no fault' }];
  return problemsIn(() => writeFault(fault, operation, served.port.soapVersion)).map((problem) => {
    const [pointer, member] = FAULT_MEMBERS.find(([each]) => each.test(problem.path)) ?? [/^/, ''];
    return { ...problem, path: problem.path.replace(pointer, member) };
  });
}

function problemsIn(write: () => unknown): readonly ValidationProblem[] {
  try {
    write();
    return [];
  } catch (error) {
    if (!isMappingError(error)) throw error;
    if (error.errors.length === 0) return [{ path: '', keyword: 'limit', message: error.message }];
    return error.errors;
  }
}
