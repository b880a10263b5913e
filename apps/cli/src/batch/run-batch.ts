import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type JsonValue, type MapperOptions, parseJson, stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { LoadOptions } from '../description/load-description.js';
import { loadService, type Service } from '../description/service.js';
import { reportOf } from '../errors/error-report.js';
import { CliError, reasonOf, unreadable } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { isJsonObject } from '../input/attach-files.js';
import type { CommandContext } from '../terminal/command-context.js';
import type { Terminal } from '../terminal/terminal.js';

/** One line of a batch: `{id, wsdl, operation?, input?, query?, response?}`. */
export interface BatchCase {
  readonly id: JsonValue;
  readonly wsdl: string;
  readonly operation?: string;
  /** The input of a request. */
  readonly input?: JsonValue;
  /** The same input as a query string. */
  readonly query?: string;
  /** The path of a response. */
  readonly response?: string;
}

/** Options for loading the descriptions of a batch. */
export interface BatchOptions {
  readonly load: LoadOptions;
  readonly mapper?: MapperOptions;
}

/** The number of cached descriptions; a batch usually processes them in sequence, or cycles through a few. */
const MAX_SERVICES = 64;

/**
 * Runs thousands of cases in one process. Every line of `source` (a file, or `-`) is a case, and every case produces one line:
 * `{id, ok, output}` or `{id, ok, error}`, in order. A failed case does not end the batch; the exit code is then 1.
 */
export async function runBatch(
  source: string,
  context: CommandContext,
  options: BatchOptions,
  handle: (batchCase: BatchCase, service: Service) => Promise<unknown>,
): Promise<void> {
  const { terminal } = context;
  const services = createServiceCache(terminal, options);
  for await (const line of readLines(source, terminal)) {
    if (line.trim() === '') continue;
    let id: JsonValue = null;
    let result: Record<string, unknown>;
    try {
      const parsed = parseJson(line, { maxDepth: 256, maxNodes: 1_000_000 });
      id = idOf(parsed);
      const batchCase = readCase(parsed);
      result = { id, ok: true, output: await handle(batchCase, await services.get(batchCase.wsdl)) };
    } catch (error) {
      result = { id, ok: false, error: reportOf(error).report };
      context.exitCode = EXIT.finding;
    }
    terminal.out(`${stringify(result)}\n`);
  }
}

/** Services by WSDL name; the least recently used is evicted. Failures are cached too. */
function createServiceCache(
  terminal: Terminal,
  options: BatchOptions,
): { get(wsdl: string): Promise<Service> } {
  const services = new Map<string, Promise<Service>>();
  return {
    get(wsdl) {
      const service = services.get(wsdl) ?? loadService(wsdl, terminal, options.load, options.mapper);
      services.delete(wsdl);
      services.set(wsdl, service);
      if (services.size > MAX_SERVICES) {
        const [oldest] = services.keys();
        if (oldest !== undefined) services.delete(oldest);
      }
      return service;
    },
  };
}

async function* readLines(source: string, terminal: Terminal): AsyncGenerator<string> {
  const input =
    source === '-'
      ? Readable.from([await terminal.readInput()])
      : createReadStream(resolve(terminal.cwd, source));
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw unreadable(`cannot read ${source}: ${reasonOf(cause)}`, cause);
  }
}

function idOf(value: JsonValue): JsonValue {
  return isJsonObject(value) ? (value['id'] ?? null) : null;
}

function readCase(value: JsonValue): BatchCase {
  if (!isJsonObject(value)) throw badCase('expected an object');
  const { wsdl } = value;
  if (typeof wsdl !== 'string') throw badCase('"wsdl" must be a string');
  const text = (name: string): Record<string, string> => {
    const member = value[name];
    if (member === undefined || member === null) return {};
    if (typeof member !== 'string') throw badCase(`"${name}" must be a string`);
    return { [name]: member };
  };
  return {
    id: value['id'] ?? null,
    wsdl,
    ...text('operation'),
    ...text('query'),
    ...text('response'),
    ...defined({ input: value['input'] }),
  };
}

function badCase(what: string): CliError {
  return new CliError({ code: 'BAD_CASE', message: `cannot read the case: ${what}`, exitCode: EXIT.usage });
}
