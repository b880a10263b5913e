import type { MessageEncoder } from '../encode/encoder.js';
import { isMappingError } from '../errors.js';
import { parseJson } from '../json/parse-json.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, T, times } from './schema-literal.js';

/** An order with a bit of everything that a request can contain. */
export function orderSchema(): SchemaLiteral {
  const schema = new SchemaLiteral();
  const sku = schema.simple('Sku', 'token', { patterns: ['[A-Z]{2}\\d{4}'], maxLength: 6 });
  const status = schema.simple('Status', 'token', { enumeration: ['open', 'paid', 'in transit'] });
  const amount = schema.simple('Amount', 'decimal', {
    minInclusive: '0',
    maxExclusive: '10000',
    fractionDigits: 2,
  });
  const quantity = schema.simple('Quantity', 'int', { minInclusive: '1', maxInclusive: '1000' });
  const price = schema.complex('Price', undefined, {
    content: { kind: 'simple', type: amount },
    attributes: [
      attribute('currency', 'NMTOKEN', { required: true }),
      attribute('rate', 'double'),
      attribute('v', 'int', { required: true, fixed: '1' }),
    ],
  });
  const line = schema.complex(
    'Line',
    sequence(el('sku', sku), el('qty', quantity), el('price', price), times(el('note', 'string'), 0, 1)),
    {
      attributes: [attribute('no', 'int', { required: true })],
    },
  );
  const party = schema.complex('Party', sequence(el('name', 'string')));
  schema.complex('Company', sequence(el('name', 'string'), el('vat', 'token')), {
    base: party,
    derivation: 'extension',
    attributes: [attribute('size', 'int')],
  });
  schema.element(
    'Op',
    schema.complex(
      undefined,
      (self) =>
        sequence(
          el('id', 'long'),
          el('placed', 'dateTime'),
          times(el('due', 'date'), 0, 1),
          times(el('status', status, { nillable: true }), 0, 1),
          times(el('paid', 'boolean'), 0, 1),
          times(el('weight', 'double'), 0, 1),
          times(el('ratio', 'float'), 0, 1),
          el('unit', 'string', { default: 'kg' }),
          times(el('tag', 'string', { nillable: true }), 0, 5),
          times(el('line', line), 0, 'unbounded'),
          times(el('party', party), 0, 1),
          choice(
            el('card', 'string'),
            sequence(el('iban', 'string'), times(el('bic', 'string'), 0, 1)),
            times(el('voucher', 'int'), 0, 3),
          ),
          times(sequence(el('from', 'date'), times(el('to', 'date'), 0, 1)), 0, 1),
          times(choice(el('k', 'string'), el('n', 'int')), 0, 10),
          times(el('child', self), 0, 2),
          times(el('sizes', schema.list('Sizes', 'int')), 0, 1),
          times(el('any', 'anyType', { nillable: true }), 0, 1),
          times(el('kind', 'QName'), 0, 1),
          times(any({ namespaces: { kind: 'not', namespace: T } }), 0, 'unbounded'),
        ),
      { attributes: [attribute('ref', 'string')] },
    ),
  );
  schema.element('OpResponse', schema.complex(undefined));
  return schema;
}

export const utf8 = (text: string): Uint8Array => encodeUtf8(text);

/** The result of an encoder for JSON text: the envelope, or the errors. */
export function outcome(work: () => { body: Uint8Array }): unknown {
  try {
    return decodeUtf8(work().body);
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return { code: error.code, errors: error.errors };
  }
}

/** The results of the fast path, from JSON text and from values, and of the slow path for the same request. */
export function allOutcomes(
  encoder: MessageEncoder,
  json: string,
): { fast: unknown; values: unknown; slow: unknown } {
  return {
    fast: outcome(() => encoder.encodeJson(utf8(json))),
    values: outcome(() => encoder.toXml(parseJson(json))),
    slow: outcome(() => encoder.slow.toXml(parseJson(json))),
  };
}

/** A valid order. */
export const VALID: Readonly<Record<string, unknown>> & { readonly line: readonly unknown[] } = {
  '@ref': 'a"b<\t\n',
  id: 9007199254740991,
  placed: '2026-01-01T00:00:00Z',
  due: '2026-02-28',
  status: 'in transit',
  paid: true,
  weight: 1.5,
  ratio: 0.25,
  tag: ['a&b', null, 'é\u{1F600}\r\n'],
  line: [
    {
      '@no': 1,
      sku: 'AB1234',
      qty: 5,
      price: { '@currency': 'EUR', '@rate': 1.25, $value: 10.5 },
      note: 'x',
    },
    { '@no': 2, sku: 'CD0000', qty: 1000, price: { '@currency': 'USD', $value: 0 } },
  ],
  party: { $type: 'Company', '@size': 3, name: 'N', vat: 'V 1' },
  iban: 'DE',
  from: '2026-01-01',
  $items: [{ k: 'x' }, { n: 1 }, { k: 'y' }],
  child: [{ id: 1, placed: '2026-01-01T10:00:00.123+01:00', card: '1' }],
  sizes: [1, 2, 3],
  any: { a: 1 },
  $any: [{ '{urn:x}e': { '@a': '1', $content: ['t'] } }],
};
