import { clarkName } from '@soapstone/soap-model';
import { XSI } from '@soapstone/soap-model/namespaces';
import type { EncodingRun } from '../../request/encoding-run.js';
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
  start: string,
  end: string,
  value: InputObject,
  compiler: EncoderCompiler,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): string {
  const type = readType(value, compiler, run);
  if (type === undefined) return '';
  const mark = run.prefixes.open();
  const typedStart = openTyped(start, type, mark, run);
  const text = hasMembers(type.content)
    ? type.content.encoder.encode(typedStart, end, value, run, ['$type', ...extraKeys])
    : encodeValueMember(typedStart, end, value, type.content, run, extraKeys);
  run.prefixes.close(mark);
  return text;
}

/** A JSON array at an open position of rpc/encoded (EN-2): a SOAP array of items that state their types themselves. */
export function encodeOpenArray(
  start: string,
  end: string,
  value: readonly unknown[],
  compiler: EncoderCompiler,
  run: EncodingRun,
): string {
  const name = { namespace: compiler.encodingNamespace, localName: 'Array' };
  const type = compiler.namedType(clarkName(name));
  if (type === undefined) return '';
  const mark = run.prefixes.open();
  const text = type.content.encoder.encode(openTyped(start, type, mark, run), end, value, run, NO_EXTRA_KEYS);
  run.prefixes.close(mark);
  return text;
}

/** `encodeTyped` for anySimpleType (AN-8): only types whose content is text may be named. */
export function encodeTypedSimple(
  start: string,
  end: string,
  value: InputObject,
  compiler: EncoderCompiler,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): string {
  const type = readType(value, compiler, run);
  if (type === undefined) return '';
  if (!isText(type.content)) {
    run.reportAt('$type', 'xsiType', 'must be a simple type, or a complex type with simple content');
    return '';
  }
  return encodeTyped(start, end, value, compiler, run, extraKeys);
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

function openTyped(start: string, type: Island<NamedType>, mark: number, run: EncodingRun): string {
  for (const namespace of type.namespaces) run.prefixes.use(namespace);
  const { name, writesType } = type.content;
  if (writesType) return `${start}${run.prefixes.declarations(mark)}`;
  const typeName =
    name.namespace === '' ? name.localName : `${run.prefixes.use(name.namespace)}:${name.localName}`;
  const attribute = ` ${run.prefixes.use(XSI)}:type="${typeName}"`;
  return `${start}${run.prefixes.declarations(mark)}${attribute}`;
}

function encodeValueMember(
  start: string,
  end: string,
  value: InputObject,
  type: NamedType,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): string {
  const inner = memberOf(value, '$value');
  checkSimpleKeys(value, run, extraKeys);
  if (inner === undefined) {
    run.reportAt('$value', 'required', 'is required: the value of the type');
    return '';
  }
  run.enter('$value');
  const text = type.encoder.encode(start, end, inner, run, NO_EXTRA_KEYS);
  run.leave();
  return text;
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
