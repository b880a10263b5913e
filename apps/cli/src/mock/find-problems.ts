import type { SoapServer } from '@soapstone/server';
import type { OptionProblem } from '@soapstone/soap-model/options';
import { isRecord } from '../templates.js';
import { mergeOver } from './match.js';
import type { RuleAnswer } from './rules.js';

/**
 * Finds what the schema does not allow in what a rule gives. The values of templates are only known when a call comes, so that what
 * is wrong with them is not reported; neither is what could depend on them.
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
      // Values are compared with each other.
      if (keyword === 'duplicate' && templates.length > 0) return false;
      return !templates.some((template) => dependsOn(path, template));
    })
    .map(({ path, message }) => ({ path: `/${member}${path}`, expected: message }));
}

/** Whether a problem may go when the template is filled in: it is of its value, or of the object whose type the template names. */
function dependsOn(path: string, template: string): boolean {
  const changed = template.endsWith('/$type') ? template.slice(0, -'/$type'.length) : template;
  return path === changed || path.startsWith(`${changed}/`);
}

/** JSON Pointers to the texts with templates. */
function* templatesIn(value: unknown, path: string): Generator<string> {
  if (typeof value === 'string' && /\{\{[^{}]+\}\}/.test(value)) yield path;
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* templatesIn(each, `${path}/${index}`);
  } else if (isRecord(value)) {
    for (const [key, each] of Object.entries(value))
      yield* templatesIn(each, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}
