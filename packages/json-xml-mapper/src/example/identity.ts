import type { ExpandedName, IdentityConstraint, IdentityNameTest, IdentityPath } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { JsonObject } from '../api/values.js';
import { compileSimple, SCHEMA_NAMES, type SimpleLimits } from '../scalar/simple-codec.js';
import type { MessageShape, OperationShape } from '../shape/operation-shape.js';
import { acceptedText } from './accepted.js';
import { type Distinct, distinctValues, lexicalOf } from './distinct-values.js';
import { isObject } from './element-text.js';
import { type Declared, type Instance, instanceTree, type Text } from './instance-tree.js';

/** The maximum number of values tried for one example, which then keeps the values that it has. */
const MAX_TRIES = 20_000;

/** Fixing one constraint may break another, so all are checked again. */
const MAX_ROUNDS = 3;

/** The root of a message has a name only if it is the child of the Body. */
const NO_NAME: ExpandedName = { namespace: '', localName: '' };

/**
 * Gives an example the values that the `xs:key`, `xs:unique` and `xs:keyref` of its elements require, in
 * place.
 *
 * @param json the example, as `exampleOf` returns it
 */
export function keepMessageIdentities(
  message: MessageShape,
  operation: OperationShape,
  limits: SimpleLimits,
  json: JsonObject,
): void {
  const use = message.encoded ? 'encoded' : 'literal';
  const { name = NO_NAME, constraints = [], record, headers } = message;
  const tree = (root: Declared, value: JsonObject): Instance => instanceTree(root, operation, use, value);
  let body = tree(record ?? { name, constraints, shape: message.root }, json);
  if (record !== undefined) body = { name, constraints, children: [body], attributes: [], text: undefined };
  keepIdentities(body, limits);
  const blocks = json['$headers'];
  if (headers !== undefined && blocks !== undefined && isObject(blocks))
    keepIdentities(tree({ name: NO_NAME, shape: headers }, blocks), limits);
}

function keepIdentities(root: Instance, limits: SimpleLimits): void {
  const constrained = [...withDescendants(root)].filter(({ constraints }) => constraints.length > 0);
  if (constrained.length === 0) return;
  const making = new Making(limits);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let isChanged = false;
    for (const instance of constrained) {
      for (const constraint of instance.constraints) {
        if (constraint.kind !== 'keyref') isChanged = making.separate(instance, constraint) || isChanged;
      }
    }
    for (const instance of constrained) {
      for (const constraint of instance.constraints) {
        if (constraint.kind === 'keyref') isChanged = making.refer(instance, constraint) || isChanged;
      }
    }
    if (!isChanged) return;
  }
}

class Making {
  readonly #limits: SimpleLimits;
  #tries = MAX_TRIES;

  constructor(limits: SimpleLimits) {
    this.#limits = limits;
  }

  /** Gives every selected element a unique key. @returns whether a value changed */
  separate(instance: Instance, constraint: IdentityConstraint): boolean {
    const keys = keysOf(instance, constraint);
    const taken = new Set<string>();
    const series = new Map<number, Iterator<Distinct>>();
    let isChanged = false;
    for (const key of keys) {
      if (taken.has(this.#identityOf(key))) isChanged = this.#change(key, taken, series) || isChanged;
      taken.add(this.#identityOf(key));
    }
    return isChanged;
  }

  /** Gives every selected element a key that exists. @returns whether a value changed */
  refer(instance: Instance, constraint: IdentityConstraint): boolean {
    const targets = [...withDescendants(instance)].flatMap((each) =>
      each.constraints
        .filter(({ kind, name }) => kind !== 'keyref' && isSameName(name, constraint.refer))
        .flatMap((referred) => keysOf(each, referred)),
    );
    const known = new Set(targets.map((key) => this.#identityOf(key)));
    let isChanged = false;
    for (const [index, key] of keysOf(instance, constraint).entries()) {
      if (targets.length === 0 || known.has(this.#identityOf(key))) continue;
      const target = targets[index % targets.length]!;
      for (const [at, field] of key.entries()) {
        const from = target[at];
        if (from !== undefined) isChanged = this.#copy(from, field) || isChanged;
      }
    }
    return isChanged;
  }

  /** Changes one field of a key, the first that has another value. @returns whether there was one */
  #change(
    key: readonly Text[],
    taken: ReadonlySet<string>,
    series: Map<number, Iterator<Distinct>>,
  ): boolean {
    for (const [at, field] of key.entries()) {
      if (field.isFixed) continue;
      const before = field.get();
      let values = series.get(at);
      if (values === undefined) {
        values = distinctValues(field.shape, before, this.#limits);
        series.set(at, values);
      }
      while (this.#tries-- > 0) {
        const next = values.next();
        if (next.done === true) break;
        field.set(next.value.value);
        if (!taken.has(this.#identityOf(key))) return true;
      }
      field.set(before);
    }
    return false;
  }

  #copy(from: Text, to: Text): boolean {
    const codec = compileSimple(to.shape, this.#limits);
    const value = codec.parse(lexicalOf(from.shape, from.get(), this.#limits), SCHEMA_NAMES);
    if (to.isFixed || value === undefined || acceptedText(codec, value) === undefined) return false;
    to.set(value);
    return true;
  }

  #identityOf(key: readonly Text[]): string {
    return JSON.stringify(key.map((field) => lexicalOf(field.shape, field.get(), this.#limits)));
  }
}

/** The keys of the selected elements that have all fields. */
function keysOf(instance: Instance, { selector, fields }: IdentityConstraint): readonly (readonly Text[])[] {
  const selected = new Set(selector.flatMap((path) => follow(instance, path)));
  return [...selected].flatMap((each) => {
    const key = fields.map((field) => fieldOf(each, field)).filter((text) => text !== undefined);
    return key.length === fields.length ? [key] : [];
  });
}

function fieldOf(instance: Instance, paths: readonly IdentityPath[]): Text | undefined {
  for (const path of paths) {
    for (const { attributes, text } of follow(instance, path)) {
      const { attribute } = path;
      const found = attribute === undefined ? text : attributes.find(({ name }) => fits(name, attribute));
      if (found !== undefined && found.get() !== null) return found;
    }
  }
  return undefined;
}

/** The elements that the child steps of a path lead to. */
function follow(from: Instance, { descendant, steps }: IdentityPath): readonly Instance[] {
  let found: readonly Instance[] = descendant ? [...withDescendants(from)] : [from];
  for (const step of steps) {
    found = found.flatMap(({ children }) => children.filter(({ name }) => fits(name, step)));
  }
  return found;
}

function fits(name: ExpandedName, { namespace, localName }: IdentityNameTest): boolean {
  if (namespace !== undefined && namespace !== name.namespace) return false;
  return localName === undefined || localName === name.localName;
}

function isSameName(name: ExpandedName, other: ExpandedName | undefined): boolean {
  return other !== undefined && clarkName(name) === clarkName(other);
}

function* withDescendants(instance: Instance): Generator<Instance> {
  const pending = [instance];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    pending.push(...next.children.toReversed());
  }
}
