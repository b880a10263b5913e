import type { OptionProblem } from '@soapstone/options';
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { yamlProblems } from '../errors/yaml-problems.js';
import { isRecord } from './templates.js';

/**
 * Reads a rules file in YAML: an object with a member for each operation.
 *
 * @param file the name of the file, for messages
 * @param operations the allowed names
 * @param check checks the value of such a member, given its name as well
 * @throws {CliError} with every problem and its location
 */
export function readOperationRules<Rule>(
  content: string,
  file: string,
  operations: readonly string[],
  check: (rules: unknown, operation: string) => readonly OptionProblem[],
): ReadonlyMap<string, Rule> {
  const lines = new LineCounter();
  // Large integers keep their digits.
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, intAsBigInt: true });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const problems = [...yamlProblems(document.errors, place)];
  let data: unknown = {};
  try {
    if (problems.length === 0) data = plain(document.toJS({ maxAliasCount: 100 }) ?? {}, []);
  } catch (error) {
    // Aliases that name nothing, stand within what they name, or expand to too much.
    problems.push(`${place(0)}: ${(error as Error).message.split('\n')[0]}`);
  }
  const offsetOf = (path: readonly string[]): number => offsetIn(document.contents as Node | null, path);
  if (!isRecord(data)) problems.push(`${place(0)}: expected operations by name`);
  else {
    for (const [name, rules] of Object.entries(data)) {
      if (!operations.includes(name)) {
        problems.push(
          `${place(offsetOf([name]))}: the service has no operation ${name}, only ${operations.slice(0, 20).join(', ')}`,
        );
        continue;
      }
      for (const { path, expected } of check(rules, name)) {
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
  return new Map(Object.entries(data as Record<string, Rule>));
}

/**
 * Converts integers that a double can hold, such as `delay: 500`, to numbers; others stay bigint.
 *
 * @param around the objects and arrays that the value is in
 * @throws {Error} for a value that is inside itself
 */
function plain(value: unknown, around: readonly object[]): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (around.includes(value)) throw new Error('An alias must not be inside of what it names');
  const within = [...around, value];
  if (Array.isArray(value)) return value.map((each) => plain(each, within));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, within)]));
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
