import { clarkName } from '@soapstone/soap-model';
import { isSequential, namesIn, PlaceOrder, wildcardsIn } from '../../shape/place-order.js';
import type { ContentNode, ElementMember, Scope } from '../../shape/shape.js';
import { chargeCompiling } from '../../work.js';
import { Repetition } from '../content/repetition.js';
import type { WordMemory } from '../lanes/word-memory.js';
import { JsonFragment } from '../output/json-output.js';
import { ABSENT_EMPTY_ARRAY, ABSENT_MISSING, ABSENT_NOTHING, Slot as GenericSlot } from '../plan/plan.js';
import type {
  ElementPlan,
  PlanSource,
  RepetitionPlan,
  ScopePlan,
  Slot,
  Target,
  WildcardTarget,
} from '../state/decoding.js';
import { indexByLocalName, omittedNames, passedOver } from './omitted-names.js';

/**
 * Compiles the content of one JSON object: a slot per member in the order of VO-6, and which element goes to which slot.
 *
 * @param keepUnknown add `$unknown` (TR-1)
 */
export function compileScope(scope: Scope, plans: PlanSource, keepUnknown: boolean): ScopePlan {
  chargeCompiling(scope.members.length);
  const slots: Slot[] = [];
  const targets: Target[] = [];
  const wildcards: WildcardTarget[] = [];
  const groups = new Map<ContentNode, { slot: Slot; group: RepetitionPlan }>();
  const walk = scope.form === 'plain' ? walkPlain : walkEntries;
  for (const entry of walk(scope)) {
    const { ordinal } = entry;
    if (entry.kind === 'member') {
      const element = plans.element(entry.member);
      const slot = addSlot(
        slots,
        plans.memory,
        entry.member.key,
        entry.member.array,
        absence(entry.member),
        element,
        ordinal,
      );
      targets.push({
        slot,
        name: clarkName(entry.member.name),
        element,
        group: undefined,
        most: entry.member.max,
      });
    } else if (entry.kind === 'items') {
      const { body, key, min } = entry.node;
      const slot = addSlot(
        slots,
        plans.memory,
        key,
        true,
        min > 0 && !entry.conditional ? ABSENT_MISSING : ABSENT_NOTHING,
        undefined,
        ordinal,
      );
      const group: RepetitionPlan = new Repetition(() => ({
        scope: compileScope(body, plans, keepUnknown),
        places: new PlaceOrder(body.content),
      }));
      groups.set(entry.node, { slot, group });
      for (const name of namesIn(body.content)) {
        targets.push({ slot, name, element: undefined, group, most: Number.POSITIVE_INFINITY });
      }
    }
  }
  // Wildcards come after all elements (VO-6), but remember their position among them (AN-2).
  for (const entry of walk(scope)) {
    if (entry.kind === 'any') {
      const slot = addSlot(
        slots,
        plans.memory,
        entry.node.key,
        true,
        ABSENT_NOTHING,
        undefined,
        entry.ordinal,
      );
      const { wildcard, max: most } = entry.node;
      wildcards.push({ slot, wildcard, most, ordinal: entry.ordinal, group: undefined });
    } else if (entry.kind === 'items') {
      // An element admitted by a wildcard of a repeating group starts a repetition, as a declared one does (CM-19).
      const { slot, group } = groups.get(entry.node)!;
      for (const wildcard of wildcardsIn(entry.node.body.content))
        wildcards.push({ slot, wildcard, most: Number.POSITIVE_INFINITY, ordinal: entry.ordinal, group });
    }
  }
  const unknown = keepUnknown
    ? addSlot(slots, plans.memory, '$unknown', true, ABSENT_NOTHING, undefined, 0)
    : undefined;
  addSubstitutes(scope.members, targets, plans);
  return {
    slots,
    byName: indexByName(targets),
    byLocalName: indexByLocalName(targets),
    wildcards,
    sequential: scope.form === 'plain' && isSequential(scope.content),
    first: undefined,
    anyName: undefined,
    unknown,
    omitted: omittedNames(scope, targets),
    passedOver: passedOver(scope, wildcards, plans.memory),
    nextNotable: nextNotable(slots),
  };
}

type Entry =
  | { readonly kind: 'member'; readonly member: ElementMember; readonly ordinal: number }
  | {
      readonly kind: 'items';
      readonly node: ContentNode & { kind: 'items' };
      readonly conditional: boolean;
      readonly ordinal: number;
    }
  | { readonly kind: 'any'; readonly node: ContentNode & { kind: 'any' }; readonly ordinal: number };

