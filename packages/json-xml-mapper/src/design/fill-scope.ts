import type { ExpandedName } from '@soapstone/soap-model';
import type { Fill } from '../shape/fill.js';
import type {
  ChoiceNode,
  ContentNode,
  ElementMember,
  ElementNode,
  ItemsNode,
  Scope,
  SequenceNode,
} from '../shape/shape.js';
import { isFilledIn } from '../shape/value-constraint.js';
import { acceptsEmpty, hasNoKey } from './accepts-empty.js';
import { type FillOrigin, isFillOrigin, type ParsedFill } from './design-data.js';
import type { FillBranch } from './fill-tree.js';
import { type Filled, type ShapeFiller, typeInWords } from './filled-shape.js';
import { defaultOf, OMITTED_KEY, requiredProblem } from './shaping/member-change.js';

/** The part of a Scope that a design changes. */
type Content = Pick<Scope, 'members' | 'content' | 'omitted'>;

/** The outcome for a member. */
type Plan =
  | { readonly kind: 'filled'; readonly fill: Fill; readonly shape: ElementMember['shape'] }
  | { readonly kind: 'omitted'; readonly line: ParsedFill }
  | { readonly kind: 'default'; readonly text: string }
  | { readonly kind: 'nested'; readonly filled: Filled<ElementMember['shape']> };

/** A node in both its forms. */
interface Forms {
  readonly written: ContentNode;
  /** Undefined if clients cannot set any part of it. */
  readonly shown: ContentNode | undefined;
}

/** Fills members of a scope. Undefined if it has none of them. */
export function fillScope(
  scope: Scope,
  branch: FillBranch,
  context: ShapeFiller,
): Filled<Content> | undefined {
  if (scope.form !== 'plain' || scope.openOrder === true) {
    refuseAll(scope, branch, context);
    return undefined;
  }
  const filler = new ScopeFiller(scope, branch, context);
  return filler.fill();
}

/** The members of `$content` have no keys of their own. */
function refuseAll(scope: Scope, branch: FillBranch, context: ShapeFiller): void {
  for (const { key } of scope.members) {
    const child = branch.children.get(key);
    if (child !== undefined)
      context.settle(
        child.first,
        `cannot ${verbOf(child)} ${key}: its order among the others matters, see $content`,
      );
  }
}

/** The effect of the lines of a branch, for messages. */
function verbOf({ first: { origin } }: FillBranch): string {
  if (isFillOrigin(origin)) return 'fill';
  return origin.kind === 'omit' ? 'omit' : 'give a default to';
}

class ScopeFiller {
  readonly #scope: Scope;
  readonly #context: ShapeFiller;
  readonly #branch: FillBranch;
  readonly #plans = new Map<ElementMember, Plan>();
  /** How many places a member has. */
  readonly #places = new Map<ElementMember, number>();
  readonly #forced = new Set<ContentNode>();
  readonly #items = new Map<ItemsNode, Filled<Content>>();
  /** The members that have changed. */
  readonly #written = new Map<ElementMember, ElementMember>();
  readonly #shown = new Map<ElementMember, ElementMember>();
  readonly #kept = new Set<ElementMember>();
  #isFilled = false;

  constructor(scope: Scope, branch: FillBranch, context: ShapeFiller) {
    this.#scope = scope;
    this.#branch = branch;
    this.#context = context;
  }

