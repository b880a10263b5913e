import {
  type ChangedPlace,
  checkDesign,
  type DesignReport,
  type FilledPlace,
} from '@soapstone/json-xml-mapper/design';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { loadDescription } from '../description/load-description.js';
import { readDesign } from '../description/read-design.js';
import { EXIT } from '../errors/exit-code.js';
import { printJson } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';

/** The options of `soapstone design`. */
export interface DesignCommandOptions extends DescriptionOptions {
  readonly format: 'text' | 'json';
}

/** `soapstone design check`, `soapstone design show`. */
export async function design(
  action: 'check' | 'show',
  wsdl: string,
  file: string,
  options: DesignCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { model } = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  const { design, describe } = await readDesign(file, terminal.cwd);
  const report = checkDesign(model, design);
  const { problems, filled, changed, hidden } = report;
  const lines = describe(problems);
  const found = problems
    .map(({ at, message, nearest }, index) => {
      const text = lines[index] ?? '';
      const [, line, column] = /:(\d+):(\d+): /.exec(text) ?? [];
      const problem = { file, line: Number(line), column: Number(column), at, message };
      return { text, problem: { ...problem, ...(nearest && { nearest }) } };
    })
    .sort(({ problem: one }, { problem: other }) => one.line - other.line || one.column - other.column);
  if (options.format === 'json') {
    const located = found.map(({ problem }) => problem);
    const members = filled.map((each) => ({
      operation: each.operation,
      path: pathOf(each),
      source: each.source,
      ...(each.name !== undefined && { name: each.name }),
    }));
    terminal.out(
      printJson({
        problems: located,
        filled: members,
        changed: changed.map((each) => ({ ...each, keys: undefined, path: pathOf(each) })),
        hidden,
      }),
    );
  } else if (problems.length > 0) terminal.out(`${found.map(({ text }) => text).join('\n')}\n`);
  else terminal.out(action === 'show' ? printReport(report) : summaryOf(report));
  if (problems.length > 0) context.exitCode = EXIT.finding;
}

function summaryOf({ filled, changed, hidden }: DesignReport): string {
  const inOperations = (places: readonly { readonly operation: string }[]): string =>
    `${countOf(places.length, 'member')} in ${countOf(new Set(places.map(({ operation }) => operation)).size, 'operation')}`;
  const parts = [`fills ${inOperations(filled)}`];
  if (changed.length > 0) parts.push(`changes ${inOperations(changed)}`);
  if (hidden.length > 0) parts.push(`hides ${countOf(hidden.length, 'operation')}`);
  return `${parts.join(', ')}\n`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The members of each operation. Constants are shown, secrets by their names. */
function printReport({ filled, changed, hidden }: DesignReport): string {
  const lines = new Map<string, string[]>();
  const add = (operation: string, line: string): void => {
    lines.set(operation, [...(lines.get(operation) ?? []), `  ${line}\n`]);
  };
  for (const each of filled) add(each.operation, `${pathOf(each)}  ${describeSource(each)}`);
  for (const each of changed)
    add(each.operation, `${each.message}: ${pathOf(each)}  ${describeChange(each)}`);
  for (const operation of hidden) add(operation, 'hidden');
  const text = [...lines].map(([operation, its]) => `${operation}\n${its.join('')}`).join('');
  return text === '' ? 'fills nothing\n' : text;
}

function describeChange({ change, to, value, values, element }: ChangedPlace): string {
  switch (change) {
    case 'lift':
      return 'is the result';
    case 'rename':
      return `is called ${to}`;
    case 'values':
      return `has the values ${Object.entries(values ?? {})
        .map(([text, name]) => `${text} as ${printValue(name)}`)
        .join(', ')}`;
    case 'raw':
      return 'is $xml: one XML element as text';
    case 'document':
      return element === '*' ? 'has an XML document as its text' : `has the document ${element} as its text`;
    case 'dataSet':
      return 'has the rows of a DataSet';
    case 'short':
      return 'has keys without the namespace';
    case 'sign':
      return 'gets a signature';
    case 'omit':
      return 'is left out';
    case 'default':
      return `is ${printValue(value)} if clients leave it out`;
  }
}

function printValue(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
}

function describeSource({ source, name, value }: FilledPlace): string {
  switch (source) {
    case 'constant':
      return `always ${printValue(value)}`;
    case 'secret':
      return `the secret ${name}`;
    case 'header':
      return `the HTTP header ${name}`;
    case 'uuid':
      return 'a new UUID';
    case 'timestamp':
      return 'the time of the call';
    case 'session':
      return name === undefined ? 'the token of the session' : `the value ${name} of the session’s token`;
  }
}

function pathOf({ keys }: Pick<FilledPlace, 'keys'>): string {
  return keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}
