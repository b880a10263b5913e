import { isMappingError, type JsonSchema } from '@soapstone/json-xml-mapper';
import { inlineSchema } from '../schema/inline-schema.js';
import type { SchemaForm } from '../schema/schema-form.js';
import { strictSchema } from '../schema/strict-schema.js';
import { NULLS, resultSchema, toolSchema } from '../schema/tool-schema.js';
import { plainLine } from '../schema/visible-text.js';
import { wordsOf } from '../schema/words.js';
import { isStrict } from '../vendors/lint-tools.js';
import type { AgentOperation } from './agent-service.js';
import { exampleIn } from './example.js';

/** A tool in the form of `tools/list`. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly _meta?: typeof STRICT;
}

/** Hints for the client, as the owner states them. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** Says that an input schema has the form of OpenAI's strict functions. */
export const STRICT = { 'soapstone/strict': true } as const;

const MAX_TITLE_CHARACTERS = 60;
const MAX_DESCRIPTION_CHARACTERS = 400;

/**
 * Creates the tool of an operation; `undefined` if the operation has no schema, which does not affect the others. Throws `SchemaSizeError`
 * if one of its schemas has more members than `most`.
 *
 * @param dryRun whether results are the SOAP requests that would be sent
 * @param form the form of the input schema: `full` if it cannot be `strict`
 */
export function createTool(
  operation: AgentOperation,
  { dryRun, most, form }: { readonly dryRun: boolean; readonly most: number; readonly form: SchemaForm },
): Tool | undefined {
  try {
    const compiled = operation.service.mapper.compile(operation.name);
    const { documentation } = compiled.info;
    const exact = toolSchema(compiled.jsonSchema('input', { ...NULLS, most }));
    const formed = inputSchemaIn(form, exact);
    const result = dryRun ? undefined : compiled.jsonSchema('output', { most });
    return {
      name: operation.tool,
      ...titleOf(operation.description ?? documentation),
      description: describe(operation, documentation, dryRun, { input: exact, result }),
      inputSchema: formed.schema,
      ...(result !== undefined && { outputSchema: resultSchema(result, form) }),
      annotations: annotationsOf(operation),
      ...(formed.isStrict && { _meta: STRICT }),
    };
  } catch (error) {
    if (isMappingError(error)) return undefined;
    throw error;
  }
}

/** Returns the schema of a tool in a form, or as it is if it cannot be strict. */
export function inputSchemaIn(
  form: SchemaForm,
  exact: JsonSchema,
): { readonly schema: JsonSchema; readonly isStrict: boolean } {
  if (form === 'inline') return { schema: inlineSchema(exact), isStrict: false };
  const strict = form === 'strict' ? strictSchema(exact) : undefined;
  return strict !== undefined && isStrict(strict)
    ? { schema: strict, isStrict: true }
    : { schema: exact, isStrict: false };
}

/** The same tool with a short example of its arguments in the description of its schema, which every vendor gives to its model. */
export function withExample(tool: Tool, operation: AgentOperation): Tool {
  const example = exampleIn(operation);
  if (example === undefined) return tool;
  const { description } = tool.inputSchema;
  const said = typeof description === 'string' ? `${description} ` : '';
  return { ...tool, inputSchema: { ...tool.inputSchema, description: `${said}Example: ${example}` } };
}

/** The owner's statements as hints. `openWorldHint` is set because a SOAP service is an external system. */
function annotationsOf({ readOnly, idempotent, destructive }: AgentOperation): ToolAnnotations {
  return readOnly
    ? { readOnlyHint: true, openWorldHint: true }
    : {
        readOnlyHint: false,
        destructiveHint: destructive ?? true,
        idempotentHint: idempotent ?? false,
        openWorldHint: true,
      };
}

/** The first sentence of the owner's text, or of the documentation. */
function titleOf(documentation: string | undefined): { readonly title?: string } {
  const [sentence = ''] = plainLine(documentation ?? '', MAX_DESCRIPTION_CHARACTERS).split(
    /[.!?](?:\s|$)/,
    1,
  );
  return sentence === '' || sentence.length > MAX_TITLE_CHARACTERS ? {} : { title: sentence };
}

/** The schemas of a tool's messages. */
interface Messages {
  readonly input: JsonSchema;
  readonly result: JsonSchema | undefined;
}

/**
 * Quotes text from the WSDL, so that a model reads it as a quotation and not as an instruction. Where the WSDL says nothing, the words of
 * the name and the members of the messages say what the operation does.
 */
function describe(
  operation: AgentOperation,
  documentation: string | undefined,
  dryRun: boolean,
  messages: Messages,
): string {
  const what = `SOAP operation ${plainLine(operation.name, 100)} of ${plainLine(operation.service.title, 60)}.`;
  const said =
    ownText(operation) ||
    quoteDocumentation(documentation, MAX_DESCRIPTION_CHARACTERS) ||
    summaryOf(operation, messages);
  const effect = dryRun ? ' Dry run: returns the SOAP request and sends nothing.' : '';
  return `${what}${said}${effect}`;
}

/** The maximum number of members that a description names, and the length of a name. */
const MAX_MEMBERS = 6;
const MAX_MEMBER_CHARACTERS = 40;

/**
 * The operation in words: ` Name in words: “find order”. Takes orderId, customerRef. Returns state.` The words are quoted, because a
 * stranger's name may read like an instruction.
 */
function summaryOf({ name }: AgentOperation, { input, result }: Messages): string {
  const words = wordsOf(name.slice(0, MAX_MEMBER_CHARACTERS * 2));
  const phrase = words.length < 2 ? '' : ` Name in words: “${plainLine(words.join(' '), 100)}”.`;
  const returned = result === undefined ? '' : membersText(' Returns', result);
  return `${phrase}${membersText(' Takes', input)}${returned}`;
}

/** The members of a message, those that are required first. */
function membersText(verb: string, { properties = {}, required = [] }: JsonSchema): string {
  const wanted = new Set(required as readonly string[]);
  const names = Object.keys(properties as object).filter((name) => !/^(?:\$|soap__)/.test(name));
  const sorted = [...names.filter((name) => wanted.has(name)), ...names.filter((name) => !wanted.has(name))];
  if (sorted.length === 0) return '';
  const more = sorted.length > MAX_MEMBERS ? ` and ${sorted.length - MAX_MEMBERS} more` : '';
  const shown = sorted.slice(0, MAX_MEMBERS).map((name) => plainLine(name, MAX_MEMBER_CHARACTERS));
  return `${verb} ${shown.join(', ')}${more}.`;
}

/** The longest text of an owner, in characters: with what is before it, OpenAI's APIs take it. */
const MAX_OWN_CHARACTERS = 800;

/** The text of the owner, who is trusted and therefore not quoted: ` Finds a user.`; empty if there is none. */
export function ownText({ description = '' }: Pick<AgentOperation, 'description'>): string {
  const text = plainLine(description, MAX_OWN_CHARACTERS);
  return text === '' ? '' : ` ${text}`;
}

/** Quotes documentation from a WSDL: ` Its documentation: “…”`; empty if there is none. */
export function quoteDocumentation(documentation: string | undefined, longest: number): string {
  const text = plainLine(documentation ?? '', longest).replace(/[“”]/g, '"');
  return text === '' ? '' : ` Its documentation: “${text}”`;
}
