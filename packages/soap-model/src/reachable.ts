import type {
  BoundMessage,
  Diagnostic,
  ExpandedName,
  Operation,
  Part,
  Particle,
  SchemaSet,
  SchemaType,
  SourceLocation,
  TypeReference,
} from './index.js';
import { clarkName } from './index.js';

/** A type by its index, or a global element by its Clark name. */
type Node = number | string;

/** Finds the components of a schema set that an operation uses. */
export interface Reachability {
  /** The components of an operation's messages, named as in diagnostics: `complexType {urn:x}Order`. */
  componentsOf(operation: Operation): ReadonlySet<string>;
  /**
   * Returns a function that says whether an operation uses one of some components, in work that does not grow with operations times types.
   *
   * @param components named as in diagnostics
   */
  usersOf(components: ReadonlySet<string>): (operation: Operation) => boolean;
  /** The findings that make a part untyped, because its element or type is not declared. */
  untypedParts(operation: Operation): readonly Diagnostic[];
}

/**
 * Indexes a schema set. Types and elements that can replace another (derivation, substitution) count as used too.
 *
 * @example
 * ```ts
 * const used = createReachability(model.schema, diagnostics).componentsOf(operation);
 * ```
 */
export function createReachability(schema: SchemaSet, findings: readonly Diagnostic[]): Reachability {
  // The parser declares an undeclared element at its reference, and reports that place.
  const madeUp = new Map(
    findings
      .filter(({ code }) => code === 'UNRESOLVED_ELEMENT')
      .map((finding) => [placeOf(finding), finding]),
  );
  const byComponent = new Map(findings.map((finding) => [finding.component ?? '', finding]));
  const elements = new Map(schema.elements.map((element) => [clarkName(element.name), element]));
  const substitutes = new Map<string, string[]>();
  for (const { name, substitutionGroup } of schema.elements) {
    if (substitutionGroup !== undefined) push(substitutes, clarkName(substitutionGroup), clarkName(name));
  }
  const derived = new Map<number, number[]>();
  for (const [index, type] of schema.types.entries()) {
    if (typeof type.base === 'number') push(derived, type.base, index);
  }

  /** Visits the references of a node, and the components that the node stands for. */
  const visit = (node: Node, refer: (next: Node) => void, name: (component: string) => void): void => {
    const visitType = (type: TypeReference): void => {
      if (typeof type === 'number') refer(type);
    };
    const visitElement = (element: ExpandedName): void => refer(clarkName(element));
    if (typeof node === 'string') {
      name(`element ${node}`);
      const element = elements.get(node);
      if (element !== undefined) visitType(element.type);
      for (const substitute of substitutes.get(node) ?? []) if (elements.has(substitute)) refer(substitute);
      return;
    }
    const type = schema.types[node];
    if (type === undefined) return;
    name(componentOf(type));
    for (const each of derived.get(node) ?? []) refer(each);
    if (type.base !== undefined) visitType(type.base);
    visitContent(type, visitType, visitElement, name);
  };
  /** The nodes that refer to each node, and the nodes of each component. */
  const reverse = () => {
    const users = new Map<Node, Node[]>();
    const named = new Map<string, Node[]>();
    const nodes = new Set<Node>([...schema.types.keys(), ...elements.keys()]);
    for (const node of nodes) {
      visit(
        node,
        (next) => {
          nodes.add(next);
          push(users, next, node);
        },
        (name) => push(named, name, node),
      );
    }
    return { users, named };
  };
  let reversed: ReturnType<typeof reverse> | undefined;

  return {
    untypedParts(operation) {
      const found: Diagnostic[] = [];
      const keep = (finding: Diagnostic | undefined): void => {
        if (finding !== undefined) found.push(finding);
      };
      for (const part of partsOf(operation)) {
        if (part.kind === 'type') {
          if (part.type === 'anyType') keep(byComponent.get(`part ${part.name}`));
          continue;
        }
        const { type, location } = elements.get(clarkName(part.element)) ?? {};
        if (type === 'anyType' && location !== undefined) keep(madeUp.get(placeOf(location)));
      }
      return found;
    },
    componentsOf(operation) {
      const found = new Set<string>();
      const seen = new Set<Node>(rootsOf(operation));
      // The set grows while the loop reads it.
      for (const node of seen)
        visit(
          node,
          (next) => void seen.add(next),
          (name) => void found.add(name),
        );
      return found;
    },
    usersOf(components) {
      reversed ??= reverse();
      const { users, named } = reversed;
      const affected = new Set<Node>([...components].flatMap((name) => named.get(name) ?? []));
      for (const node of affected) for (const user of users.get(node) ?? []) affected.add(user);
      return (operation) => rootsOf(operation).some((root) => affected.has(root));
    },
  };
}

/** The elements and types of the parts of an operation. */
function rootsOf(operation: Operation): Node[] {
  return [...partsOf(operation)].flatMap((part): Node[] => {
    if (part.kind === 'element') return [clarkName(part.element)];
    return typeof part.type === 'number' ? [part.type] : [];
  });
}

function* partsOf(operation: Operation): Generator<Part> {
  const messages: (BoundMessage | undefined)[] = [operation.input, operation.output];
  for (const message of messages) {
    if (message === undefined) continue;
    yield* message.parts;
    for (const header of message.headers) {
      yield header.part;
      yield* header.faults;
    }
  }
  for (const fault of operation.faults) yield fault.part;
}

function visitContent(
  type: SchemaType,
  visitType: (type: TypeReference) => void,
  visitElement: (name: ExpandedName) => void,
  name: (component: string) => void,
): void {
  if (type.kind === 'simple') {
    if (type.variety.kind === 'list') visitType(type.variety.itemType);
    if (type.variety.kind === 'union') type.variety.memberTypes.forEach(visitType);
    return;
  }
  for (const attribute of type.attributes) {
    name(`attribute ${clarkName(attribute.name)}`);
    visitType(attribute.type);
  }
  if (type.soapArray !== undefined) visitType(type.soapArray.itemType);
  if (type.content.kind === 'simple') visitType(type.content.type);
  if (type.content.kind !== 'element-only' && type.content.kind !== 'mixed') return;
  const pending: Particle[] = type.content.particle === undefined ? [] : [type.content.particle];
  for (let particle = pending.pop(); particle !== undefined; particle = pending.pop()) {
    if (particle.kind === 'element') {
      if (particle.global) visitElement(particle.name);
      visitType(particle.type);
    } else if (particle.kind !== 'any') {
      pending.push(...particle.particles);
    }
  }
}

/**
 * The name of a type in the parser's diagnostics.
 *
 * @example
 * ```ts
 * componentOf(type); // 'complexType {urn:x}Order'
 * ```
 */
export function componentOf(type: SchemaType): string {
  const kind = type.kind === 'complex' ? 'complexType' : 'simpleType';
  if (type.name !== undefined) return `${kind} ${clarkName(type.name)}`;
  return type.owner === undefined ? `anonymous ${kind}` : `anonymous ${kind} of ${clarkName(type.owner)}`;
}

function placeOf({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