  fill(): Filled<Content> | undefined {
    const { members, content } = this.#scope;
    this.#visit(content);
    for (const member of members) {
      const child = this.#branch.children.get(member.key);
      const plan = child && this.#planOf(member, child);
      if (plan !== undefined) this.#plans.set(member, plan);
    }
    this.#checkOmitted(content, false);
    if (this.#plans.size === 0 && this.#items.size === 0) return undefined;
    this.#force(content, false);
    const { written, shown } = this.#build(content, false);
    const shownContent = (shown ?? { ...content, children: [] }) as SequenceNode;
    const omitted = members.filter((member) => this.#plans.get(member)?.kind === 'omitted').flatMap(namesOf);
    return {
      written: {
        members: members.map((member) => this.#written.get(member) ?? member),
        content: written as SequenceNode,
      },
      shown: {
        members: members
          .filter((member) => this.#kept.has(member))
          .map((member) => this.#shown.get(member) ?? member),
        content: shownContent,
        ...(omitted.length > 0 && { omitted }),
      },
      isFilled: this.#isFilled,
      isEmptiable: acceptsEmpty(shownContent),
      isEmpty: hasNoKey(shownContent),
    };
  }

  /** Counts places, and fills the bodies of repeating groups. */
  #visit(node: ContentNode): void {
    switch (node.kind) {
      case 'element':
        this.#places.set(node.member, (this.#places.get(node.member) ?? 0) + 1);
        return;
      case 'items': {
        const child = this.#branch.children.get(node.key);
        const body = child && this.#fillBody(node, child);
        if (body !== undefined) this.#items.set(node, body);
        this.#isFilled ||= body?.isFilled === true;
        return;
      }
      case 'sequence':
        for (const child of node.children) this.#visit(child);
        return;
      case 'choice':
        for (const each of node.branches) this.#visit(each);
        return;
      case 'any':
        return;
    }
  }

  /** The members of a group tell where a repetition begins, so none is left out or written by itself. */
  #fillBody(node: ItemsNode, child: FillBranch): Filled<Content> | undefined {
    const others = [...child.children.values()].filter(({ fill }) => fill && !isFillOrigin(fill.origin));
    for (const other of others)
      this.#context.settle(
        other.first,
        `cannot ${verbOf(other)} members of ${node.key}: they tell its repetitions apart`,
      );
    return others.length > 0 ? undefined : fillScope(node.body, child, this.#context);
  }

  #planOf(member: ElementMember, child: FillBranch): Plan | undefined {
    const plan = this.#anyPlanOf(member, child);
    if (plan?.kind === 'filled' || (plan?.kind === 'nested' && plan.filled.isFilled)) this.#isFilled = true;
    return plan;
  }

  #anyPlanOf(member: ElementMember, child: FillBranch): Plan | undefined {
    const { key } = member;
    const context = this.#context;
    const isSingle = this.#places.get(member) === 1;
    if (child.fill?.origin.kind === 'omit') return { kind: 'omitted', line: child.fill };
    if (child.fill?.origin.kind === 'default') {
      const found = isSingle
        ? defaultOf(member, child.fill.origin.value, context.check)
        : { problem: `cannot have a default: ${key} has several places in the schema` };
      const problem = 'problem' in found ? found.problem : undefined;
      context.settle(child.fill, problem, typeInWords(member.shape));
      return 'problem' in found ? undefined : { kind: 'default', text: found.text };
    }
    if (child.fill !== undefined) {
      const problem = !isSingle
        ? `cannot fill ${key}: it has several places in the schema`
        : context.check.element(member, child.fill);
      if (!context.settle(child.fill, problem, typeInWords(member.shape, member.array))) return undefined;
      return { kind: 'filled', fill: child.fill.origin as FillOrigin, shape: member.shape };
    }
    if (member.substitution !== undefined) {
      context.settle(
        child.first,
        `cannot ${verbOf(child)} members of ${key}: ${context.ofResult ? 'the service' : 'clients'} may send another element in its place`,
      );
      return undefined;
    }
    const filled = context.shape(member.shape, child);
    if (filled === undefined) return undefined;
    if (filled.isEmpty && filled.isFilled && isSingle && !member.array)
      return { kind: 'filled', fill: { kind: 'whole' }, shape: filled.written };
    return { kind: 'nested', filled };
  }

  /**
   * Settles the members that are left out: the schema must allow messages without them.
   *
   * @param droppable whether the node is a branch among others
   */
  #checkOmitted(node: ContentNode, droppable: boolean): void {
    switch (node.kind) {
      case 'element': {
        const plan = this.#plans.get(node.member);
        if (plan?.kind !== 'omitted') return;
        const { key, shape, array } = node.member;
        const isPossible = this.#context.ofResult || node.min === 0 || droppable;
        const type = typeInWords(shape, array);
        if (!this.#context.settle(plan.line, isPossible ? undefined : requiredProblem(key), type))
          this.#plans.delete(node.member);
        return;
      }
      case 'sequence': {
        const isDropped = (node.optional || droppable) && this.#isOmitted(node);
        for (const child of node.children) this.#checkOmitted(child, isDropped);
        return;
      }
      case 'choice': {
        const isDropped = !this.#isOmitted(node) || node.optional || droppable;
        for (const branch of node.branches) this.#checkOmitted(branch, isDropped);
        return;
      }
      default:
        return;
    }
  }

  /** Whether all members of a node are left out. */
  #isOmitted(node: ContentNode): boolean {
    switch (node.kind) {
      case 'element':
        return this.#plans.get(node.member)?.kind === 'omitted';
      case 'sequence':
        return node.children.length > 0 && node.children.every((child) => this.#isOmitted(child));
      case 'choice':
        return node.branches.every((branch) => this.#isOmitted(branch));
      default:
        return false;
    }
  }

  /**
   * A filled member makes the groups around it present, and chooses its branch.
   *
   * @returns whether the node has such a member
   */
  #force(node: ContentNode, conditional: boolean): boolean {
    switch (node.kind) {
      case 'element':
        return this.#plans.get(node.member)?.kind === 'filled';
      case 'sequence': {
        let isForced = false;
        for (const child of node.children) isForced = this.#force(child, conditional) || isForced;
        if (isForced) this.#forced.add(node);
        return isForced;
      }
      case 'choice': {
        const chosen = node.branches.filter((branch) => this.#force(branch, true));
        if (chosen.length === 0) return false;
        this.#forced.add(node);
        const [first, ...others] = chosen as [ContentNode, ...ContentNode[]];
        this.#forced.add(first);
        for (const other of others) {
          this.#forced.delete(other);
          this.#refuseBranch(other, keyOf(first));
        }
        return true;
      }
      default:
        return false;
    }
  }

  #refuseBranch(node: ContentNode, chosen: string): void {
    if (node.kind === 'element') {
      const child = this.#branch.children.get(node.member.key);
      if (child !== undefined)
        this.#context.settle(
          child.first,
          `cannot fill ${node.member.key} and ${chosen}: the schema wants one of them`,
        );
    } else if (node.kind === 'sequence') for (const child of node.children) this.#refuseBranch(child, chosen);
    else if (node.kind === 'choice') for (const each of node.branches) this.#refuseBranch(each, chosen);
  }

