import { nearestOf } from '@soapstone/options';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { beginningsOf } from '../schema/settings.js';
import type { DataPath, FileProblem, ParsedYaml } from './parse-yaml.js';

/** The longest value that a message repeats, in characters. */
const SHOWN = 80;

/**
 * Returns every problem of a parsed file by its compiled schema, in the order of the file: one sentence each, with its position. An
 * unknown member gets the nearest known name.
 *
 * @param validate compiled with `allErrors` and `verbose`
 * @param secret whether the value at a path must not be repeated; its sentence replaces all others about that value
 */
export function checkFile(
  parsed: ParsedYaml,
  validate: ValidateFunction,
  secret: (path: DataPath) => { readonly path: DataPath; readonly sentence: string } | undefined = () =>
    undefined,
): FileProblem[] {
  if (validate(parsed.data)) return [];
  const found = new Map<string, { readonly position: string; readonly sentence: string }>();
  const hiddenOnes = new Set<FileProblem>();
  for (const error of validate.errors ?? []) {
    const path = pathOf(error);
    const hidden = secret(path);
    if (hidden !== undefined) {
      hiddenOnes.add(`${parsed.locate(hidden.path)}: ${hidden.sentence}`);
      continue;
    }
    // The errors of the alternatives are more specific.
    if (error.keyword === 'anyOf' || error.keyword === 'if') continue;
    const key = JSON.stringify(path);
    const before = found.get(key);
    const unknown = error.keyword === 'additionalProperties';
    found.set(key, {
      position: unknown ? parsed.locateName(path) : parsed.locate(path),
      sentence:
        before === undefined
          ? `${nameOf(path)}${expectation(error)}`
          : `${before.sentence}, or ${expectation(error)}`,
    });
  }
  const shown = [...found].map(([key, { position, sentence }]) => {
    const path = JSON.parse(key) as DataPath;
    return `${position}: ${sentence}${shownValue(parsed.data, path, sentence)}`;
  });
  return [...shown, ...hiddenOnes].sort(byPosition);
}

/** Orders problems by line and column; those without a position come first. */
export function byPosition(one: FileProblem, other: FileProblem): number {
  const [line = 0, column = 0] = positionOf(one);
  const [otherLine = 0, otherColumn = 0] = positionOf(other);
  return line - otherLine || column - otherColumn;
}

function positionOf(problem: FileProblem): number[] {
  return /:(\d+):(\d+): /.exec(problem)?.slice(1).map(Number) ?? [];
}

function pathOf({ instancePath, keyword, params }: ErrorObject): DataPath {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'additionalProperties') steps.push(String(params['additionalProperty']));
  if (keyword === 'required') steps.push(String(params['missingProperty']));
  return steps;
}

/** The name of a path, such as `services[2].name`, with a space after it. */
function nameOf(path: DataPath): string {
  const name = path
    .map((step, index) => (/^\d+$/.test(String(step)) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
  return name === '' ? 'the file ' : `${name} `;
}

function expectation({ keyword, params, message, parentSchema }: ErrorObject): string {
  const { allowedValues, allowedValue, pattern, type, limit } = params as Record<string, unknown>;
  switch (keyword) {
    case 'additionalProperties': {
      const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
      const nearest = nearestOf(String(params['additionalProperty']), known);
      if (nearest !== undefined) return `is unknown; did you mean ${nearest}?`;
      return known.length === 0 ? 'is unknown' : `is unknown; known are ${known.join(', ')}`;
    }
    case 'required':
      return 'is required';
    case 'enum':
      return `must be one of ${(allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${String(allowedValue)}`;
    case 'minimum':
      return `must be ${String(limit)} or more`;
    case 'maximum':
      return `must be ${String(limit)} or less`;
    case 'type':
      return `must be ${ARTICLES[String(type)] ?? String(type)}`;
    case 'pattern': {
      const { description } = (parentSchema ?? {}) as { description?: string };
      if (/^\^[\w:/()?]+$/.test(String(pattern))) {
        return `must begin with ${beginningsOf(String(pattern)).join(' or ')}`;
      }
      return description === undefined ? `must match ${String(pattern)}` : `must be: ${description}`;
    }
    default:
      return message ?? 'is wrong';
  }
}

const ARTICLES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
};

/** Returns the value as it was written, such as `, is 70000`, where that helps. */
function shownValue(data: unknown, path: DataPath, sentence: string): string {
  if (sentence.includes(' is unknown') || sentence.endsWith(' is required')) return '';
  let value = data;
  for (const step of path) value = (value as Record<string, unknown> | null | undefined)?.[step];
  if (value === undefined || typeof value === 'object') return value === null ? ', is empty' : '';
  const text = JSON.stringify(value);
  return `, is ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`;
}
