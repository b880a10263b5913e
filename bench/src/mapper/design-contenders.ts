import { randomUUID } from 'node:crypto';
import { type CompiledOperation, createMapper, type Design } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import type { IsolatedContender } from '../isolated/isolate.js';
import { DOCUMENT_KINDS, makeDocument, SHOP_WSDL } from './decode-documents.js';
import { makeRequest, REQUEST_KINDS, storeWsdl } from './encode-documents.js';

/** A message whose members a design names, leaves out, lifts or fills. */
export interface DesignCase {
  readonly what: 'decode' | 'decode a list in an object' | 'encode' | 'fill';
  readonly bytes: number;
}

export const url: string = import.meta.url;

/** The same message without and with designs. */
export function contendersOf(what: DesignCase): readonly IsolatedContender[] {
  switch (what.what) {
    case 'decode':
      return [
        decoder('without a design', SHOP_WSDL, what, undefined),
        decoder('every member renamed', SHOP_WSDL, what, { rename: RENAMED }),
        decoder('half of the members omitted', SHOP_WSDL, what, {
          operations: { ListOrders: { result: { omit: HALF } } },
        }),
      ];
    case 'decode a list in an object':
      return [
        decoder('without a design', LISTS_WSDL, what, undefined),
        decoder('the list lifted', LISTS_WSDL, what, { lift: ['orders'] }),
      ];
    case 'encode':
      return [encoder('without a design', what, undefined), encoder('every member renamed', what, RENAMED)];
    case 'fill':
      return [
        filler('clients send all members', { ...SMALL, ...PARTNER }),
        filler('3 members filled, and a token', SMALL, PARTNER_DESIGN),
        filler('without these members', SMALL),
      ];
  }
}

/** The size of the message in bytes. */
export function sizeOf(what: DesignCase): number {
  if (what.what === 'fill') return JSON.stringify(SMALL).length;
  return what.what === 'encode' ? requestOf(what).length : Buffer.byteLength(documentOf(what));
}

/** Names of the same length, so that the outputs have the same size. */
const reversed = (key: string): string =>
  key.startsWith('@') ? `@${reversed(key.slice(1))}` : key.split('').reverse().join('');

const KEYS =
  'order number reference customer placed status amount paid tag address line @id @active name email phone score street city zip country sku quantity price note @no @currency'.split(
    ' ',
  );
const RENAMED: Readonly<Record<string, string>> = Object.fromEntries(KEYS.map((key) => [key, reversed(key)]));

/** Every second member of an order and of what is inside. */
const HALF: readonly string[] = [
  ...['@active', 'reference', 'placed', 'amount', 'tag', 'customer/email', 'customer/score'],
  ...['address/city', 'address/country', 'line/@no', 'line/quantity', 'line/note'],
].map((path) => `order/${path}`);

const ORDERS = '<xs:element name="order" type="t:Order" minOccurs="0" maxOccurs="unbounded"/>';
/** The shop with an object around the list of orders. */
const LISTS_WSDL: string = SHOP_WSDL.replace(
  ORDERS,
  `<xs:element name="orders"><xs:complexType><xs:sequence>${ORDERS}</xs:sequence></xs:complexType></xs:element>`,
);

function documentOf({ what, bytes }: DesignCase): string {
  const [, orders] = DOCUMENT_KINDS;
  if (orders === undefined) throw new Error('no orders');
  if (what === 'decode') return makeDocument(orders, bytes);
  const { head, tail } = orders;
  return makeDocument({ ...orders, head: `${head}<t:orders>`, tail: `</t:orders>${tail}` }, bytes);
}

function decoder(
  name: string,
  wsdl: string,
  what: DesignCase,
  design: Design | undefined,
): IsolatedContender {
  return {
    name,
    async prepare() {
      const operation = await compile(wsdl, 'ListOrders', design);
      const bytes = Buffer.from(documentOf(what));
      return () => {
        const reply = operation.decodeXml(bytes);
        if (reply.kind !== 'result') throw new Error('no result');
        return reply.result;
      };
    },
  };
}

function requestOf({ bytes }: DesignCase): Buffer {
  const [, orders] = REQUEST_KINDS;
  if (orders === undefined) throw new Error('no orders');
  return Buffer.from(JSON.stringify(makeRequest(orders, bytes)));
}

function encoder(
  name: string,
  what: DesignCase,
  rename: Readonly<Record<string, string>> | undefined,
): IsolatedContender {
  return {
    name,
    async prepare() {
      const operation = await compile(storeWsdl(true), 'PutOrders', rename && { rename });
      const json = requestOf(what).toString();
      const renamed =
        rename === undefined
          ? json
          : JSON.stringify(JSON.parse(json), (_key, value: unknown) => withNames(value, rename));
      const bytes = Buffer.from(renamed);
      return () => operation.encodeJson(bytes).body;
    },
  };
}

/** A small request, and what a partner sends with each of them. */
const SMALL = { customer: 'ACME & Sons', limit: 1, since: '2026-01-01' };
const PARTNER = {
  account: '510087100',
  requestId: '0b6d8f7e-6f0c-4f7c-9f0a-0d9f3c1b2a4e',
  sentAt: '2026-11-29T08:00:00.000Z',
  token: '00D5e000000IZ3Z!AQsAQHyT4vCq',
};
const PARTNER_DESIGN: Design = {
  fill: {
    'ListOrders/account': PARTNER.account,
    'ListOrders/requestId': { generate: 'uuid' },
    'ListOrders/sentAt': { generate: 'timestamp' },
    'ListOrders/token': { secret: 'token' },
  },
};
const PARTNER_WSDL: string = SHOP_WSDL.replace(
  '<xs:element name="ListOrders"><xs:complexType><xs:sequence><xs:element name="limit" type="xs:int"/></xs:sequence></xs:complexType></xs:element>',
  `<xs:element name="ListOrders"><xs:complexType><xs:sequence>
    <xs:element name="customer" type="xs:string"/><xs:element name="limit" type="xs:int"/><xs:element name="since" type="xs:date"/>
    <xs:element name="account" type="xs:string" minOccurs="0"/><xs:element name="requestId" type="xs:string" minOccurs="0"/>
    <xs:element name="sentAt" type="xs:dateTime" minOccurs="0"/><xs:element name="token" type="xs:string" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>`,
);

/** The request, as a gateway writes it: the design fills what the client does not send. */
function filler(name: string, input: object, design?: Design): IsolatedContender {
  return {
    name,
    async prepare() {
      const operation = await compile(PARTNER_WSDL, 'ListOrders', design);
      const bytes = Buffer.from(JSON.stringify(input));
      const call = { uuid: () => randomUUID(), now: () => Date.now(), secret: () => PARTNER.token };
      return () => operation.encodeJson(bytes, design === undefined ? {} : { fills: call }).body;
    },
  };
}

function withNames(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [names[key] ?? key, each]));
}

async function compile(wsdl: string, operation: string, design?: Design): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(wsdl);
  return createMapper(model, {
    limits: { requestBytes: 1 << 30, requestNodes: 1 << 30 },
    ...(design && { design }),
  }).compile(operation);
}
