import { KIND_NAMES } from '@soapstone/credentials';
import { expect, test } from 'vitest';
import { checkBody } from '../routing/check-body.js';
import { CREDENTIALS_SCHEMA } from './service-schema.js';

test.each(KIND_NAMES)('credentials of a service: the management API takes %s', (kind) => {
  const { properties } = CREDENTIALS_SCHEMA as unknown as { readonly properties: object };
  expect(properties).toHaveProperty(kind);
  // A number is not a credential of any kind, so what is wrong is the value and not the name.
  expect(() => checkBody(CREDENTIALS_SCHEMA, { [kind]: 5 })).toThrow(
    expect.objectContaining({
      init: expect.objectContaining({
        details: expect.arrayContaining([expect.objectContaining({ path: `/${kind}` })]),
      }),
    }),
  );
  expect(() => checkBody(CREDENTIALS_SCHEMA, { [`${kind}s`]: 5 })).toThrow();
});
