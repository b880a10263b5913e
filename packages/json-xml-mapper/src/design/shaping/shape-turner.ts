import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  LiftedShape,
  ObjectShape,
  PolymorphicShape,
  Scope,
  SequenceNode,
  Shape,
  SoapArrayShape,
  Substitution,
} from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { onlyMember } from './lift-member.js';
import { memberLike } from './member-like.js';
import type { ValuesLine } from './shaping-line.js';
import type { ShapingBranch } from './shaping-tree.js';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The lines of a design about the members of objects. */
export interface ShapingRules {
  /** Whether something holds for the members of every object. */
  readonly concernsAll: boolean;
  /** The key that clients see. */
  nameOf(key: string, branch: ShapingBranch | undefined): string;
  /** Whether the value of its only member takes the place of a member, which is as the schema has it. */
  lifts(
    member: ElementMember,
    branch: ShapingBranch | undefined,
    of: Pick<ObjectShape, 'name' | 'path'>,
  ): boolean;
  /** A member whose values have the names that the design gives them. */
  withValues<M extends ElementMember | AttributeMember>(member: M, branch: ShapingBranch | undefined): M;
  /** The same for the text of an element that has attributes. */
  valueShape(shape: SimpleShape, line: ValuesLine): SimpleShape;
  /** Reports the keys of an object that have become the same one. */
  check(names: readonly KeyNames[], of: Pick<ObjectShape, 'name' | 'path'>): void;
}

/** The key of a member without the design, and with it. */
export interface KeyNames {
  readonly key: string;
  readonly name: string;
  readonly branch: ShapingBranch | undefined;
}

/**
 * Turns Shapes into those that clients see (DF-4). Each Shape is turned once, so operations still share their types; a Shape that lines of
 * one operation concern is turned for it alone. Iterative, because types may recur: a shell is registered before it is filled.
 */
export class ShapeTurner {
  readonly #rules: ShapingRules;
  readonly #turned = new WeakMap<Shape, Shape>();
  readonly #lifted = new WeakMap<ObjectShape, LiftedShape>();
  readonly #substitutions = new WeakMap<Substitution, Substitution>();
  readonly #pending: (() => void)[] = [];

  constructor(rules: ShapingRules) {
    this.#rules = rules;
  }

