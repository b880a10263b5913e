import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { XSI } from '@soapstone/soap-model/namespaces';
import type { EncodingRun } from '../../request/encoding-run.js';
import { plainAttribute, type Tags } from '../../request/tags.js';
import { describeValue } from '../../scalar/describe.js';
import {
  type EncoderCompiler,
  type ExtraKeys,
  type Island,
  type NamedType,
  NO_EXTRA_KEYS,
} from '../compiler.js';
import { type InputObject, memberOf } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';

const checkSimpleKeys = compileKeyCheck(['$type', '$value']);

/**
 * Writes an anyType value with `$type` (AN-6): the fields of a complex type, or `$value` of a simple one. `xsi:type` is always
 * written here, because the declaration says nothing.
 */
export function encodeTyped(
  tags: Tags,
  value: InputObject,
  compiler: EncoderCompiler,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): void {
  const type = readType(value, compiler, run);
  if (type === undefined) return;
  const mark = run.xml.scope();
  const typed = typedTags(tags, type, mark, run);
  if (hasMembers(type.content)) type.content.encoder.encode(typed, value, run, ['$type', ...extraKeys]);
  else encodeValueMember(typed, value, type.content, run, extraKeys);
  run.prefixes.close(mark);
}

/** A JSON array at an open position of rpc/encoded (EN-2): a SOAP array of items that state their types themselves. */
export function encodeOpenArray(
  tags: Tags,
  value: readonly unknown[],
  compiler: EncoderCompiler,
  run: EncodingRun,
): void {
  const name = { namespace: compiler.encodingNamespace, localName: 'Array' };
  const type = compiler.namedType(clarkName(name));
  if (type === undefined) return;
  const mark = run.xml.scope();
  type.content.encoder.encode(typedTags(tags, type, mark, run), value, run, NO_EXTRA_KEYS);
  run.prefixes.close(mark);
}

/** `encodeTyped` for anySimpleType (AN-8): only types whose content is text may be named. */
export function encodeTypedSimple(
  tags: Tags,
  value: InputObject,
  compiler: EncoderCompiler,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): void {
  const type = readType(value, compiler, run);
  if (type === undefined) return;
  if (isText(type.content)) encodeTyped(tags, value, compiler, run, extraKeys);
  else run.reportAt('$type', 'xsiType', 'must be a simple type, or a complex type with simple content');
}

function readType(
  value: InputObject,
  compiler: EncoderCompiler,
  run: EncodingRun,
): Island<NamedType> | undefined {
  const key = memberOf(value, '$type');
  if (typeof key !== 'string') {
    run.reportAt('$type', 'xsiType', `must be the name of a type, got ${describeValue(key, run.secret)}`);
    return undefined;
  }
  const type = compiler.namedType(key);
  // Naming xs:anyType or xs:anySimpleType says nothing, and would recurse forever or name two types.
  const kind = type?.content.shape.kind;
  if (kind !== undefined && kind !== 'anyType' && kind !== 'anySimpleType') return type;
  run.reportAt('$type', 'xsiType', 'must be the name of a type of the service, or xs:int and the like');
  return undefined;
}

/** The tags of an element that names its type. */
function typedTags(
  tags: Tags,
  { namespaces, content }: Island<NamedType>,
  mark: number,
  run: EncodingRun,
): Tags {
  for (const namespace of namespaces) run.prefixes.use(namespace);
  const type = content.writesType ? '' : typeMarkup(content.name, run);
  return tags.with(run.prefixes.declarations(mark) + type);
}

/** The attribute that names a type, with the prefixes that it needs. */
export function typeMarkup(name: ExpandedName, run: EncodingRun): string {
  const type = qualify(name, run);
  return plainAttribute(`${run.prefixes.use(XSI)}:type`, type);
}

/** A name with a prefix that is declared on the open element if necessary. */
export function qualify({ namespace, localName }: ExpandedName, { prefixes }: EncodingRun): string {
  return namespace === '' ? localName : `${prefixes.use(namespace)}:${localName}`;
}

function encodeValueMember(
  tags: Tags,
  value: InputObject,
  type: NamedType,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): void {
  const inner = memberOf(value, '$value');
  checkSimpleKeys(value, run, extraKeys);
  if (inner === undefined) {
    run.reportAt('$value', 'required', 'is required: the value of the type');
    return;
  }
  run.enter('$value');
  type.encoder.encode(tags, inner, run, NO_EXTRA_KEYS);
  run.leave();
}

/** Whether the value has members, which are next to `$type`. Everything else is a `$value`. */
function hasMembers(type: NamedType): boolean {
  return type.shape.kind === 'object' || type.shape.kind === 'polymorphic';
}

/** Whether the content of the type is text. */
function isText({ shape }: NamedType): boolean {
  if (shape.kind === 'object') return shape.value !== undefined;
  if (shape.kind === 'polymorphic') return shape.declared.value !== undefined;
  return shape.kind !== 'soapArray' && shape.kind !== 'attachment';
}
