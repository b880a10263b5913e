import { type EncoderCompiler, NO_EXTRA_KEYS } from '../../explain/compiler.js';
import { compileMember } from '../../explain/content/member-encoder.js';
import { rootMember } from '../../explain/message/body.js';
import { compileRootElement, rootTags } from '../../explain/message/root-element.js';
import { walkNamespaces } from '../../explain/types/schema-walk.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { EnvelopeFrame } from '../../request/envelope.js';
import type { PrefixTable } from '../../request/prefixes.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { ElementMember } from '../../shape/shape.js';
import { Fragment } from '../bytes/fragment.js';
import { EMPTY_FRAGMENT, makeField, nodeDraft } from './field-draft.js';
import type { FieldPlan, Lane } from './object-plan.js';
import type { ElementTags, PlanCompiler } from './plan-compiler.js';

/** The Body of a message. */
export interface RootPlan {
  /** The scope of its values. */
  readonly namespaces: ReadonlySet<string>;
  /** The input object as a field; its tags are those of the Body. */
  readonly field: (plans: PlanCompiler, keys: readonly string[]) => FieldPlan;
  /** The markup after it. */
  readonly end: string;
}

const NO_NAMESPACES: ReadonlySet<string> = new Set();

/** The context of planning a root. */
export interface RootPlanParts {
  readonly message: MessageShape;
  readonly compiler: EncoderCompiler;
  readonly table: PrefixTable;
  readonly frame: EnvelopeFrame;
}

/** Plans the Body by the position of its root (§4.1); `undefined` if only the slow path can write it. */
export function planRoot(parts: RootPlanParts): RootPlan | undefined {
  switch (parts.message.kind) {
    case 'element':
      // Results omit their record (UW-4); servers send those, not clients. A fixed value is rare.
      return parts.message.record === undefined && parts.message.fixed === undefined
        ? planElement(parts)
        : undefined;
    case 'parts':
      return planParts(parts);
    case 'content':
      return planContent(parts);
    case 'value':
      return planValue(parts);
  }
}

/** One Body child, whose object the input is. */
function planElement({ message, compiler, table, frame }: RootPlanParts): RootPlan {
  const attributes = message.encoded ? frame.encodingStyle : '';
  const { tags, namespaces } = rootTags(rootMember(message), compiler, table, attributes);
  const { root } = message;
  const type = root.kind === 'object' ? compiler.typeAttribute(root.name) : '';
  return {
    namespaces,
    field: (plans, keys) =>
      rootField(`${frame.body.start}>${tags.start}${type}`, tags.end, plans.objectLane(root, keys)),
    end: frame.body.end,
  };
}

/** The Body's children are the members of the input, each with its own namespaces. */
function planParts({ message, compiler, table, frame }: RootPlanParts): RootPlan | undefined {
  const { root } = message;
  if (root.kind !== 'object') return undefined;
  const attributes = message.encoded ? frame.encodingStyle : '';
  const tagsOf = (member: ElementMember): ElementTags => ({
    ...rootTags(member, compiler, table, attributes),
    encoder: compileRootElement(member, compiler, table, attributes),
  });
  return {
    namespaces: NO_NAMESPACES,
    field: (plans, keys) => rootField(frame.body.start, frame.body.end, plans.recordLane(root, keys, tagsOf)),
    end: '',
  };
}

/** The Body itself has the type of the input. */
function planContent({ message, compiler, table, frame }: RootPlanParts): RootPlan {
  const { root } = message;
  const namespaces = walkNamespaces({ shape: root, nillable: false }, compiler);
  const type = root.kind === 'object' ? compiler.typeAttribute(root.name) : '';
  const { start, end } = frame.body.with(table.declarations(namespaces) + type);
  return {
    namespaces,
    field: (plans, keys) => rootField(start, end, plans.objectLane(root, keys)),
    end: '',
  };
}

/** The Body's own content is the value of the only member. */
function planValue({ message, compiler, table, frame }: RootPlanParts): RootPlan | undefined {
  const { root } = message;
  const member = root.kind === 'object' ? root.members[0] : undefined;
  if (root.kind !== 'object' || member === undefined || member.fill !== undefined) return undefined;
  const namespaces = walkNamespaces(member, compiler);
  const encoder = compileMember(member, compiler);
  const tags = frame.body.with(table.declarations(namespaces));
  const encode = (value: unknown, run: EncodingRun): void =>
    encoder.encodeAs(tags, value, run, NO_EXTRA_KEYS);
  const element = { tags, encoder: { encode, inserted: undefined } };
  return {
    namespaces,
    field: (plans, keys) => ({
      ...rootField(
        '',
        '',
        plans.recordLane(root, keys, () => element),
      ),
      bare: true,
    }),
    end: '',
  };
}

function rootField(open: string, close: string, lane: Lane): FieldPlan {
  const draft = nodeDraft('', lane);
  return makeField(
    { ...draft, open: new Fragment(open), close: close === '' ? EMPTY_FRAGMENT : new Fragment(close) },
    0,
  );
}