  /** Turns a Shape. It is complete when this returns. */
  turn<S extends Shape>(shape: S, branch?: ShapingBranch): S {
    const turned = this.#shape(shape, branch);
    for (let task = this.#pending.pop(); task !== undefined; task = this.#pending.pop()) task();
    return turned as S;
  }

  #shape(shape: Shape, branch?: ShapingBranch): Shape {
    if (branch === undefined && !this.#rules.concernsAll) return shape;
    if (shape.kind !== 'object' && shape.kind !== 'polymorphic' && shape.kind !== 'soapArray') return shape;
    const known = branch === undefined ? this.#turned.get(shape) : undefined;
    if (known !== undefined) return known;
    const shell: Mutable<ObjectShape | PolymorphicShape | SoapArrayShape> = { ...shape };
    if (branch === undefined) this.#turned.set(shape, shell);
    this.#pending.push(() => {
      if (shell.kind === 'object') this.#fillObject(shell, branch);
      else if (shell.kind === 'soapArray') shell.item = this.#shape(shell.item, branch);
      else {
        shell.declared = this.#shape(shell.declared, branch) as ObjectShape;
        shell.variants = shell.variants.map((variant) => ({
          ...variant,
          shape: this.#shape(variant.shape, branch) as ObjectShape,
        }));
      }
    });
    return shell;
  }

  /** The Shape of an object in whose place clients see the value of its only member. */
  #liftedShape(shape: ObjectShape, branch: ShapingBranch | undefined): LiftedShape {
    const known = branch === undefined ? this.#lifted.get(shape) : undefined;
    if (known !== undefined) return known;
    const object: Mutable<ObjectShape> = { ...shape };
    const inner = onlyMember(shape) as ElementMember;
    const lifted: Mutable<LiftedShape> = { kind: 'lifted', object, member: inner };
    if (branch === undefined) this.#lifted.set(shape, lifted);
    this.#pending.push(() => {
      this.#fillObject(object, branch);
      lifted.member = memberLike(inner, object);
    });
    return lifted;
  }

  /** `shell` still has the parts of the Shape that it becomes another form of. */
  #fillObject(shell: Mutable<ObjectShape>, branch: ShapingBranch | undefined): void {
    const names: KeyNames[] = [];
    shell.attributes = shell.attributes.map((attribute): AttributeMember => {
      if (attribute.fill?.kind === 'omitted') return attribute;
      const child = branch?.children.get(attribute.key);
      const name = this.#rules.nameOf(attribute.key, child);
      names.push({ key: attribute.key, name, branch: child });
      const named = name === attribute.key ? attribute : { ...attribute, key: name };
      return named.fill === undefined ? this.#rules.withValues(named, child) : named;
    });
    const ofText = branch?.children.get('$value')?.values;
    if (shell.value !== undefined && shell.valueFill === undefined && ofText !== undefined)
      shell.value = this.#rules.valueShape(shell.value, ofText);
    if (shell.form !== 'plain') this.#rules.check(names.splice(0), shell);
    Object.assign(shell, this.#scope(shell, branch, names, shell));
  }

  /** @param names those of the same object so far */
  #scope(
    scope: Scope,
    branch: ShapingBranch | undefined,
    names: KeyNames[],
    of: ObjectShape,
  ): Pick<Scope, 'members' | 'content'> {
    const members = new Map<ElementMember, ElementMember>();
    for (const member of scope.members) {
      if (member.fill?.kind === 'omitted') continue;
      const child = branch?.children.get(member.key);
      const name = this.#rules.nameOf(member.key, child);
      names.push({ key: member.key, name, branch: child });
      const isLifted = this.#rules.lifts(member, child, of);
      members.set(member, this.#member({ ...member, key: name }, child, isLifted));
    }
    this.#rules.check(names, of);
    const turned = scope.members.map((member) => members.get(member) ?? member);
    return { members: turned, content: this.#content(scope, members, branch, of) };
  }

  #member(member: ElementMember, branch: ShapingBranch | undefined, isLifted: boolean): ElementMember {
    const { substitution } = member;
    const below = branch === undefined || branch.children.size === 0 ? undefined : branch;
    const shape = isLifted
      ? this.#liftedShape(member.shape as ObjectShape, below)
      : this.#shape(member.shape, below);
    const turned: ElementMember = {
      ...member,
      shape,
      ...(substitution !== undefined && { substitution: this.#substitution(substitution) }),
    };
    if (branch === undefined || isFilled(member)) return turned;
    return this.#rules.withValues(turned, branch);
  }

  /** `$element` keeps its values: they are names of elements, not keys. */
  #substitution(substitution: Substitution): Substitution {
    if (!this.#rules.concernsAll) return substitution;
    let turned = this.#substitutions.get(substitution);
    if (turned === undefined) {
      const members = substitution.members.map((each) => ({ ...each, shape: this.#shape(each.shape) }));
      turned = { ...substitution, members };
      this.#substitutions.set(substitution, turned);
    }
    return turned;
  }

  #content(
    { content: root, form }: Scope,
    members: ReadonlyMap<ElementMember, ElementMember>,
    branch: ShapingBranch | undefined,
    of: ObjectShape,
  ): SequenceNode {
    const pending: (() => void)[] = [];
    const turned = (node: ContentNode): ContentNode => {
      switch (node.kind) {
        case 'any':
          return node;
        case 'element':
          return { ...node, member: members.get(node.member) ?? node.member };
        case 'items': {
          const child = branch?.children.get(node.key);
          const body: Mutable<Scope> = { ...node.body };
          if (form !== 'plain') {
            // The elements of `$content` are those of the object, wherever their places are.
            body.members = body.members.map((member) => members.get(member) ?? member);
            pending.push(() => {
              body.content = turned(node.body.content) as SequenceNode;
            });
            return { ...node, body };
          }
          this.#pending.push(() => Object.assign(body, this.#scope(node.body, child, [], of)));
          return { ...node, body };
        }
        case 'sequence': {
          const children: ContentNode[] = [];
          pending.push(() => children.push(...node.children.map(turned)));
          return { ...node, children };
        }
        case 'choice': {
          const branches: ContentNode[] = [];
          pending.push(() => branches.push(...node.branches.map(turned)));
          return { ...node, branches };
        }
      }
    };
    const content = turned(root) as SequenceNode;
    for (let task = pending.pop(); task !== undefined; task = pending.pop()) task();
    return content;
  }
}

/** Whether no client sees the value of an element. */
function isFilled({ fill }: ElementMember): boolean {
  return fill !== undefined && fill.kind !== 'implied' && fill.kind !== 'whole';
}
