import { gatewayContract } from '@soapstone/http-contract';
import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import { generateOpenApi, printTypes } from '@soapstone/openapi-generator';
import { describedMapper } from '../description/described-mapper.js';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { assertNotEmpty, loadDescription } from '../description/load-description.js';
import { designedMapper } from '../description/read-design.js';
import { usageError } from '../errors/errors.js';
import type { DesignOptions } from '../options/design-options.js';
import { printJson } from '../output/print-json.js';
import { writeOutput } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';

export interface TypesOptions extends DescriptionOptions, DesignOptions {
  readonly output?: string;
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly binary: 'text' | 'bytes';
  readonly dates: 'text' | 'Date' | 'temporal';
  readonly values?: boolean;
  readonly format: 'typescript' | 'json';
}

/** `soapstone types`: prints TypeScript types for the input and result of every operation. */
export async function types(
  wsdl: string,
  options: TypesOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const description = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  assertNotEmpty(description);
  const { model } = description;
  const { numbers, binary, dates } = options;
  const { values = numbers === 'bigint' || binary !== 'text' || dates !== 'text' } = options;
  const designed = await designedMapper(model, options, terminal.cwd, { numbers });
  const mapper = describedMapper(model, { numbers, ...designed });
  if (options.format === 'json') {
    if (values)
      throw usageError(
        '--values, --binary, --dates and bigint are types of TypeScript: use --format typescript',
      );
    await writeOutput(
      printJson(schemasOf(createMapper(model, { numbers, ...designed }))),
      options.output,
      terminal,
    );
    return;
  }
  // Types are derived from the same document, so the two cannot differ.
  const document = generateOpenApi(mapper, {
    ...gatewayContract({ baseUrl: '/', accountId: 'account', serviceSlug: 'service' }),
    numbers,
  });
  const text = printTypes(document, { values, binary, dates });
  await writeOutput(text, options.output, terminal);
}

/** The JSON Schemas of every operation's input and result. One-way operations have no result. */
function schemasOf(mapper: Mapper): { readonly operations: Readonly<Record<string, object>> } {
  return {
    operations: Object.fromEntries(
      mapper.operations.map(({ name, oneWay }) => {
        const operation = mapper.compile(name);
        const input = operation.jsonSchema('input');
        return [name, oneWay ? { input } : { input, result: operation.jsonSchema('output') }];
      }),
    ),
  };
}