/** The members, repeating groups and wildcards of a scope in document order, each once. Iterative. */
function* walkPlain(scope: Scope): Iterable<Entry> {
  const seen = new Set<ElementMember>();
  let ordinal = 0;
  const pending: { node: ContentNode; conditional: boolean }[] = [
    { node: scope.content, conditional: false },
  ];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { node, conditional } = visit;
    switch (node.kind) {
      case 'element':
        if (!seen.has(node.member)) yield { kind: 'member', member: node.member, ordinal };
        seen.add(node.member);
        break;
      case 'items':
        yield { kind: 'items', node, conditional, ordinal };
        break;
      case 'any':
        yield { kind: 'any', node, ordinal };
        break;
      default: {
        const children = node.kind === 'choice' ? node.branches : node.children;
        const inside = conditional || node.optional || node.kind === 'choice';
        for (const child of children.toReversed()) pending.push({ node: child, conditional: inside });
      }
    }
    ordinal++;
  }
}

/** In the `$content` forms every member and wildcard is an entry, including those inside repeating groups (MX-2). */
function* walkEntries(scope: Scope): Iterable<Entry> {
  let ordinal = 0;
  for (const member of scope.members) yield { kind: 'member', member, ordinal: ordinal++ };
  const pending: ContentNode[] = [scope.content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') yield { kind: 'any', node, ordinal: ordinal++ };
    else if (node.kind === 'items') pending.push(node.body.content);
    else if (node.kind === 'sequence') pending.push(...node.children.toReversed());
    else if (node.kind === 'choice') pending.push(...node.branches.toReversed());
  }
}

function addSlot(
  slots: Slot[],
  memory: WordMemory,
  key: string,
  array: boolean,
  whenAbsent: number,
  element: ElementPlan | undefined,
  ordinal: number,
): Slot {
  const opening = new JsonFragment(`${key && `${JSON.stringify(key)}:`}${array ? '[' : ''}`);
  const slot = new GenericSlot({
    index: slots.length,
    key,
    array,
    whenAbsent,
    opening,
    element,
    ordinal,
    memory,
  });
  slots.push(slot);
  return slot;
}

/** CM-11 and TR-3. Members inside a choice or an optional group may be absent without a warning (CM-15). */
function absence(member: ElementMember): number {
  if (member.conditional) return ABSENT_NOTHING;
  const missing = member.min > 0 ? ABSENT_MISSING : ABSENT_NOTHING;
  return member.array ? missing | ABSENT_EMPTY_ARRAY : missing;
}

/** SG-1: members of a substitution group take the head's place, unless they are declared in the scope (SG-4). */
function addSubstitutes(members: readonly ElementMember[], targets: Target[], plans: PlanSource): void {
  const heads = members.filter(({ substitution }) => substitution !== undefined);
  if (heads.length === 0) return;
  const declared = new Set(targets.map((target) => target.name));
  const places = new Map<string, Target>();
  for (const target of targets) {
    if (target.element !== undefined && !places.has(target.name)) places.set(target.name, target);
  }
  for (const head of heads) {
    const place = places.get(clarkName(head.name));
    if (head.substitution === undefined || place === undefined) continue;
    for (const member of head.substitution.members) {
      const name = clarkName(member.name);
      if (declared.has(name)) continue;
      const plain = plans.element({ ...member, key: head.key });
      const isObject = member.shape.kind === 'object' || member.shape.kind === 'polymorphic';
      const element: ElementPlan = {
        ...plain,
        substitute: member.key,
        bare: isObject ? undefined : plain,
      };
      targets.push({ slot: place.slot, name, element, group: undefined, most: place.most });
    }
  }
}

function indexByName(targets: readonly Target[]): ReadonlyMap<string, readonly Target[]> {
  const index = new Map<string, Target[]>();
  for (const target of targets) {
    const same = index.get(target.name);
    if (same === undefined) index.set(target.name, [target]);
    else same.push(target);
  }
  return index;
}

function nextNotable(slots: readonly Slot[]): readonly number[] {
  const next: number[] = new Array(slots.length + 1).fill(slots.length);
  for (let i = slots.length - 1; i >= 0; i--) {
    next[i] = slots[i]!.whenAbsent === ABSENT_NOTHING ? next[i + 1]! : i;
  }
  return next;
}
