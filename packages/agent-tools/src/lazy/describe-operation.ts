import { type CompiledOperation, stringify } from '@soapstone/json-xml-mapper';
import { aliasOf } from '../schema/key-alias.js';
import type { SchemaForm } from '../schema/schema-form.js';
import { describedSchema, toolSchema } from '../schema/tool-schema.js';
import { type TypeNotation, typeNotation } from '../schema/type-notation.js';
import { plainLine, showInvisible } from '../schema/visible-text.js';
import type { AgentOperation } from '../service/agent-service.js';
import { exampleOf } from '../service/example.js';
import { inputSchemaIn, ownText, quoteDocumentation } from '../service/tool.js';
import type { Search } from './search.js';

/** Options for describing an operation. */
export interface DescribeOptions {
  /** The types to describe, from the input and the result. */
  readonly types?: readonly string[];
  readonly example?: boolean;
  readonly schema?: boolean;
  /** The form of the schema. Default `full`. */
  readonly form?: SchemaForm;
  /** The maximum length of the description, in characters. Default 14,000: with names in ASCII, 4,000 tokens at most. */
  readonly longest?: number;
}

const MAX_DESCRIPTION_CHARACTERS = 14_000;
const MAX_DOCUMENTATION_CHARACTERS = 1500;
const MAX_OMITTED = 60;
const MAX_FAULTS = 20;

/** Describes an operation: its input, output and faults in the compact notation, and on request an example and the schema. */
export function describeOperation(
  operation: AgentOperation,
  documentation: string | undefined,
  options: DescribeOptions = {},
): string {
  const compiled = operation.service.mapper.compile(operation.name);
  const longest = options.longest ?? MAX_DESCRIPTION_CHARACTERS;
  const text = new BoundedText(longest);
  if (options.types !== undefined) {
    describeTypes(compiled, options.types, text, longest);
    return text.done();
  }
  text.add(
    `${operation.tool}: ${operation.readOnly ? 'reads only' : 'may change data'}.${ownText(operation) || quoteDocumentation(documentation, MAX_DOCUMENTATION_CHARACTERS)}`,
  );
  addFaults(compiled, text);
  if (options.example === true) text.add(`Example arguments: ${exampleOf(operation, compiled)}`);
  if (options.schema === true) {
    const schema = describedSchema(compiled, 'input');
    text.add(
      `JSON Schema of the arguments: ${schema === undefined ? TOO_LARGE.root : stringify(inputSchemaIn(options.form ?? 'full', toolSchema(schema)).schema)}`,
    );
  }
  const room = text.room;
  const input = notationOf(compiled, 'input', Math.floor(room * 0.6));
  addMessage(text, 'Input', input);
  const result = notationOf(compiled, 'output', Math.max(1000, text.room - 1500));
  addMessage(
    text,
    'Result',
    compiled.info.oneWay ? { root: '{} (one-way: there is no response)', types: [], omitted: [] } : result,
  );
  return text.done();
}

/** One line of a search result: the name, the first sentence of its documentation, its input. */
export function summarise(operation: AgentOperation, search: Search): string {
  const own = plainLine(operation.description ?? '', 120);
  const said = plainLine(search.documentationOf(operation) ?? '', 120);
  const { root } = notationOf(operation.service.mapper.compile(operation.name), 'input', 160);
  const effect = operation.readOnly ? '' : ' [may change data]';
  return `${operation.tool} ${showInvisible(root)}${effect}${own !== '' ? ` ${own}` : said === '' ? '' : ` “${said}”`}`;
}

function describeTypes(
  compiled: CompiledOperation,
  names: readonly string[],
  text: BoundedText,
  longest: number,
): void {
  const missing = new Set(names);
  for (const message of ['input', 'output'] as const) {
    const notation = notationOf(compiled, message, Math.floor(longest / 2) - 2000, names);
    for (const type of notation.types) missing.delete(type.slice(0, type.indexOf(' = ')));
    for (const name of notation.omitted) missing.delete(name);
    if (notation.types.length === 0) continue;
    text.add(`Types of the ${message === 'input' ? 'input' : 'result'}:`);
    addTypes(text, notation);
  }
  if (missing.size > 0)
    text.add(
      `Unknown types: ${[...missing]
        .slice(0, MAX_OMITTED)
        .map((name) => plainLine(name, 80))
        .join(', ')}`,
    );
}

const TOO_LARGE: TypeNotation = { root: '(too many types to describe)', types: [], omitted: [] };

function notationOf(
  compiled: CompiledOperation,
  message: 'input' | 'output',
  ...options: [longest: number, names?: readonly string[]]
): TypeNotation {
  const schema = describedSchema(compiled, message);
  const [longest, names] = options;
  const nameOf = message === 'input' ? aliasOf : undefined;
  return schema === undefined ? TOO_LARGE : typeNotation(schema, longest, names, nameOf);
}

function addMessage(text: BoundedText, title: string, notation: TypeNotation): void {
  text.add(`${title}: ${showInvisible(notation.root)}`);
  addTypes(text, notation);
}

function addTypes(text: BoundedText, { types, omitted }: TypeNotation): void {
  for (const type of types) text.add(`  ${showInvisible(type)}`);
  if (omitted.length === 0) return;
  const more = omitted.length > MAX_OMITTED ? ` and ${omitted.length - MAX_OMITTED} more` : '';
  text.add(
    `  Further types: ${omitted.slice(0, MAX_OMITTED).join(', ')}${more}. Ask with {"types": ["${omitted[0]}"]}.`,
  );
}

function addFaults(compiled: CompiledOperation, text: BoundedText): void {
  const names = compiled.shape.faults.map(({ name }) => plainLine(name, 80));
  if (names.length > 0) {
    const more = names.length > MAX_FAULTS ? ' …' : '';
    text.add(`Faults: ${names.slice(0, MAX_FAULTS).join(', ')}${more}`);
  }
}

/** Collects lines of text up to a limit; a note says when lines are missing. */
class BoundedText {
  readonly #lines: string[] = [];
  room: number;

  constructor(longest: number) {
    this.room = longest - 100;
  }

  add(line: string): void {
    if (line.length > this.room) {
      this.#lines.push(`(${plainLine(line, 40)} is left out: ${line.length} characters)`);
      this.room -= 80;
      return;
    }
    this.#lines.push(line);
    this.room -= line.length + 1;
  }

  done(): string {
    return this.#lines.join('\n');
  }
}
