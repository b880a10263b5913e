import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { PLANS_SECTION, type PlansSection } from '../schema/plan-settings.js';
import {
  beginningsOf,
  LIST_SETTINGS,
  PAIR_SETTINGS,
  PATH_SETTINGS,
  SECRET_SETTINGS,
  SETTING_GROUPS,
  URL_SETTINGS,
} from '../schema/settings.js';
import { checkFile } from './check-file.js';
import { configFileSchema, FILE_SETTINGS, fileNameOf } from './file-settings.js';
import { type FileProblem, type ParsedYaml, parseYaml } from './parse-yaml.js';

/** Settings from a configuration file. */
export interface ConfigFile {
  /** The valid settings by the name of their variable: text as in a variable, numbers and flags as they are. */
  readonly values: Readonly<Record<string, string | number | boolean>>;
  /** The section `plans`; absent if the file has none or an invalid one. */
  readonly plans?: PlansSection | undefined;
  readonly problems: readonly FileProblem[];
  /** `file:line:column` of a setting, by the name of its variable; undefined if the file does not contain it. */
  locate(variable: string): string | undefined;
}

const EMPTY: ConfigFile = { values: {}, problems: [], locate: () => undefined };

/** The maximum size in bytes. A configuration is small, so a larger file is something else. */
const LARGEST = 1_048_576;

let compiled: { readonly config: ValidateFunction; readonly plans: ValidateFunction } | undefined;

/** Compiles the schemas on first use, because most gateways have no such file and compiling would take a quarter of their start. */
function validators(): typeof compiled & object {
  if (compiled === undefined) {
    const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
    compiled = { config: ajv.compile(configFileSchema()), plans: ajv.compile(PLANS_SECTION) };
  }
  return compiled;
}

/**
 * Reads the configuration file `name`: YAML or JSON with the settings of the environment in camel case. Relative paths in it are
 * relative to the file. Secrets are references: `{ file: PATH }` or `{ env: NAME }`.
 *
 * @param name absent = there is no file
 * @param environment for references to variables
 */
export function readConfigFile(
  name: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ConfigFile {
  if (name === undefined) return EMPTY;
  const text = readText(name);
  if (text instanceof Error) return { ...EMPTY, problems: [`${name} cannot be read: ${text.message}`] };
  const parsed = parseYaml(text, name);
  const problems = [...parsed.problems];
  if (problems.length > 0) return { ...EMPTY, problems };
  const validate = validators().config;
  problems.push(
    ...checkFile(parsed, validate, ([member]) => {
      const variable = FILE_SETTINGS.get(String(member));
      if (variable === undefined || !SECRET_SETTINGS.has(variable)) return undefined;
      return { path: [String(member)], sentence: `${member} ${REFERENCE_EXPECTED(variable)}` };
    }),
  );
  const wrong = new Set((validate.errors ?? []).map(({ instancePath }) => instancePath.split('/')[1]));
  const values: Record<string, string | number | boolean> = {};
  for (const [member, given] of Object.entries(isObject(parsed.data) ? parsed.data : {})) {
    const variable = FILE_SETTINGS.get(member);
    if (variable === undefined || wrong.has(member)) continue;
    const value = readValue(variable, given, dirname(resolve(name)), environment);
    if (value instanceof Error) problems.push(`${parsed.locate([member])}: ${member} ${value.message}`);
    // An empty list or mapping sets nothing, as an empty variable does.
    else if (value !== '') values[variable] = value;
  }
  const plans = wrong.has('plans') ? undefined : (parsed.data as { readonly plans?: PlansSection }).plans;
  return { values, plans, problems, locate: (variable) => locate(parsed, variable) };
}

/** Reads `PLANS_FILE`: the content of the section `plans`, in its own file. */
export function readPlansFile(name: string): {
  readonly plans?: PlansSection;
  readonly problems: readonly FileProblem[];
} {
  const text = readText(name);
  if (text instanceof Error) return { problems: [`PLANS_FILE refers to ${name}: ${text.message}`] };
  const parsed = parseYaml(text, name);
  const problems = parsed.problems.length > 0 ? parsed.problems : checkFile(parsed, validators().plans);
  return problems.length > 0 ? { problems } : { plans: parsed.data as PlansSection, problems };
}

const REFERENCE_EXPECTED = (variable: string): string =>
  URL_SETTINGS.has(variable)
    ? `must begin with ${urlBeginnings(variable)} and have no password, or be a reference: { file: PATH } or { env: NAME }`
    : 'is a secret: write a reference, { file: PATH } or { env: NAME }';

function urlBeginnings(variable: string): string {
  const schemas = Object.assign({}, ...SETTING_GROUPS.map(({ settings }) => settings));
  return beginningsOf((schemas as Record<string, { readonly pattern: string }>)[variable]!.pattern).join(
    ' or ',
  );
}

function locate(parsed: ParsedYaml, variable: string): string | undefined {
  const member = fileNameOf(variable);
  return isObject(parsed.data) && Object.hasOwn(parsed.data, member)
    ? parsed.locateName([member])
    : undefined;
}

/** Returns the value in the form of an environment variable, or the reason why there is none. */
function readValue(
  variable: string,
  given: unknown,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | number | boolean | Error {
  if (LIST_SETTINGS.has(variable)) return (given as string[]).join(',');
  if (PAIR_SETTINGS.has(variable)) {
    return Object.entries(given as Record<string, string>)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join(',');
  }
  if (isObject(given)) return readReference(given as Reference, directory, environment);
  if (PATH_SETTINGS.has(variable)) return resolve(directory, String(given));
  return given as string | number | boolean;
}

type Reference = { readonly file: string } | { readonly env: string };

/** Returns the value of a reference in a file in `directory`, or why there is none. */
export function readReference(
  reference: Reference,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | Error {
  if ('env' in reference) {
    return (
      environment[reference.env] || new Error(`refers to the variable ${reference.env}, which is not set`)
    );
  }
  const file = resolve(directory, reference.file);
  const text = readText(file);
  if (text instanceof Error) return new Error(`refers to ${file}, which cannot be read: ${text.message}`);
  // Trimmed, because editors and `echo` end a file with a line break.
  return text.trim() || new Error(`refers to ${file}, which is empty`);
}

/** Returns the text of a file of at most 1 MiB, or why it cannot be read. */
export function readText(file: string): string | Error {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > LARGEST) return new Error(`it is larger than ${LARGEST} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return new Error('there is no such file');
    if (code === 'EACCES') return new Error('this user may not read it');
    if (code === 'EISDIR') return new Error('it is a directory');
    return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? new Error('it is not UTF-8') : new Error(message);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
