import type { SchemaForm } from '../schema/schema-form.js';
import type { AgentOperation } from '../service/agent-service.js';
import { inputSchemaIn, STRICT, type Tool } from '../service/tool.js';

/** The tools that replace a listing of all operations when it would cost too many tokens. */
export const SEARCH = 'search_operations';
export const DESCRIBE = 'describe_operation';
export const CALL = 'call_operation';

/** The maximum number of operations that one search returns. */
export const MAX_FOUND = 25;

const READS = { readOnlyHint: true, openWorldHint: false } as const;

/** The definitions of the three tools. The hints of `call_operation` are true of every operation that it can call. */
export function LAZY_TOOLS(
  operations: readonly AgentOperation[],
  dryRun: boolean,
  form: SchemaForm,
): readonly Tool[] {
  const tools = lazyTools(operations, dryRun);
  if (form !== 'strict') return tools;
  return tools.map((tool) => {
    const { properties } = tool.inputSchema as { readonly properties: object };
    // Strict functions have no objects with members of any name.
    const closed = 'arguments' in properties ? { ...properties, arguments: INPUT_AS_TEXT } : properties;
    const { schema, isStrict } = inputSchemaIn(form, { ...tool.inputSchema, properties: closed });
    return { ...tool, inputSchema: schema, ...(isStrict && { _meta: STRICT }) };
  });
}

const INPUT_AS_TEXT = { type: 'string', description: 'Input of the operation: a JSON object as text' };

function lazyTools(operations: readonly AgentOperation[], dryRun: boolean): readonly Tool[] {
  const readOnly = dryRun || operations.every((operation) => operation.readOnly);
  const services = [...new Set(operations.map(({ service }) => service.slug))];
  return [
    {
      name: SEARCH,
      title: 'Search operations',
      description: `Finds operations among ${operations.length} of ${services.length === 1 ? 'this SOAP service' : `${services.length} SOAP services`} by words of their names and documentation. Returns names with their inputs. An empty query lists operations in order.`,
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', maxLength: 400, description: 'Words, such as: create invoice' },
          limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND, description: 'Default 10' },
          offset: { type: 'integer', minimum: 0, description: 'Results to skip' },
        },
        required: ['query'],
        additionalProperties: false,
      },
      annotations: READS,
    },
    {
      name: DESCRIBE,
      title: 'Describe an operation',
      description:
        'Returns input, result, types and faults of one operation. Types that do not fit are named: ask for them with "types".',
      inputSchema: {
        type: 'object',
        properties: {
          operation: { type: 'string', description: 'Name as search_operations returns it' },
          types: { type: 'array', items: { type: 'string' }, maxItems: 50, description: 'Only these types' },
          example: { type: 'boolean', description: 'Add a valid example of the arguments' },
          schema: { type: 'boolean', description: 'Add the exact JSON Schema of the arguments' },
        },
        required: ['operation'],
        additionalProperties: false,
      },
      annotations: READS,
    },
    {
      name: CALL,
      title: 'Call an operation',
      description: dryRun
        ? 'Returns the SOAP request that a call of the operation would send. Nothing is sent.'
        : 'Calls one operation. Numbers may be written as strings to keep every digit. Invalid arguments are explained, and nothing is sent then.',
      inputSchema: {
        type: 'object',
        properties: {
          operation: { type: 'string', description: 'Name as search_operations returns it' },
          arguments: { type: 'object', description: 'Input of the operation' },
        },
        required: ['operation', 'arguments'],
        additionalProperties: false,
      },
      annotations: readOnly
        ? { readOnlyHint: true, openWorldHint: true }
        : { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
  ];
}
