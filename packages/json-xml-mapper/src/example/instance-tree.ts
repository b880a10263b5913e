import { defined } from '@soapstone/options/defined';
import type { ExpandedName, IdentityConstraint } from '@soapstone/soap-model';
import { parseClarkName } from '@soapstone/soap-model';
import type { JsonObject, JsonValue } from '../api/values.js';
import { foldPlan } from '../shape/fold-plan.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type {
  DeclaredElement,
  ElementMember,
  ItemsNode,
  ObjectShape,
  Scope,
  Shape,
  Use,
} from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { isObject } from './element-text.js';
import { isSimple } from './scalar-example.js';

/** An element of an example, as it will appear in the XML. */
export interface Instance {
  readonly name: ExpandedName;
  readonly constraints: readonly IdentityConstraint[];
  readonly children: readonly Instance[];
  readonly attributes: readonly Text[];
  /** Its value, if it is a simple one. */
  readonly text: Text | undefined;
}

/** A simple value of an example and the place that holds it. */
export interface Text {
  readonly name: ExpandedName;
  readonly shape: SimpleShape;
  /** Whether the schema fixes the value. */
  readonly isFixed: boolean;
  get(): JsonValue;
  set(value: JsonValue): void;
}

type Mutable = { -readonly [K in keyof Instance]: Instance[K] } & {
  children: Instance[];
  attributes: Text[];
};

/** Something that is declared: an element, or the virtual root of a message. */
export type Declared = Pick<DeclaredElement, 'name' | 'shape' | 'fixed' | 'constraints'> &
  Pick<Partial<ElementMember>, 'substitution'>;

/**
 * The elements of an example. Recursive: an example nests no deeper than `MAX_DEPTH`.
 *
 * @param root the element or virtual record that the example is the value of
 * @param json the example, as `exampleOf` returns it; the places of the tree point into it
 */
export function instanceTree(
  root: Declared,
  operation: OperationShape,
  use: Use,
  json: JsonObject,
): Instance {
  return elementOf(root, { json }, 'json');

  /** The element whose value appears in `parent[key]`. */
  function elementOf(
    declaration: Declared,
    parent: Record<string, unknown> | unknown[],
    key: string,
  ): Instance {
    const places = parent as Record<string, JsonValue>;
    const value = places[key] as JsonValue;
    const chosen = isObject(value) ? value['$element'] : undefined;
    const member = declaration.substitution?.members.find((each) => each.key === chosen) ?? declaration;
    const instance = newInstance(member);
    if (isSimple(member.shape)) {
      const inside = isObject(value) && '$value' in value ? value : undefined;
      instance.text =
        inside === undefined
          ? textAt(member, member.shape, places, key)
          : textAt(member, member.shape, inside, '$value');
    } else if (member.shape.kind === 'lifted') {
      fillLifted(instance, member.shape.member, parent, key);
    } else if (isObject(value)) fillObject(instance, member, value);
    return instance;
  }

  /** The values of the only member of an element, which are in the place of it. */
  function fillLifted(
    instance: Mutable,
    member: ElementMember,
    parent: Record<string, unknown> | unknown[],
    key: string,
  ): void {
    const value = (parent as Record<string, unknown>)[key];
    if (!member.array) instance.children.push(elementOf(member, parent, key));
    else if (Array.isArray(value))
      for (const index of value.keys()) instance.children.push(elementOf(member, value, String(index)));
  }

  function fillObject(instance: Mutable, { shape, fixed, name: own }: Declared, value: JsonObject): void {
    const object = objectShapeOf(shape, value);
    if (object === undefined) return;
    for (const attribute of object.attributes) {
      if (attribute.key in value) {
        instance.attributes.push(textAt(attribute, attribute.shape, value, attribute.key));
      }
    }
    if (object.value !== undefined && '$value' in value) {
      instance.text = textAt({ name: own, ...defined({ fixed }) }, object.value, value, '$value');
    }
    fillScope(instance, object, value);
  }

  function fillScope(instance: Mutable, scope: Scope, value: JsonObject): void {
    const members = new Map(scope.members.map((member) => [member.key, member]));
    for (const entry of objectsIn(value['$content'])) fillEntry(instance, entry, members);
    for (const member of scope.members) fillMember(instance, member, value);
    const groups = bodiesOf(scope);
    for (const [key, entries] of Object.entries(value)) {
      if (!key.startsWith('$') || key === '$content') continue;
      const body = groups.get(key);
      for (const entry of objectsIn(entries)) {
        if (body === undefined) fillEntry(instance, entry, NO_MEMBERS);
        else fillScope(instance, body, entry);
      }
    }
  }

  function fillMember(instance: Mutable, member: ElementMember, value: JsonObject): void {
    const given = value[member.key];
    if (given === undefined) return;
    if (!member.array) instance.children.push(elementOf(member, value, member.key));
    else if (Array.isArray(given)) {
      for (const index of given.keys()) instance.children.push(elementOf(member, given, String(index)));
    }
  }

  /** One entry of `$content` or `$any`: by its key in the scope, or by its global declaration. */
  function fillEntry(
    instance: Mutable,
    entry: JsonObject,
    members: ReadonlyMap<string, ElementMember>,
  ): void {
    for (const key of Object.keys(entry)) {
      const known = parseClarkName(key);
      const member = members.get(key) ?? (known && operation.globalElement(known, use));
      if (member !== undefined) instance.children.push(elementOf(member, entry, key));
    }
  }
}

/** The objects of an array; none if the value is not one. */
function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const NO_MEMBERS: ReadonlyMap<string, ElementMember> = new Map();

function newInstance({ name, constraints = [] }: Declared): Mutable {
  return { name, constraints, children: [], attributes: [], text: undefined };
}

function textAt(
  { name, fixed }: Pick<Declared, 'name' | 'fixed'>,
  shape: SimpleShape,
  parent: Record<string, JsonValue>,
  key: string,
): Text {
  return {
    name,
    shape,
    isFixed: fixed !== undefined,
    get: () => parent[key] as JsonValue,
    set(value) {
      parent[key] = value;
    },
  };
}

/** The shape of an object, whose value names its type if it has several. */
function objectShapeOf(shape: Shape, value: JsonObject): ObjectShape | undefined {
  if (shape.kind === 'object') return shape;
  if (shape.kind !== 'polymorphic') return undefined;
  return shape.variants.find(({ key }) => key === value['$type'])?.shape ?? shape.declared;
}

/** The repeating groups of a scope by key (CM-17). */
function bodiesOf(scope: Scope): ReadonlyMap<string, Scope> {
  const found = new Map<string, ItemsNode['body']>();
  foldPlan(
    scope.content,
    (leaf) => {
      if (leaf.kind === 'items') found.set(leaf.key, leaf.body);
    },
    () => undefined,
  );
  return found;
}
