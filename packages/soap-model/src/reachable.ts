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

/** Finds the components of a schema set that an operation uses. */
export interface Reachability {
  /** The components of an operation's messages, named as in diagnostics: `complexType {urn:x}Order`. */
  componentsOf(operation: Operation): ReadonlySet<string>;
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
      const types = new Set<number>();
      const pending: (number | string)[] = [];
      const visitType = (type: TypeReference): void => {
        if (typeof type !== 'number' || types.has(type)) return;
        types.add(type);
        pending.push(type);
      };
      const visitElement = (name: ExpandedName): void => {
        const clark = clarkName(name);
        if (found.has(`element ${clark}`)) return;
        found.add(`element ${clark}`);
        pending.push(clark);
      };
      for (const part of partsOf(operation)) {
        if (part.kind === 'element') visitElement(part.element);
        else visitType(part.type);
      }
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        if (typeof next === 'string') {
          const element = elements.get(next);
          if (element !== undefined) visitType(element.type);
          for (const substitute of substitutes.get(next) ?? []) {
            const declaration = elements.get(substitute);
            if (declaration !== undefined) visitElement(declaration.name);
          }
          continue;
        }
        const type = schema.types[next];
        if (type === undefined) continue;
        found.add(componentOf(type));
        for (const each of derived.get(next) ?? []) visitType(each);
        if (type.base !== undefined) visitType(type.base);
        visitContent(type, visitType, visitElement, found);
      }
      return found;
    },
  };
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
  found: Set<string>,
): void {
  if (type.kind === 'simple') {
    if (type.variety.kind === 'list') visitType(type.variety.itemType);
    if (type.variety.kind === 'union') type.variety.memberTypes.forEach(visitType);
    return;
  }
  for (const attribute of type.attributes) {
    found.add(`attribute ${clarkName(attribute.name)}`);
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
