import type { EncodingRun } from '../../request/encoding-run.js';
import { countOf, describeValue } from '../../scalar/describe.js';
import type { ElementNode } from '../../shape/shape.js';
import type { MemberEncoder, NodeEncoder } from '../compiler.js';
import { type InputObject, memberOf } from '../json-input.js';
import { presentValue, type ScopeContext } from './node-encoder.js';

/** Compiles a place of an element. `laterMin`: how many values of the same key the places after this one need (CM-8). */
export function compileElementNode(node: ElementNode, laterMin: number, scope: ScopeContext): NodeEncoder {
  const { member } = node;
  const { key } = member;
  const encoder = scope.memberEncoder(member);
  const required = node.min > 0 && encoder.inserted === undefined;
  const isWritten = node.min > 0 || member.whenLeftOut !== undefined;
  const base = {
    keys: [key],
    requiredKeys: required ? [key] : [],
    emptiable: !isWritten,
    isComplete: (present: ReadonlySet<string>) => !required || present.has(key),
    label: node.min === 0 ? `${key}?` : key,
    presence: new Map([
      [
        key,
        (source: InputObject) => presentValue(source, key, member.array ? undefined : member) !== undefined,
      ],
    ]),
  };
  if (!member.array) {
    return { ...base, encode: (source, run) => encodeSingle(node, encoder, memberOf(source, key), run) };
  }
  if (!scope.shared.has(member)) {
    return {
      ...base,
      encode(source, run) {
        const values = readArray(node, encoder, memberOf(source, key), node.min, node.max, run);
        if (values !== undefined) encodeItems(encoder, values, 0, values.length, run);
      },
    };
  }
  return {
    ...base,
    encode(source, run, cursors) {
      const from = cursors.get(member) ?? 0;
      const value = memberOf(source, key);
      // The bounds of the whole key are checked once, at its first place.
      const values = !cursors.has(member)
        ? readArray(node, encoder, value, member.min, member.max, run)
        : Array.isArray(value)
          ? value
          : undefined;
      if (values === undefined) {
        cursors.set(member, from);
        return;
      }
      const to = Math.max(from, Math.min(from + node.max, values.length - laterMin));
      cursors.set(member, to);
      encodeItems(encoder, values, from, to, run);
    },
  };
}

/** A key with a single value (§9.1). */
function encodeSingle(node: ElementNode, encoder: MemberEncoder, value: unknown, run: EncodingRun): void {
  const { member } = node;
  // NL-2: null is nil, or absent if the element is optional.
  const absent =
    value === undefined || (value === null && !member.nillable && (node.min === 0 || member.conditional));
  const isWritten = node.min > 0 || member.whenLeftOut !== undefined;
  const given = absent && isWritten ? encoder.inserted : value;
  if (absent && given === undefined) {
    if (node.min > 0) run.reportAt(member.key, 'required', 'is required');
    return;
  }
  if (absent && !isWritten) return;
  run.enter(member.key);
  encoder.encode(given, run);
  run.leave();
}

/** The values of a repeatable key, with bounds checked; `undefined` if nothing is to be written. */
function readArray(
  node: ElementNode,
  encoder: MemberEncoder,
  value: unknown,
  min: number,
  max: number,
  run: EncodingRun,
): readonly unknown[] | undefined {
  const { key, conditional } = node.member;
  const isNull = value === null && (min === 0 || conditional);
  // Where its elements have a default, an empty array in a choice or an optional group says as little as an absent one (CM-11).
  const isEmpty = conditional && encoder.inserted !== undefined && Array.isArray(value) && value.length === 0;
  const absent = value === undefined || isNull || isEmpty;
  if (absent) {
    if (min === 0) return undefined;
    if (encoder.inserted !== undefined) return Array.from({ length: min }, () => encoder.inserted);
    run.reportAt(key, 'required', `is required: an array of at least ${min}`);
    return undefined;
  }
  if (!Array.isArray(value)) {
    run.reportAt(key, 'type', `must be an array, got ${describeValue(value, run.secret)}`, 'array');
    return undefined;
  }
  // In a choice or an optional group an empty array means absent (CM-12), and the minimum is that of the group.
  if (value.length < min) {
    run.reportAt(key, 'minItems', `must have at least ${countOf(min)}, has ${value.length}`, min);
    return undefined;
  }
  if (value.length > max) {
    run.reportAt(key, 'maxItems', `must have at most ${countOf(max)}, has ${value.length}`, max);
    return undefined;
  }
  return value;
}

function encodeItems(
  encoder: MemberEncoder,
  values: readonly unknown[],
  from: number,
  to: number,
  run: EncodingRun,
): void {
  run.enter(encoder.member.key);
  run.eachItem(values, from, to, (value) => encoder.encode(value, run));
  run.leave();
}
