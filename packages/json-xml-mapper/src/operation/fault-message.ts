import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, XML } from '@soapstone/soap-model/namespaces';
import type { SoapFaultInfo } from '../api/messages.js';
import type { JsonObject } from '../api/values.js';
import { noFacets } from '../build/facets.js';
import { ANY_TYPE } from '../build/shape-builder.js';
import type { FaultShape, MessageShape } from '../shape/operation-shape.js';
import type { AttributeMember, ContentNode, ElementMember, ObjectShape, Shape } from '../shape/shape.js';
import type { ScalarShape } from '../shape/simple-shape.js';

/** A fault as a message: soap:Fault is a Body child like any other, so the message encoder writes it. */
export interface FaultMessage {
  readonly message: MessageShape;
  readonly input: JsonObject;
}

/**
 * The Shape of soap:Fault with this operation's details, and the fault as its JSON (the inverse of FL-1, FL-2). Without `code` the
 * fault is the server's.
 */
export function faultMessage(
  fault: Partial<SoapFaultInfo> & { reason: string },
  faults: readonly FaultShape[],
  soapVersion: '1.1' | '1.2',
): FaultMessage {
  return soapVersion === '1.1' ? fault11(fault, faults) : fault12(fault, faults);
}

/** The detail of a declared fault, as a separate message. */
export function detailMessage(fault: FaultShape): MessageShape {
  const root = record([{ ...fault.detail, min: 1 }]);
  return { kind: 'parts', rpc: false, nillable: false, encoded: false, root, attachments: [] };
}

/** SOAP 1.1 §4.4: the children of Fault are unqualified. */
function fault11(
  fault: Partial<SoapFaultInfo> & { reason: string },
  faults: readonly FaultShape[],
): FaultMessage {
  const root = record([
    element('', 'faultcode', QNAME),
    element('', 'faultstring', STRING),
    element('', 'faultactor', STRING, 0),
    element('', 'detail', detailShape(fault.detail, faults), 0),
  ]);
  const input = jsonObject({
    faultcode: fault.code ?? `{${SOAP11_ENVELOPE}}Server`,
    faultstring: fault.reason,
    faultactor: fault.actor,
    detail: detailValue(fault.detail),
  });
  return { message: faultElement(SOAP11_ENVELOPE, root), input };
}

/** SOAP 1.2 Part 1 §5.4. */
function fault12(
  fault: Partial<SoapFaultInfo> & { reason: string },
  faults: readonly FaultShape[],
): FaultMessage {
  const soap = (localName: string, shape: Shape, min?: number, max?: number): ElementMember =>
    element(SOAP12_ENVELOPE, localName, shape, min, max);
  const subcodes = fault.subcodes ?? [];
  const code = subcodes.reduce<ObjectShape>(
    (inner) => record([soap('Value', QNAME), soap('Subcode', inner, 0)]),
    record([soap('Value', QNAME)]),
  );
  const text: ObjectShape = { ...record([]), attributes: [LANG], value: STRING };
  const root = record([
    soap('Code', code),
    soap('Reason', record([soap('Text', text, 1, Number.POSITIVE_INFINITY)])),
    soap('Node', STRING, 0),
    soap('Role', STRING, 0),
    soap('Detail', detailShape(fault.detail, faults), 0),
  ]);
  const codes = [fault.code ?? `{${SOAP12_ENVELOPE}}Receiver`, ...subcodes];
  const reasons = fault.reasons ?? [{ lang: 'en', text: fault.reason }];
  const input = jsonObject({
    Code: codes.reduceRight<JsonObject | undefined>(
      (Subcode, Value) => jsonObject({ Value, Subcode }),
      undefined,
    ),
    Reason: { Text: reasons.map(({ lang, text: $value }) => ({ '@xml:lang': lang, $value })) },
    Node: fault.node,
    Role: fault.role ?? fault.actor,
    Detail: detailValue(fault.detail),
  });
  return { message: faultElement(SOAP12_ENVELOPE, root), input };
}

const isText = (detail: JsonObject): boolean =>
  Object.hasOwn(detail, '$value') && Object.keys(detail).length === 1;

/** Declared details by their declaration, and everything else under `$any`. A text-only detail has no shape of its own. */
function detailShape(detail: JsonObject | undefined, faults: readonly FaultShape[]): Shape {
  if (detail !== undefined && isText(detail)) return ANY_TYPE;
  const members = new Map<string, ElementMember>();
  for (const fault of faults) members.set(fault.detail.key, { ...fault.detail, min: 0 });
  const any: ContentNode = {
    kind: 'any',
    key: '$any',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    wildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
  };
  return record([...members.values()], [any]);
}

/** Text beside elements is for people, and is not written. */
function detailValue(detail: JsonObject | undefined): JsonObject[string] | undefined {
  if (detail === undefined || !Object.hasOwn(detail, '$value')) return detail;
  const { $value, ...elements } = detail;
  return isText(detail) ? $value : elements;
}

function faultElement(namespace: string, root: ObjectShape): MessageShape {
  const name = { namespace, localName: 'Fault' };
  return { kind: 'element', name, rpc: false, nillable: false, encoded: false, root, attachments: [] };
}

const STRING: ScalarShape = {
  kind: 'scalar',
  builtin: 'string',
  json: 'string',
  lexical: false,
  facets: noFacets('preserve'),
};

const QNAME: ScalarShape = { ...STRING, builtin: 'QName', facets: noFacets('collapse') };

const LANG: AttributeMember = {
  key: '@xml:lang',
  name: { namespace: XML, localName: 'lang' },
  shape: { ...STRING, builtin: 'language', facets: noFacets('collapse') },
  required: true,
};

function element(namespace: string, localName: string, shape: Shape, min = 1, max = 1): ElementMember {
  const name = { namespace, localName };
  return { key: localName, name, shape, nillable: false, min, max, array: max > 1, conditional: false };
}

function record(members: readonly ElementMember[], more: readonly ContentNode[] = []): ObjectShape {
  const places = members.map((member): ContentNode => {
    return { kind: 'element', member, min: member.min, max: member.max };
  });
  const children = [...places, ...more];
  const content = { kind: 'sequence', optional: false, unordered: false, children } as const;
  return { kind: 'object', form: 'plain', attributes: [], members, content };
}

function jsonObject(members: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  const object = Object.create(null) as JsonObject;
  for (const [key, value] of Object.entries(members)) if (value !== undefined) object[key] = value;
  return object;
}