  #build(node: ContentNode, conditional: boolean): Forms {
    switch (node.kind) {
      case 'element':
        return this.#buildElement(node, conditional);
      case 'any':
        return { written: node, shown: node };
      case 'items': {
        const body = this.#items.get(node);
        if (body === undefined) return { written: node, shown: node };
        return {
          written: { ...node, body: { ...node.body, ...body.written } },
          shown: { ...node, body: { ...node.body, ...body.shown } },
        };
      }
      case 'sequence':
        return this.#buildSequence(node, conditional);
      case 'choice':
        return this.#forced.has(node) ? this.#chosen(node, conditional) : this.#buildChoice(node);
    }
  }

  #buildSequence(node: SequenceNode, conditional: boolean): Forms {
    const optional = node.optional && !this.#forced.has(node);
    const forms = node.children.map((child) => this.#build(child, conditional || optional));
    const withChildren = (children: readonly ContentNode[]): SequenceNode => ({
      ...node,
      optional,
      children: children.flatMap((child) => (isPlain(child) && !node.unordered ? child.children : [child])),
    });
    const left = forms.flatMap(({ shown }) => shown ?? []);
    return {
      written: withChildren(forms.map(({ written }) => written)),
      shown: left.length === 0 && node !== this.#scope.content ? undefined : withChildren(left),
    };
  }

  #buildChoice(node: ChoiceNode): Forms {
    const forms = node.branches.map((branch) => this.#build(branch, true));
    const left = node.branches.filter((branch) => !this.#isOmitted(branch));
    // Without a branch that could be absent, the choice itself can be; so can it if a service may send a branch that clients do not see.
    const isAbsent = (branch: ContentNode): boolean => this.#context.ofResult || acceptsEmpty(branch, true);
    const optional =
      node.optional || node.branches.some((branch) => !left.includes(branch) && isAbsent(branch));
    const branches = left.map((branch) => forms[node.branches.indexOf(branch)]?.shown ?? EMPTY);
    return {
      written: { ...node, branches: forms.map(({ written }) => written) },
      shown: left.length === 0 ? undefined : { ...node, optional, branches },
    };
  }

  /** A choice whose branch a fill has chosen. The other branches keep their places, because prefixes are numbered by them. */
  #chosen(node: ChoiceNode, conditional: boolean): Forms {
    let shown: ContentNode | undefined;
    const children = node.branches.flatMap((branch): readonly ContentNode[] => {
      if (!this.#isChosen(branch)) return this.#never(branch);
      const forms = this.#build(branch, conditional);
      shown = forms.shown;
      return [forms.written];
    });
    return { written: { kind: 'sequence', optional: false, unordered: false, children }, shown };
  }

  /** The branch of a choice that a fill has chosen is marked, an element too. */
  #isChosen(branch: ContentNode): boolean {
    return this.#forced.has(branch);
  }

  /** The elements of a branch that is never written. */
  #never(node: ContentNode): ElementNode[] {
    switch (node.kind) {
      case 'element': {
        const member: ElementMember = { ...node.member, fill: { kind: 'never' } };
        if (!this.#written.has(node.member) && this.#places.get(node.member) === 1)
          this.#written.set(node.member, member);
        return [{ ...node, member, min: 0 }];
      }
      case 'any':
        return [];
      case 'items':
        return this.#never(node.body.content);
      case 'sequence':
        return node.children.flatMap((child) => this.#never(child));
      case 'choice':
        return node.branches.flatMap((branch) => this.#never(branch));
    }
  }

  #buildElement(node: ElementNode, conditional: boolean): Forms {
    const { member } = node;
    const plan = this.#plans.get(member);
    const isSingle = this.#places.get(member) === 1;
    if (plan?.kind === 'filled') {
      const { fill, shape } = plan;
      const min = fill.kind === 'header' ? node.min : 1;
      const written: ElementMember = { ...member, shape, fill, conditional: false, min };
      this.#written.set(member, written);
      return { written: { ...node, member: written, min }, shown: undefined };
    }
    if (plan?.kind === 'omitted') {
      const min = this.#context.ofResult ? 0 : node.min;
      const written: ElementMember = this.#written.get(member) ?? {
        ...member,
        key: OMITTED_KEY,
        fill: { kind: 'omitted' },
        min,
      };
      this.#written.set(member, written);
      return { written: { ...node, member: written, min }, shown: undefined };
    }
    this.#kept.add(member);
    const base: ElementMember =
      isSingle && member.conditional && !conditional
        ? // Null still means absent (NL-2) if the schema has a value for the member (NL-3).
          { ...member, conditional: isFilledIn(member), min: node.min }
        : member;
    if (plan === undefined) return this.#place(node, base, base);
    if (plan.kind === 'default') {
      const changed = { ...base, whenLeftOut: plan.text };
      return this.#place(node, changed, changed);
    }
    const { filled } = plan;
    const withShape = {
      written: { ...base, shape: filled.written },
      shown: { ...base, shape: filled.shown },
    };
    if (!isSingle || conditional || member.array || !filled.isEmptiable || !filled.isFilled)
      return this.#place(node, withShape.written, withShape.shown);
    const { written, shown } = this.#place(
      node,
      { ...withShape.written, fill: { kind: 'implied' }, min: 1 },
      { ...withShape.shown, min: 0 },
    );
    return { written: { ...written, min: 1 }, shown: { ...shown, min: 0 } };
  }

  /** A place of an element in both its forms. All places of one member share its forms. */
  #place(
    node: ElementNode,
    written: ElementMember,
    shown: ElementMember,
  ): { readonly written: ElementNode; readonly shown: ElementNode } {
    const { member } = node;
    const forms = { written: this.#written.get(member) ?? written, shown: this.#shown.get(member) ?? shown };
    this.#written.set(member, forms.written);
    this.#shown.set(member, forms.shown);
    return { written: { ...node, member: forms.written }, shown: { ...node, member: forms.shown } };
  }
}

const EMPTY: SequenceNode = { kind: 'sequence', optional: false, unordered: false, children: [] };

/** The names of an element and of those that can take its place. */
function namesOf(member: ElementMember): readonly ExpandedName[] {
  return [member.name, ...(member.substitution?.members ?? []).map(({ name }) => name)];
}

/** Whether a node is nothing but its children in order. */
function isPlain(node: ContentNode): node is SequenceNode {
  return node.kind === 'sequence' && !node.optional && !node.unordered;
}

/** The first key of a node, for messages. */
function keyOf(node: ContentNode): string {
  switch (node.kind) {
    case 'element':
      return node.member.key;
    case 'any':
    case 'items':
      return node.key;
    case 'sequence':
      return node.children.map(keyOf).find((key) => key !== '') ?? '';
    case 'choice':
      return node.branches.map(keyOf).find((key) => key !== '') ?? '';
  }
}
