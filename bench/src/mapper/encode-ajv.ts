import { Ajv } from 'ajv';
import type { RequestKind } from './encode-documents.js';

/**
 * The encoder that one writes without a mapper: JSON.parse, ajv with a schema of the same types and facets, and a serialiser for
 * exactly these types, as a code generator would emit it. Numbers go through doubles, so it is not exact; dates are only
 * matched by a pattern; a `pattern` uses the built-in engine, which backtracks.
 */
export function createAjvEncoder(kind: RequestKind, facets: boolean): (json: Buffer) => string {
  const ajv = new Ajv({ strict: false, allErrors: false });
  const validate = ajv.compile(
    kind.operation === 'PutRecords' ? recordsSchema(facets) : ordersSchema(facets),
  );
  const serialize = kind.operation === 'PutRecords' ? serializeRecords : serializeOrders;
  return (json) => {
    const value: unknown = JSON.parse(json.toString());
    if (!validate(value)) throw new Error(ajv.errorsText(validate.errors));
    return serialize(value as never);
  };
}

type Schema = Record<string, unknown>;

const closed = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
});
const STRING: Schema = { type: 'string' };
const INT: Schema = { type: 'integer', minimum: -2147483648, maximum: 2147483647 };
const DATE: Schema = {
  type: 'string',
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(Z|[+-]\\d\\d:\\d\\d)?$',
};
const DATE_TIME: Schema = {
  type: 'string',
  pattern:
    '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)?$',
};

function simpleTypes(
  facets: boolean,
): Record<'sku' | 'title' | 'currency' | 'quantity' | 'amount' | 'status', Schema> {
  if (!facets) {
    return {
      sku: STRING,
      title: STRING,
      currency: STRING,
      quantity: INT,
      amount: { type: 'number' },
      status: STRING,
    };
  }
  return {
    sku: { type: 'string', pattern: '^(?:SKU-[0-9]{4,9})$', maxLength: 13 },
    title: { type: 'string', minLength: 1, maxLength: 200 },
    currency: { type: 'string', enum: ['EUR', 'USD', 'GBP', 'DKK', 'SEK'] },
    quantity: { type: 'integer', minimum: 0, maximum: 100000 },
    // No multipleOf: 0.01 fails in binary arithmetic. fractionDigits goes unchecked.
    amount: { type: 'number', minimum: 0, exclusiveMaximum: 1000000 },
    status: { type: 'string', enum: ['open', 'shipped'] },
  };
}

function recordsSchema(facets: boolean): Schema {
  const { sku, title, quantity, amount, currency } = simpleTypes(facets);
  const record = closed(
    {
      id: { type: 'integer' },
      sku,
      title,
      quantity,
      price: amount,
      currency,
      weight: { type: 'number' },
      active: { type: 'boolean' },
      created: DATE_TIME,
      updated: DATE,
      category: STRING,
      note: STRING,
    },
    ['updated', 'note'],
  );
  return closed({ record: { type: 'array', items: record } }, ['record']);
}

