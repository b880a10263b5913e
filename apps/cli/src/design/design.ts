import { checkDesign, type FilledPlace } from '@soapstone/json-xml-mapper/design';
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
  const { problems, filled } = checkDesign(model, design);
  const lines = describe(problems);
  if (options.format === 'json') {
    const located = problems.map(({ at, message, nearest }, index) => {
      const [, line, column] = /:(\d+):(\d+): /.exec(lines[index] ?? '') ?? [];
      return { file, line: Number(line), column: Number(column), at, message, ...(nearest && { nearest }) };
    });
    const members = filled.map((each) => ({
      operation: each.operation,
      path: pathOf(each),
      source: each.source,
      ...(each.name !== undefined && { name: each.name }),
    }));
    terminal.out(printJson({ problems: located, filled: members }));
  } else if (problems.length > 0) terminal.out(`${lines.join('\n')}\n`);
  else terminal.out(action === 'show' ? printFilled(filled) : summaryOf(filled));
  if (problems.length > 0) context.exitCode = EXIT.finding;
}

function summaryOf(filled: readonly FilledPlace[]): string {
  const operations = new Set(filled.map(({ operation }) => operation)).size;
  return `fills ${countOf(filled.length, 'member')} in ${countOf(operations, 'operation')}\n`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The members of each operation. Constants are shown, secrets by their names. */
function printFilled(filled: readonly FilledPlace[]): string {
  let text = '';
  let operation: string | undefined;
  for (const each of filled) {
    if (each.operation !== operation) text += `${each.operation}\n`;
    operation = each.operation;
    text += `  ${pathOf(each)}  ${describeSource(each)}\n`;
  }
  return text === '' ? 'fills nothing\n' : text;
}

function describeSource({ source, name, value }: FilledPlace): string {
  switch (source) {
    case 'constant':
      return `always ${JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each))}`;
    case 'secret':
      return `the secret ${name}`;
    case 'header':
      return `the HTTP header ${name}`;
    case 'uuid':
      return 'a new UUID';
    case 'timestamp':
      return 'the time of the call';
  }
}

function pathOf({ keys }: FilledPlace): string {
  return keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}
