import { gatewayContract } from '@soapstone/http-contract';
import { generateOpenApi, printTypes } from '@soapstone/openapi-generator';
import type { CommandContext } from '../command-context.js';
import { describedMapper } from '../described-mapper.js';
import { type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { assertNotEmpty, loadDescription } from '../load-description.js';
import { writeOutput } from '../write-output.js';

export interface TypesOptions extends DescriptionOptions {
  readonly output?: string;
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly values?: boolean;
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
  const { numbers, values = numbers === 'bigint' } = options;
  const mapper = describedMapper(model, { numbers });
  // Types are derived from the same document, so the two cannot differ.
  const document = generateOpenApi(mapper, {
    ...gatewayContract({ baseUrl: '/', accountId: 'account', serviceSlug: 'service' }),
    numbers,
  });
  const text = printTypes(document, { values });
  await writeOutput(text, options.output, terminal);
}
