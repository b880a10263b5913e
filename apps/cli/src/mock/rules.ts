import {
  type Check,
  count,
  listOf,
  members,
  type OptionProblem,
  oneOf,
  optional,
  text,
  wrong,
} from '@soapstone/options';
import { readOperationRules } from './operation-rules.js';

/** The ways to break a response deliberately. */
export type Failure = 'reset' | 'truncated' | 'slow' | 'html';

/** The response of a rule: the example, unless it has a result or a fault. */
export interface RuleAnswer {
  /** The whole result. */
  readonly result?: unknown;
  /** Members that replace those of the example, at any depth. */
  readonly merge?: unknown;
  readonly fault?: {
    readonly reason: string;
    readonly code?: string;
    readonly detail?: Readonly<Record<string, unknown>>;
  };
  readonly failure?: Failure;
  /** The HTTP status, from 200 to 599, in place of that of the message. */
  readonly status?: number;
  /** The delay in milliseconds. */
  readonly delay?: number;
}

export interface Rule extends RuleAnswer {
  /** The members that the input must have. Absent: any input matches. */
  readonly when?: unknown;
  /** The responses to the first call, the second, and so on; the last one repeats. */
  readonly sequence?: readonly RuleAnswer[];
}

/** The rules of each operation, by name. */
export type Rules = ReadonlyMap<string, readonly Rule[]>;

const record: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? [] : wrong('expected an object');
const pattern: Check = (value) => {
  try {
    return [...text(value), ...(new RegExp(String(value), 'u') && [])];
  } catch {
    return wrong('expected a regular expression of JavaScript');
  }
};

/** Finds the patterns of a condition, at any depth. */
const condition: Check = (value) => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const problems = key === '$pattern' ? pattern(each) : condition(each);
    return problems.map(({ path, expected }) => ({
      path: `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}${path}`,
      expected,
    }));
  });
};
const httpStatus: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599
    ? []
    : wrong('expected an HTTP status from 200 to 599');
const answer = {
  result: record,
  merge: record,
  fault: members<NonNullable<RuleAnswer['fault']>>({ reason: text, code: text, detail: record }, ['reason']),
  failure: oneOf('reset', 'truncated', 'slow', 'html'),
  status: httpStatus,
  delay: count,
};
const ruleList: Check = listOf(
  members<Rule>({ when: condition, sequence: optional(listOf(members<RuleAnswer>(answer))), ...answer }),
);

/** The operations and checks that rules are read with. */
interface RuledService {
  readonly operations: readonly string[];
  problemsOf(operation: string, answer: RuleAnswer): readonly OptionProblem[];
}

/**
 * Parses a rules file; see `readOperationRules`. Results and details of faults must match the schema, as far as they do not
 * depend on the request.
 */
export function readRules(content: string, file: string, service: RuledService): Rules {
  return readOperationRules(content, file, service.operations, (value, operation) => {
    const problems = ruleList(value);
    if (problems.length > 0) return problems;
    return (value as readonly Rule[]).flatMap((rule, index) =>
      [rule, ...(rule.sequence ?? [])].flatMap((given, at) => {
        const place = at === 0 ? `/${index}` : `/${index}/sequence/${at - 1}`;
        return service.problemsOf(operation, given).map(({ path, expected }) => ({
          path: `${place}${path}`,
          expected: `${path}: ${expected}`,
        }));
      }),
    );
  });
}
