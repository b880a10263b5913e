import { randomUUID } from 'node:crypto';
import { misreadings } from '@soapstone/http-contract/internal/misreadings';
import type { Design, FillSource, MapperOptions } from '@soapstone/json-xml-mapper';
import {
  checkDesign,
  DESIGN_LIMITS,
  type DesignProblem,
  designNeeds,
} from '@soapstone/json-xml-mapper/design';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { CliError, usageError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { yamlProblems } from '../errors/yaml-problems.js';
import { badLine, decodeUtf8, readBytes } from '../input/read-file.js';
import type { FillOptions } from '../options/design-options.js';
import { keepTexts, parseDesignYaml } from './parse-design-yaml.js';

/** A design file that has been read. */
export interface DesignFile {
  readonly design: Design;
  /** Prints problems, each with its file, line and column. */
  describe(problems: readonly DesignProblem[]): readonly string[];
}

/** The maximum size of a design file. Its own limits are lower. */
const MOST_BYTES = 1 << 20;

/**
 * Reads a design file in YAML or JSON.
 *
 * @param file its name
 * @param fail makes the error for a file that cannot be read. Default: `badDesign`
 * @throws {CliError} if it cannot be read, or is neither YAML nor JSON
 */
export async function readDesign(
  file: string,
  cwd: string,
  fail: (problems: readonly string[]) => CliError = badDesign,
): Promise<DesignFile> {
  const bytes = await readBytes(file, cwd);
  if (bytes.length > MOST_BYTES) throw fail([`${file}: must not have more than ${MOST_BYTES} bytes`]);
  const text = decodeUtf8(bytes);
  if (text === undefined)
    throw fail([`${file}:${badLine(bytes)}:1: must be UTF-8, and has other bytes in this line`]);
  const lines = new LineCounter();
  const document = parseDesignYaml(text, lines);
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  // A warning is an unknown tag or version, which would change nothing.
  const problems = yamlProblems([...document.errors, ...document.warnings], place);
  if (problems.length > 0) throw fail(problems.slice(0, DESIGN_LIMITS.problems));
  const misread = misreadings(document.contents);
  if (misread.length > 0) throw fail(misread.map(({ start, message }) => `${place(start)}: ${message}`));
  const contents = document.contents as Node | null;
  let data: unknown;
  try {
    keepTexts(document);
    data = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // Aliases that name nothing, or expand to too much.
    throw fail([`${place(0)}: ${(error as Error).message.split('\n')[0]}`]);
  }
  return {
    // The check finds values that are not designs.
    design: (data ?? {}) as Design,
    describe: (problems) =>
      problems.map(({ at, message }) => {
        const path = at.length === 0 ? '' : `${at.join(' > ')}: `;
        return `${place(offsetOf(contents, at))}: ${path}${message}`;
      }),
  };
}

/**
 * Reads the design of a command and checks it against the service.
 *
 * @returns the options of its mapper; none without a design
 * @throws {CliError} with every problem and its location, or for a secret that is not given
 */
export async function designedMapper(
  model: ServiceModel,
  options: FillOptions,
  cwd: string,
  mapper: MapperOptions = {},
): Promise<Pick<MapperOptions, 'design'>> {
  if (options.design === undefined) return {};
  const { design, describe } = await readDesign(options.design, cwd);
  const { problems } = checkDesign(model, design, shapeOptionsOf(mapper));
  if (problems.length > 0) throw badDesign(describe(problems));
  return { design };
}

/** The same for a command that makes calls: with the values that calls need. */
export async function filledMapper(
  model: ServiceModel,
  options: FillOptions,
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
  mapper: MapperOptions = {},
): Promise<Pick<MapperOptions, 'design' | 'fills'>> {
  const { design } = await designedMapper(model, options, cwd, mapper);
  if (design === undefined) {
    if (options.secret !== undefined) throw usageError('--secret needs --design');
    return {};
  }
  const { fills, values } = await readFills(design, options, environment, cwd);
  assertAccepted(model, design, values, mapper);
  return { design, fills };
}

/**
 * Reads the secrets of a design, from `--secret` or from the environment.
 *
 * @throws {CliError} if one is missing, or if the design has no such secret; messages never contain secrets
 */
async function readFills(
  design: Design,
  { secret: given = new Map() }: FillOptions,
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<{ readonly fills: FillSource; readonly values: ReadonlyMap<string, string> }> {
  const { secrets: named, headers, provided } = designNeeds(design);
  // A token that a program makes is given like a secret: that of a session, or its values by their names (DF-16).
  const tokens = provided?.length === 0 ? [SESSION_TOKEN] : (provided ?? []);
  const secrets = [...new Set([...named, ...tokens])];
  const values = new Map<string, string>();
  for (const name of given.keys()) {
    if (!secrets.includes(name))
      throw usageError(
        `--secret ${name}: the design has no such secret, only ${secrets.join(', ') || 'none'}`,
      );
  }
  for (const name of secrets) {
    const value = given.get(name) ?? environment[variableOf(name)];
    if (value === undefined)
      throw usageError(
        `the design needs the secret "${name}": give --secret ${name}=@file, or set ${variableOf(name)}`,
      );
    values.set(
      name,
      given.has(name) && value.startsWith('@') ? await readSecret(name, value.slice(1), cwd) : value,
    );
  }
  if (headers.length > 0)
    throw usageError(
      `the design fills in the HTTP header ${headers[0]} of a client’s request, and this command has no such request`,
    );
  const session = (part = SESSION_TOKEN): string | undefined => values.get(part);
  const fills = { secret: (name: string) => values.get(name), session, uuid: randomUUID, now: Date.now };
  return { values, fills };
}

/** Reads a secret from a file: its text without the line break at its end. */
async function readSecret(name: string, file: string, cwd: string): Promise<string> {
  const text = decodeUtf8(await readBytes(file, cwd));
  if (text === undefined) throw usageError(`--secret ${name}: ${file} must be UTF-8`);
  return text.replace(/\r?\n$/, '');
}

/** Checks the secrets before the first call: as if the design had their values. The message has none. */
function assertAccepted(
  model: ServiceModel,
  design: Design,
  values: ReadonlyMap<string, string>,
  mapper: MapperOptions,
): void {
  const withValues = JSON.parse(
    JSON.stringify(design, (_key, value: unknown) => {
      if (typeof value === 'bigint') return Number(value);
      const { secret } = (value ?? {}) as { secret?: unknown };
      const isSecret = typeof secret === 'string' && Object.keys(value as object).length === 1;
      return isSecret ? (values.get(secret) ?? value) : value;
    }),
  ) as Design;
  const { problems } = checkDesign(model, withValues, shapeOptionsOf(mapper));
  const [problem] = problems;
  if (problem !== undefined)
    throw usageError(
      `the type of ${problem.at.slice(1).join(' > ')} does not accept the secret that fills it`,
    );
}

/** The name of a token that consists of one value. */
const SESSION_TOKEN = 'session';

/** The variable that holds a secret: `SOAPSTONE_SECRET_CARRIER_KEY`. */
function variableOf(name: string): string {
  return `SOAPSTONE_SECRET_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

function shapeOptionsOf({ numbers, unwrap, unwrapByOperation, wildcards }: MapperOptions): MapperOptions {
  return {
    ...(numbers !== undefined && { numbers }),
    ...(unwrap !== undefined && { unwrap }),
    ...(unwrapByOperation !== undefined && { unwrapByOperation }),
    ...(wildcards !== undefined && { wildcards }),
  };
}

/** The error of a design file with problems, each with its place. */
export function badDesign(problems: readonly string[]): CliError {
  const message = `cannot use the design:\n  ${problems.join('\n  ')}`;
  return new CliError({ code: 'BAD_DESIGN', message, exitCode: EXIT.finding });
}

/** The offset of the entry at a path of keys, or of the last one that exists. */
function offsetOf(contents: Node | null, path: readonly string[]): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const key of path) {
    if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
      continue;
    }
    if (!isMap(node)) break;
    const pair = node.items.find((each) => String(isScalar(each.key) ? each.key.value : each.key) === key);
    if (pair === undefined) break;
    offset = (pair.key as Node | null)?.range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}
