import { expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { attribute, el, SchemaLiteral, sequence } from '../testing/schema-literal.js';

/** The example of an input with these fields; checked for validity. */
function exampleOf(build: (schema: SchemaLiteral) => number): unknown {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
  expect(operation.validate(operation.example('input'))).toEqual([]);
  return JSON.parse(stringify(operation.example('input')));
}

test('examples: values of familiar names read well, in every spelling of the name', () => {
  const strings: Readonly<Record<string, string>> = {
    email: 'ada@example.com',
    CustomerEmailAddress: 'ada@example.com',
    firstName: 'Ada',
    'last-name': 'Lovelace',
    FULL_NAME: 'Ada Lovelace',
    companyName: 'Example Ltd',
    fileName: 'example.txt',
    city: 'London',
    postalCode: 'SW1A 1AA',
    countryCode: 'GB',
    currency: 'EUR',
    homePhone: '+44 20 7946 0000',
    callbackUrl: 'https://example.com/',
    birthDate: '2026-01-31',
    requestGuid: '123e4567-e89b-42d3-a456-426614174000',
    somethingElse: 'text',
    email2: 'text',
  };
  const fields = Object.keys(strings).map((name) => el(name, 'string'));
  expect(exampleOf((s) => s.complex(undefined, sequence(...fields)))).toEqual(strings);
});

test('examples: amounts and whole numbers by name, of attributes too', () => {
  expect(
    exampleOf((s) =>
      s.complex(
        undefined,
        sequence(
          el('unitPrice', 'decimal'),
          el('total', 'double'),
          el('factor', 'decimal'),
          el('total2', 'int'),
          el('year', 'int'),
        ),
        { attributes: [attribute('currency', 'token'), attribute('age', 'unsignedByte')] },
      ),
    ),
  ).toEqual({
    '@currency': 'EUR',
    '@age': 36,
    unitPrice: 49.95,
    total: 49.95,
    factor: 1.5,
    total2: 1,
    year: 2026,
  });
});

test('examples: the documentation of the type comes before its name', () => {
  expect(
    exampleOf((s) =>
      s.complex(
        undefined,
        sequence(
          el('currency', s.simple(undefined, 'token', { enumeration: ['CHF', 'EUR'] })),
          el('city', s.simple(undefined, 'string', { patterns: ['[A-Z]{3}'] })),
          el('email', s.simple(undefined, 'string', { maxLength: 6 })),
          el('price', s.simple(undefined, 'decimal', { maxInclusive: '10' })),
          el('amount', s.simple(undefined, 'decimal', { fractionDigits: 0 })),
          el('year', 'gYear'),
          el('country', 'string', { fixed: 'CH' }),
          el('language', 'language', { default: 'de' }),
          el('street', 'string', { documentation: 'e.g. High Street' }),
        ),
      ),
    ),
  ).toEqual({
    currency: 'CHF',
    city: 'AAA',
    email: 'textte'.slice(0, 4),
    price: 1.5,
    amount: 1,
    year: '2026',
    country: 'CH',
    language: 'de',
    street: 'High Street',
  });
});
