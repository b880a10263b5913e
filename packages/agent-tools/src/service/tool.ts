import { isMappingError, type JsonSchema } from '@soapstone/json-xml-mapper';
import { NULLS, resultSchema, toolSchema } from '../schema/tool-schema.js';
import { plainLine } from '../schema/visible-text.js';
import type { AgentOperation } from './agent-service.js';

/** A tool in the form of `tools/list`. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** Hints for the client, as the owner states them. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

const MAX_TITLE_CHARACTERS = 60;
const MAX_DESCRIPTION_CHARACTERS = 400;

/**
 * Creates the tool of an operation; `undefined` if the operation has no schema, which does not affect the others. Throws `SchemaSizeError`
 * if one of its schemas has more members than `most`.
 *
 * @param dryRun whether results are the SOAP requests that would be sent
 */
export function createTool(operation: AgentOperation, dryRun: boolean, most: number): Tool | undefined {
  try {
    const compiled = operation.service.mapper.compile(operation.name);
    const { documentation } = compiled.info;
    return {
      name: operation.tool,
      ...titleOf(documentation),
      description: describe(operation, documentation, dryRun),
      inputSchema: toolSchema(compiled.jsonSchema('input', { ...NULLS, most })),
      ...(dryRun ? {} : { outputSchema: resultSchema(compiled.jsonSchema('output', { most })) }),
      annotations: annotationsOf(operation),
    };
  } catch (error) {
    if (isMappingError(error)) return undefined;
    throw error;
  }
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

/** The first sentence of the documentation. */
function titleOf(documentation: string | undefined): { readonly title?: string } {
  const [sentence = ''] = plainLine(documentation ?? '', MAX_DESCRIPTION_CHARACTERS).split(
    /[.!?](?:\s|$)/,
    1,
  );
  return sentence === '' || sentence.length > MAX_TITLE_CHARACTERS ? {} : { title: sentence };
}

/** Quotes text from the WSDL, so that a model reads it as a quotation and not as an instruction. */
function describe(operation: AgentOperation, documentation: string | undefined, dryRun: boolean): string {
  const what = `SOAP operation ${plainLine(operation.name, 100)} of ${plainLine(operation.service.title, 60)}.`;
  const said = quoteDocumentation(documentation, MAX_DESCRIPTION_CHARACTERS);
  const effect = dryRun ? ' Dry run: returns the SOAP request and sends nothing.' : '';
  return `${what}${said}${effect}`;
}

/** Quotes documentation from a WSDL: ` Its documentation: “…”`; empty if there is none. */
export function quoteDocumentation(documentation: string | undefined, longest: number): string {
  const text = plainLine(documentation ?? '', longest).replace(/[“”]/g, '"');
  return text === '' ? '' : ` Its documentation: “${text}”`;
}
