import type { OptionProblem } from '@soapstone/options';
import type { SoapServer } from '@soapstone/server';
import { mergeOver } from './match.js';
import type { RuleAnswer } from './rules.js';
import { isRecord } from './templates.js';

/**
 * Finds what the schema does not allow in the response of a rule. The values of templates are only known when a call arrives, so
 * problems of these values, and problems that could depend on them, are not reported.
 *
 * @returns problems with JSON Pointers into the rule
 */
export function findProblems(
  server: Pick<SoapServer, 'validate' | 'example'>,
  operation: string,
  { result, merge, fault }: RuleAnswer,
): OptionProblem[] {
  if (fault !== undefined) return check('fault', fault, server.validate(operation, { fault }));
  if (result !== undefined) return check('result', result, server.validate(operation, { result }));
  if (merge === undefined) return [];
  const merged = mergeOver(server.example(operation), merge);
  return check('merge', merge, server.validate(operation, { result: merged }));
}

function check(
  member: string,
  given: unknown,
  problems: ReturnType<SoapServer['validate']>,
): OptionProblem[] {
  const templates = [...templatesIn(given, '')];
  return problems
    .filter(({ path, keyword }) => {
      // Duplicates are found by comparing values with each other, which templates can change.
      if (keyword === 'duplicate' && templates.length > 0) return false;
      return !templates.some((template) => dependsOn(path, template));
    })
    .map(({ path, message }) => ({ path: `/${member}${path}`, expected: message }));
}

/** Whether filling in the template could remove a problem: one of its value, or of the object whose type the template names. */
function dependsOn(path: string, template: string): boolean {
  const changed = template.endsWith('/$type') ? template.slice(0, -'/$type'.length) : template;
  return path === changed || path.startsWith(`${changed}/`);
}

/** Yields JSON Pointers to the strings that contain templates. */
function* templatesIn(value: unknown, path: string): Generator<string> {
  if (typeof value === 'string' && /\{\{[^{}]+\}\}/.test(value)) yield path;
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* templatesIn(each, `${path}/${index}`);
  } else if (isRecord(value)) {
    for (const [key, each] of Object.entries(value))
      yield* templatesIn(each, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}