function ordersSchema(facets: boolean): Schema {
  const { sku, title, quantity, amount, currency, status } = simpleTypes(facets);
  const line = closed({ '@no': INT, sku, quantity, price: amount, note: STRING }, ['note']);
  const order = closed(
    {
      '@id': STRING,
      '@active': { type: 'boolean' },
      number: { type: 'integer' },
      reference: STRING,
      customer: closed({ name: title, email: STRING, phone: { type: ['string', 'null'] }, score: INT }),
      placed: DATE_TIME,
      status,
      amount: closed({ '@currency': currency, $value: amount }),
      paid: { type: 'boolean' },
      tag: { type: 'array', items: STRING },
      address: closed({ street: STRING, city: STRING, zip: STRING, country: STRING }),
      line: { type: 'array', items: line },
    },
    ['tag', 'line'],
  );
  return closed({ order: { type: 'array', items: order } }, ['order']);
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>';
const TAIL = '</soapenv:Body></soapenv:Envelope>';

interface Row {
  id: number;
  sku: string;
  title: string;
  quantity: number;
  price: number;
  currency: string;
  weight: number;
  active: boolean;
  created: string;
  updated?: string;
  category: string;
  note?: string;
}

function serializeRecords({ record = [] }: { record?: readonly Row[] }): string {
  let s = `${HEAD}<ns1:PutRecords xmlns:ns1="urn:bench:store"`;
  if (record.length === 0) return `${s}/>${TAIL}`;
  s += '>';
  for (const r of record) {
    s += `<ns1:record><ns1:id>${r.id}</ns1:id><ns1:sku>${text(r.sku)}</ns1:sku><ns1:title>${text(r.title)}</ns1:title><ns1:quantity>${r.quantity}</ns1:quantity><ns1:price>${r.price}</ns1:price><ns1:currency>${text(r.currency)}</ns1:currency><ns1:weight>${r.weight}</ns1:weight><ns1:active>${r.active}</ns1:active><ns1:created>${text(r.created)}</ns1:created>`;
    if (r.updated !== undefined) s += `<ns1:updated>${text(r.updated)}</ns1:updated>`;
    s += `<ns1:category>${text(r.category)}</ns1:category>`;
    if (r.note !== undefined) s += `<ns1:note>${text(r.note)}</ns1:note>`;
    s += '</ns1:record>';
  }
  return `${s}</ns1:PutRecords>${TAIL}`;
}

interface Order {
  '@id': string;
  '@active': boolean;
  number: number;
  reference: string;
  customer: { name: string; email: string; phone: string | null; score: number };
  placed: string;
  status: string;
  amount: { '@currency': string; $value: number };
  paid: boolean;
  tag?: readonly string[];
  address: { street: string; city: string; zip: string; country: string };
  line?: readonly { '@no': number; sku: string; quantity: number; price: number; note?: string }[];
}

function serializeOrders({ order = [] }: { order?: readonly Order[] }): string {
  let s = `${HEAD}<ns1:PutOrders xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns1="urn:bench:store"`;
  if (order.length === 0) return `${s}/>${TAIL}`;
  s += '>';
  for (const o of order) {
    const { customer: c, address: a } = o;
    s += `<ns1:order id="${attribute(o['@id'])}" active="${o['@active']}"><ns1:number>${o.number}</ns1:number><ns1:reference>${text(o.reference)}</ns1:reference><ns1:customer><ns1:name>${text(c.name)}</ns1:name><ns1:email>${text(c.email)}</ns1:email>`;
    s += c.phone === null ? '<ns1:phone xsi:nil="true"/>' : `<ns1:phone>${text(c.phone)}</ns1:phone>`;
    s += `<ns1:score>${c.score}</ns1:score></ns1:customer><ns1:placed>${text(o.placed)}</ns1:placed><ns1:status>${text(o.status)}</ns1:status><ns1:amount currency="${attribute(o.amount['@currency'])}">${o.amount.$value}</ns1:amount><ns1:paid>${o.paid}</ns1:paid>`;
    for (const tag of o.tag ?? []) s += `<ns1:tag>${text(tag)}</ns1:tag>`;
    s += `<ns1:address><ns1:street>${text(a.street)}</ns1:street><ns1:city>${text(a.city)}</ns1:city><ns1:zip>${text(a.zip)}</ns1:zip><ns1:country>${text(a.country)}</ns1:country></ns1:address>`;
    for (const l of o.line ?? []) {
      s += `<ns1:line no="${l['@no']}"><ns1:sku>${text(l.sku)}</ns1:sku><ns1:quantity>${l.quantity}</ns1:quantity><ns1:price>${l.price}</ns1:price>`;
      if (l.note !== undefined) s += `<ns1:note>${text(l.note)}</ns1:note>`;
      s += '</ns1:line>';
    }
    s += '</ns1:order>';
  }
  return `${s}</ns1:PutOrders>${TAIL}`;
}

const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
  '\n': '&#xA;',
  '\t': '&#x9;',
};

/** Scans short strings character by character, which is faster than a regular expression that does not match. */
function text(value: string): string {
  if (value.length > 40)
    return /[&<>\r\x00-\x1f\ud800-\udfff\ufffe\uffff]/.test(value) ? escapeXml(value, /[&<>\r]/g) : value;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code < 0x20 || code === 0x26 || code === 0x3c || code === 0x3e || code >= 0xd800)
      return escapeXml(value, /[&<>\r]/g);
  }
  return value;
}

function attribute(value: string): string {
  return /[&<>"\x00-\x1f\ud800-\udfff\ufffe\uffff]/.test(value) ? escapeXml(value, /[&<>"\r\n\t]/g) : value;
}

function escapeXml(value: string, special: RegExp): string {
  if (ILLEGAL.test(value) || !(value as string & { isWellFormed(): boolean }).isWellFormed())
    throw new Error('not a character of XML');
  return value.replace(special, (char) => ESCAPES[char] ?? char);
}
