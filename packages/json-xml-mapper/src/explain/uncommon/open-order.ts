import type { EncodingRun } from '../../request/encoding-run.js';
import type { LeafNode } from '../../shape/fold-plan.js';
import { foldPlan } from '../../shape/fold-plan.js';
import type { ElementMember, Scope } from '../../shape/shape.js';
import type { Cursors, EncoderCompiler, MemberEncoder, NodeEncoder } from '../compiler.js';
import { readEntries } from '../content/array-member.js';
import { compileItemsNode } from '../content/items-node.js';
import { compileMember } from '../content/member-encoder.js';
import type { ContentEncoder } from '../content-encoder.js';
import { type InputObject, memberOf } from '../json-input.js';
import { Arranger, keyOf } from './arrange.js';
import { compileAnyNode } from './wildcard.js';

/** Writes values of a key. */
interface KeyWriter {
  /** The values; problems are reported. */
  read(source: InputObject, run: EncodingRun): readonly unknown[];
  write(source: InputObject, values: readonly unknown[], from: number, to: number, run: EncodingRun): void;
}

const NO_CURSORS: Cursors = new Map();

/** Compiles the keys of a result that do not determine the order of its elements (CM-8). An order that the schema allows is written. */
export function compileOpenOrder(
  scope: Scope,
  compiler: EncoderCompiler,
  compileBody: (body: Scope) => ContentEncoder,
): ContentEncoder {
  const arranger = new Arranger(scope.content);
  const writers = new Map<string, KeyWriter>();
  for (const leaf of leavesOf(scope)) {
    const key = keyOf(leaf);
    if (writers.has(key)) continue;
    if (leaf.kind === 'element') writers.set(key, memberWriter(compileMember(leaf.member, compiler)));
    else if (leaf.kind === 'any')
      writers.set(key, groupWriter(key, compileAnyNode(leaf, scope.members, compiler)));
    else writers.set(key, groupWriter(key, compileItemsNode(leaf, compileBody(leaf.body))));
  }
  return {
    keys: [...writers.keys()],
    emptiable: arranger.arrange(new Map()) !== undefined,
    encode(source, run) {
      const before = run.errors.length;
      const values = new Map([...writers].map(([key, writer]) => [key, writer.read(source, run)]));
      if (run.errors.length > before) return;
      const counts = new Map([...values].map(([key, list]) => [key, list.length]));
      const runs = arranger.arrange(counts);
      if (runs === undefined) {
        run.report(
          'content',
          'has no order of elements that the schema allows: a field is missing, or too many are given',
        );
        return;
      }
      for (const { leaf, from, to } of runs) {
        const key = keyOf(leaf);
        writers.get(key)!.write(source, values.get(key)!, from, to, run);
      }
    },
  };
}

function leavesOf(scope: Scope): readonly LeafNode[] {
  const leaves: LeafNode[] = [];
  foldPlan<undefined>(
    scope.content,
    (leaf) => void leaves.push(leaf) as undefined,
    () => undefined,
  );
  return leaves;
}

function memberWriter(encoder: MemberEncoder): KeyWriter {
  const { member } = encoder;
  return {
    read: (source, run) => valuesOf(encoder, memberOf(source, member.key), run),
    write(_, values, from, to, run) {
      if (!member.array && from === to) return;
      run.enter(member.key);
      if (member.array) run.eachItem(values, from, to, (value) => encoder.encode(value, run));
      else encoder.encode(values[0], run);
      run.leave();
    },
  };
}

/** The values of a member; an absent one that is required has its default or fixed value (NL-4). */
function valuesOf({ member, inserted }: MemberEncoder, value: unknown, run: EncodingRun): readonly unknown[] {
  const min = leastOf(member);
  const isAbsent =
    value === undefined || (value === null && !(member.nillable && !member.array) && min === 0);
  if (isAbsent && min > 0 && inserted !== undefined) return Array.from({ length: min }, () => inserted);
  if (member.array) return readEntries(value, member.key, min, member.max, run);
  if (!isAbsent) return [value];
  if (min > 0) run.reportAt(member.key, 'required', 'is required');
  return [];
}

function leastOf({ conditional, min }: ElementMember): number {
  return conditional ? 0 : min;
}

/** `$any` or `$items`, whose node writes all its entries. */
function groupWriter(key: string, node: NodeEncoder): KeyWriter {
  return {
    read(source) {
      const value = memberOf(source, key);
      // Anything but an array is reported where it is written.
      return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
    },
    write(source, _, from, to, run) {
      if (from < to || !node.emptiable) node.encode(source, run, NO_CURSORS);
    },
  };
}
