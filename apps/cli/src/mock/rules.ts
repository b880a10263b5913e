import {
  type Check,
  count,
  listOf,
  members,
  oneOf,
  optional,
  text,
  wrong,
} from '@soapstone/soap-model/options';
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { CliError } from '../errors.js';
import { EXIT } from '../exit-code.js';

/** How a response is broken on purpose. */
export type Failure = 'reset' | 'truncated' | 'slow' | 'html';

/** What a rule answers with. Without a result or a fault it is the example. */
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
  /** Milliseconds. */
  readonly delay?: number;
}

export interface Rule extends RuleAnswer {
  /** What the input must have; absent: any input. */
  readonly when?: unknown;
  /** The answers of the first call, the second, and so on; the last one stays. */
  readonly sequence?: readonly RuleAnswer[];
}

/** The rules of each operation, by its name. */
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
const answer = {
  result: record,
  merge: record,
  fault: members<NonNullable<RuleAnswer['fault']>>({ reason: text, code: text, detail: record }, ['reason']),
  failure: oneOf('reset', 'truncated', 'slow', 'html'),
  delay: count,
};
const ruleList: Check = listOf(
  members<Rule>({ when: condition, sequence: optional(listOf(members<RuleAnswer>(answer))), ...answer }),
);

/**
 * Reads the text of a rules file.
 *
 * @param file its name, for messages
 * @param operations the names that it may have
 * @throws {CliError} with every problem and its place
 */
export function readRules(content: string, file: string, operations: readonly string[]): Rules {
  const lines = new LineCounter();
  // Large integers keep their digits.
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, intAsBigInt: true });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const problems = document.errors.map(({ pos, message }) => `${place(pos[0])}: ${message.split('\n')[0]}`);
  const data: unknown = problems.length > 0 ? {} : plain(document.toJS({ maxAliasCount: 100 }) ?? {});
  const offsetOf = (path: readonly string[]): number => offsetIn(document.contents as Node | null, path);
  if (record(data).length > 0) problems.push(`${place(0)}: expected operations by name`);
  else {
    for (const [name, rules] of Object.entries(data as object)) {
      if (!operations.includes(name)) {
        problems.push(
          `${place(offsetOf([name]))}: the service has no operation ${name}, only ${operations.slice(0, 20).join(', ')}`,
        );
        continue;
      }
      for (const { path, expected } of ruleList(rules)) {
        const steps = path
          .split('/')
          .slice(1)
          .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
        problems.push(`${place(offsetOf([name, ...steps]))}: ${expected}`);
      }
    }
  }
  if (problems.length > 0) {
    const message = `cannot use the rules:\n  ${problems.join('\n  ')}`;
    throw new CliError({ code: 'BAD_RULES', message, exitCode: EXIT.unreadable });
  }
  return new Map(Object.entries(data as Record<string, readonly Rule[]>));
}

/** `delay: 500` is a number; an integer that a double cannot hold stays a bigint. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function offsetIn(root: Node | null, path: readonly string[]): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}
