import { Validator } from '@seriousme/openapi-schema-validator';
import { gatewayContract } from '@soapstone/http-contract';
import { expect } from 'vitest';
import type { OpenApiOptions } from '../generate.js';

/** The contract of a gateway for one service. */
export const options: OpenApiOptions = gatewayContract({
  baseUrl: 'https://api.example.com/',
  accountId: 'acc_1',
  serviceSlug: 'users',
});

/** The document is valid OpenAPI. */
export async function expectValid(document: unknown): Promise<void> {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect({ valid, errors }).toEqual({ valid: true });
}
