import { Ajv, type ErrorObject } from 'ajv';
import { beginningsOf, type Environment, SECRET_SETTINGS, SETTING_GROUPS } from './schema/settings.js';

/** The settings by the name of their variable. */
export const properties = Object.assign({}, ...SETTING_GROUPS.map(({ settings }) => settings)) as Record<
  string,
  object
>;

// Every start compiles this. It is a third of the work because a test compares it with the schema of JSON Schema, and V8 optimises the code.
const validate = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  allowUnionTypes: true,
  validateSchema: false,
  meta: false,
  code: { optimize: false },
}).compile({ type: 'object', properties });

/**
 * Reads the settings of `environment`, with their defaults. Returns them with one sentence for each problem.
 *
 * @param fromFile valid settings of the configuration file, which the environment overrides
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  fromFile: Readonly<Record<string, unknown>> = {},
): {
  values: Environment;
  problems: string[];
} {
  const known: Record<string, unknown> = { ...fromFile };
  for (const name of Object.keys(properties)) {
    // An empty variable is treated as unset.
    if (environment[name]) known[name] = environment[name];
  }
  const problems = validate(known)
    ? []
    : describeProblems(validate.errors ?? [], { ...fromFile, ...environment });
  return { values: known as unknown as Environment, problems };
}

/** Returns one sentence per variable: what was expected, and the actual value unless it is a secret. */
function describeProblems(
  errors: readonly ErrorObject[],
  environment: Readonly<Record<string, unknown>>,
): string[] {
  const sentences = new Map<string, string>();
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue;
    const name = error.instancePath.slice(1);
    const expected = sentences.has(name) ? `${sentences.get(name)}, or ` : `${name} `;
    sentences.set(name, expected + expectation(error));
  }
  return [...sentences].map(([name, sentence]) =>
    SECRET_SETTINGS.has(name) ? sentence : `${sentence}, is ${JSON.stringify(environment[name])}`,
  );
}

function expectation({ keyword, params, message }: ErrorObject): string {
  const { allowedValues, allowedValue, limit, pattern, type } = params as Record<string, unknown>;
  if (keyword === 'enum') return `must be one of ${(allowedValues as string[]).join(', ')}`;
  if (keyword === 'const') return `must be ${allowedValue}`;
  if (keyword === 'pattern') return `must begin with ${beginningsOf(pattern as string).join(' or ')}`;
  if (keyword === 'type') return `must be ${type === 'integer' ? 'an integer' : `a ${type}`}`;
  if (keyword === 'minimum') return `must be ${limit} or more`;
  if (keyword === 'maximum') return `must be ${limit} or less`;
  if (keyword === 'minLength') return `must have ${limit} characters or more`;
  return message ?? 'is wrong';
}
