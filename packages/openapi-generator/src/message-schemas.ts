import type { ElementMember, MessageShape, ObjectShape } from '@soapstone/json-xml-mapper';
import { closedObject, emptyProperties } from './schema/closed-object.js';
import { constraintsOf } from './schema/content-constraints.js';
import { isDemanded } from './schema/member-schema.js';
import type { Projection } from './schema/projection.js';
import type { ExtraMember } from './schema/projection-scope.js';
import type { Schema } from './schema/schema-registry.js';

/** The JSON root of a message that a client sends (§4.1); `headers` is the schema of its `$headers` (HD-1). */
export function messageSchema(projection: Projection, message: MessageShape, headers?: Schema): Schema {
  const extras = extrasOf(projection, message, { isSent: true, headers });
  return extras.length === 0 ? projection.shape(message.root) : projection.rootWith(message.root, extras);
}

/** Header blocks as one object. Which of them a message needs, only WSDL 2.0 can say (HD-1). */
export function headersSchema(projection: Projection, headers: ObjectShape): Schema {
  return projection.rootWith(headers, []);
}

/** The schema of `result` (§4.2): the record where it is left out, else the root of the message. */
export function resultSchema(projection: Projection, output: MessageShape | undefined): Schema {
  // UW-8: a one-way operation answers `{}`.
  if (output === undefined) return { type: 'object', additionalProperties: false };
  const { record } = output;
  const extras = extrasOf(projection, output, { isSent: false });
  if (record === undefined) {
    const root =
      extras.length === 0 ? projection.shape(output.root) : projection.rootWith(output.root, extras);
    return output.nillable ? { anyOf: [root, projection.nilObject(output.root)] } : root;
  }
  const present = recordSchema(projection, record, extras);
  const isCertain = record.min > 0 && !record.conditional && !record.nillable && !output.nillable;
  return isCertain ? present : { anyOf: [present, projection.noRecord(record)] };
}

/** The record alone: what stands for a missing one is said beside it (UW-5). */
function recordSchema(projection: Projection, record: ElementMember, extras: readonly ExtraMember[]): Schema {
  const { shape } = record;
  const isObject = shape.kind === 'object' || shape.kind === 'polymorphic';
  if (extras.length > 0 && isObject) return projection.rootWith(shape, extras);
  return projection.occurrence({ ...record, nillable: false });
}

/** `isSent`: a client must send every part that the binding names; what a server leaves out is left out. */
function extrasOf(
  projection: Projection,
  message: MessageShape,
  { isSent, headers }: { readonly isSent: boolean; readonly headers?: Schema | undefined },
): ExtraMember[] {
  const extras: ExtraMember[] = [];
  // Never required: the same blocks may come in an HTTP header, or be stored with the service (HD-2, HD-3).
  if (headers !== undefined) extras.push({ key: '$headers', schema: headers, required: false });
  if (message.attachments.length > 0) {
    const properties = emptyProperties();
    for (const { name } of message.attachments) properties[name] = projection.shape({ kind: 'attachment' });
    const required = isSent ? Object.keys(properties) : [];
    const schema = closedObject(properties, required);
    if (!isSent) delete schema.required;
    extras.push({ key: '$attachments', schema, required: isSent });
  }
  return extras;
}

/** Whether a POST needs a body: an empty one is `{}`, which is fine where nothing is required (VE-7). */
export function isInputRequired({ root, attachments }: MessageShape): boolean {
  if (attachments.length > 0) return true;
  if (root.kind === 'polymorphic' && root.abstract) return true;
  const object = root.kind === 'polymorphic' ? root.declared : root;
  if (object.value !== undefined || object.form !== 'plain') return true;
  if (object.attributes.some(isDemanded)) return true;
  return !constraintsOf(object.content, new Map()).acceptsEmpty;
}
