import { clarkName, type Diagnostic } from '@soapstone/soap-model';
import { WSDL11 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import { attribute, type XmlAttribute, type XmlElement } from '../../xml/element.js';
import type { ElementPlaces } from './element-places.js';

/** An element of the document that has a place. */
interface Entry {
  readonly element: XmlElement;
  readonly isSoap: boolean;
  /** The local name of the element, and those of its possible parents. */
  readonly kind: string;
  readonly parents: readonly string[];
  /** Its parent, and its predecessor there; absent for the root, and for the first in its parent. */
  readonly parent?: Entry;
  readonly before?: Entry;
  /** The children that have a place, in document order. */
  readonly children: Entry[];
  /** Where it is read, once that is known: its parent, or what it is moved to. */
  home?: Entry;
}

/**
 * Moves the elements of a wsdl:definitions or wsdl:description that are in the wrong place to the only place where they can be.
 *
 * - A message, portType, interface, binding or service below another component is a child of the root.
 * - Every other element belongs to the nearest element around it that may contain it; to the one before it, if that has ended without
 *   any (`<message name="In"/><part …/>`); or to the only one of the document. An operation, input, output or fault says by its
 *   `message`, or by its elements of a binding, whether it is one of a portType; in WSDL 2.0 by its `ref` or `element`.
 * - Parts inside an input, output or fault are those of the message that it names, or are a message of their own.
 * - Ports without a service are those of a service of their own.
 * - Elements of SOAP in the operation of a portType are those of the operation of this name in its bindings.
 *
 * Everything that is moved, or could be meant in several ways and is not read, is reported. Linear in the elements of WSDL.
 *
 * @returns the root itself if nothing is in the wrong place
 *
 * @example
 * ```ts
 * // <portType name="P"><message name="In"/>…</portType>: the message is a child of the root afterwards
 * const moved = moveMisplaced(root, PLACES_11, report);
 * ```
 */
export function moveMisplaced(
  root: XmlElement,
  places: ElementPlaces,
  report: (diagnostic: Diagnostic) => void,
): XmlElement {
  const { top, entries } = listElements(root, places);
  if (entries.every(isInPlace)) return root;
  return new Mover(top, entries, places, report).move();
}

function isInPlace({ parent, parents, isSoap }: Entry): boolean {
  if (parent === undefined || parent.isSoap || !parents.includes(parent.kind)) return false;
  return !(isSoap && portTypeAround(parent));
}

/** The portType or interface that an element is in, where it is read if that is known. */
function portTypeAround(entry: Entry): Entry | undefined {
  for (let at: Entry | undefined = entry; at !== undefined; at = at.home ?? at.parent) {
    if (at.kind === 'portType' || at.kind === 'interface') return at;
    if (at.parents.includes('definitions') || at.parents.includes('description')) return undefined;
  }
  return undefined;
}

/** The elements that have a place, in document order. Anything may be inside documentation and schemas. */
function listElements(
  root: XmlElement,
  places: ElementPlaces,
): { readonly top: Entry; readonly entries: readonly Entry[] } {
  const top: Entry = { element: root, isSoap: false, kind: places.root, parents: [], children: [] };
  const entries: Entry[] = [];
  const waiting: Entry[] = [top];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (entry !== top) entries.push(entry);
    for (const element of entry.element.children) {
      const { namespace, localName } = element.name;
      const isSoap = places.soapNamespaces.has(namespace);
      if (!isSoap && namespace !== places.namespace) continue;
      const parents = isSoap ? places.soapParents.get(localName) : places.parentsOf(element);
      if (parents === undefined) continue;
      const before = entry.children[entry.children.length - 1];
      const link = before === undefined ? {} : { before };
      entry.children.push({
        element,
        isSoap,
        kind: localName,
        parents,
        parent: entry,
        ...link,
        children: [],
      });
    }
    for (let at = entry.children.length; at > 0; at -= 1) waiting.push(entry.children[at - 1] as Entry);
  }
  return { top, entries };
}

class Mover {
  readonly #top: Entry;
  readonly #entries: readonly Entry[];
  readonly #places: ElementPlaces;
  readonly #report: (diagnostic: Diagnostic) => void;
  /** The entries that are read, by the kind that they are a parent as. */
  readonly #placed = new Map<string, Entry[]>();
  /** The elements that are moved into each, in document order. */
  readonly #added = new Map<Entry, Entry[]>();
  /** Where moved elements were, and are no longer. */
  readonly #removed = new Set<XmlElement>();
  /** Elements that are made for what has no parent, and attributes that refer to them. */
  readonly #made: XmlElement[] = [];
  readonly #attributes = new Map<XmlElement, readonly XmlAttribute[]>();
  readonly #ownPorts: Entry[] = [];
  /** The placed messages by name; a name that several have leads nowhere. */
  readonly #messages = new Map<string, Entry | undefined>();
  /** The operations of bindings by name, once they are asked for. */
  #bound: Map<string, Entry[]> | undefined;
  /** How many elements may still be compared, so that the work is linear in the document. */
  #comparisons: number;

  constructor(
    top: Entry,
    entries: readonly Entry[],
    places: ElementPlaces,
    report: (diagnostic: Diagnostic) => void,
  ) {
    this.#top = top;
    this.#entries = entries;
    this.#places = places;
    this.#report = report;
    this.#comparisons = 1000 + COMPARISONS * entries.length;
  }

  move(): XmlElement {
    // A possible parent is placed before its possible children.
    const rank = ({ kind, isSoap }: Entry): number =>
      isSoap ? 3 : this.#places.components.has(kind) ? 0 : IN_OPERATIONS.has(kind) ? 2 : 1;
    for (let level = 0; level <= 3; level += 1) {
      for (const entry of this.#entries) if (rank(entry) === level) this.#place(entry);
    }
    return this.#rebuild();
  }

  #place(entry: Entry): void {
    const { parent, kind, isSoap } = entry;
    if (isInPlace(entry)) {
      // The content of something that is not read is not read either; that was reported.
      if (parent === this.#top || parent?.home !== undefined) this.#settle(entry, parent);
      return;
    }
    if (!isSoap && this.#places.components.has(kind)) {
      this.#moveTo(entry, this.#top, `read as a child of wsdl:${this.#places.root}`);
      return;
    }
    if (!isSoap && kind === 'part' && this.#placeInMessage(entry)) return;
    if (isSoap && (kind === 'body' || kind === 'header') && this.#placeInBoth(entry)) return;
    // That of one operation is not taken for that of another.
    const portType =
      isSoap && parent !== undefined && OF_OPERATIONS.has(kind) ? portTypeAround(parent) : undefined;
    if (portType !== undefined && this.#placeInBindings(entry, portType)) return;
    const target =
      portType !== undefined
        ? undefined
        : (this.#around(entry) ?? this.#before(entry) ?? this.#inside(entry) ?? this.#only(entry));
    if (target !== undefined) {
      const name = attribute(target.element, 'name')?.trim() ?? '';
      const shown = `wsdl:${target.kind}${name === '' ? '' : ` ${name}`}`;
      this.#moveTo(entry, target, target === this.#top ? 'read as its child' : `read as part of ${shown}`);
    } else if (kind === this.#places.port && (this.#placed.get('service') ?? []).length === 0) {
      this.#ownPorts.push(entry);
      this.#settle(entry, this.#top);
      this.#removed.add(entry.element);
      this.#tell(entry, `read as ${kind === 'port' ? 'a port' : 'an endpoint'} of a service of its own`);
    } else {
      const places = entry.parents.map((each) => `wsdl:${each}`).join(' or ');
      this.#tell(entry, `not read: it belongs in ${places}`);
    }
  }

  #settle(entry: Entry, home: Entry | undefined): void {
    if (home === undefined) return;
    entry.home = home;
    if (entry.isSoap) return;
    if (entry.kind === 'message') {
      const name = attribute(entry.element, 'name')?.trim() ?? '';
      this.#messages.set(name, this.#messages.has(name) ? undefined : entry);
    }
    const placed = this.#placed.get(entry.kind);
    if (placed === undefined) this.#placed.set(entry.kind, [entry]);
    else placed.push(entry);
  }

  #moveTo(entry: Entry, target: Entry, reading: string): void {
    this.#removed.add(entry.element);
    this.#settle(entry, target);
    this.#add(entry, target);
    this.#tell(entry, reading, target);
  }

  #add(entry: Entry, target: Entry): void {
    const added = this.#added.get(target);
    if (added === undefined) this.#added.set(target, [entry]);
    else added.push(entry);
  }

  /** `target` is where the element is read, if it is. */
  #tell({ element, isSoap, kind, parent }: Entry, reading: string, target?: Entry): void {
    const what = `${isSoap ? this.#places.soapPrefix : 'wsdl'}:${kind} is used in wsdl:${parent?.kind ?? ''}; ${reading}`;
    const concerned =
      !isSoap && this.#isNamed(kind) ? this.#component(element, kind) : this.#componentAround(target);
    this.#report(diagnose('MISPLACED_ELEMENT', element.location, what, concerned));
  }

  /** The component that an element is read in; the whole document if it is not read, because it could be in any. */
  #componentAround(target: Entry | undefined): string {
    for (let at = target; at !== undefined; at = at.home) {
      if (this.#isNamed(at.kind)) return this.#component(at.element, at.kind);
    }
    return this.#places.root;
  }

  /** Whether the name of an element is that of a component in diagnostics. */
  #isNamed(kind: string): boolean {
    const { components, port } = this.#places;
    return kind === 'operation' || kind === port || components.has(kind);
  }

  #component(element: XmlElement, kind: string): string {
    const localName = attribute(element, 'name')?.trim() ?? '';
    if (!this.#places.components.has(kind)) return `${kind} ${localName}`;
    const namespace = attribute(this.#top.element, 'targetNamespace')?.trim() ?? '';
    return `${kind} ${clarkName({ namespace, localName })}`;
  }

  /** Whether `candidate` is read, and can be the parent of `entry`. */
  #mayHold(candidate: Entry, { kind, isSoap, parents, element }: Entry): boolean {
    this.#comparisons -= 1;
    if (this.#comparisons < 0 || candidate.isSoap || !parents.includes(candidate.kind)) return false;
    this.#comparisons -= candidate.children.length;
    if (candidate !== this.#top && candidate.home === undefined) return false;
    if (isSoap) {
      const isInBinding = candidate.kind === 'port' || candidate.kind === 'binding' || isOfBinding(candidate);
      // One element of the binding is enough; headers may be many.
      return isInBinding && (kind === 'header' || !holds(candidate, kind, true));
    }
    if (kind !== 'operation' && !IN_OPERATIONS.has(kind)) return true;
    const isAbstract = this.#places.isAbstract(element);
    if (isAbstract !== undefined && isAbstract === isOfBinding(candidate)) return false;
    return !SINGLE.has(kind) || !holds(candidate, kind, false);
  }

  /** The nearest element around it. */
  #around(entry: Entry): Entry | undefined {
    for (let at = entry.parent; at !== undefined; at = at.parent) {
      if (this.#mayHold(at, entry)) return at;
      // Beyond the next component, it would be in the wrong one.
      if (at.parents.includes(this.#places.root)) return undefined;
    }
    return undefined;
  }

  /** The one before it, if that ended without any, or what the one before it was moved to. */
  #before(entry: Entry): Entry | undefined {
    const { before } = entry;
    if (before === undefined || entry.isSoap) return undefined;
    if (before.home !== undefined && before.home !== before.parent && this.#mayHold(before.home, entry)) {
      return before.home;
    }
    const isEmpty = before.children.every(({ isSoap }) => isSoap);
    return isEmpty && this.#mayHold(before, entry) ? before : undefined;
  }

  /** The only possible holder inside the parent of an entry: for a soap:address in a service, the port. */
  #inside(entry: Entry): Entry | undefined {
    return only(this.#holders(entry.parent?.children ?? [], entry, 2));
  }

  /** The only one of the document. */
  #only(entry: Entry): Entry | undefined {
    return only(this.#holders(this.#possibleParents(entry), entry, 2));
  }

  *#possibleParents({ parents }: Entry): Iterable<Entry> {
    for (const kind of parents) yield* this.#placed.get(kind) ?? [];
  }

  /** The first `most` that can be its parent; none if too much was compared, because then the others are not known. */
  #holders(candidates: Iterable<Entry>, entry: Entry, most: number): readonly Entry[] {
    const found: Entry[] = [];
    for (const candidate of candidates) {
      if (found.length === most) break;
      if (this.#mayHold(candidate, entry)) found.push(candidate);
      if (this.#comparisons < 0) return [];
    }
    return found;
  }

  /** A part inside an input, output or fault of a portType: one of its message. */
  #placeInMessage(entry: Entry): boolean {
    const { parent } = entry;
    const operation = parent?.parent;
    if (parent === undefined || operation?.kind !== 'operation' || isOfBinding(operation)) return false;
    if (!parent.parents.includes('operation')) return false;
    const written = attribute(parent.element, 'message')?.trim();
    if (written !== undefined) {
      const local = written.slice(written.indexOf(':') + 1);
      const message = this.#messages.get(local);
      if (message === undefined) return false;
      this.#moveTo(entry, message, `read as part of wsdl:message ${local}`);
      return true;
    }
    this.#ownMessage(parent, operation);
    this.#tell(entry, `read as part of a message of this wsdl:${parent.kind}`, operation);
    return true;
  }

  /** Makes the message of an input, output or fault that has its parts in it. */
  #ownMessage({ element, kind }: Entry, operation: Entry): void {
    if (this.#attributes.has(element)) return;
    const name = `${attribute(operation.element, 'name')?.trim() ?? ''}.${kind}.${this.#made.length + 1}`;
    const namespace = attribute(this.#top.element, 'targetNamespace')?.trim() ?? '';
    const prefix = namespace === '' ? '' : `${OWN_PREFIX}:`;
    this.#attributes.set(element, [...element.attributes, unprefixed('message', `${prefix}${name}`)]);
    this.#made.push({
      name: { namespace: WSDL11, localName: 'message' },
      attributes: [unprefixed('name', name)],
      children: element.children.filter(
        ({ name: own }) => own.namespace === WSDL11 && own.localName === 'part',
      ),
      text: '',
      scope: element.scope,
      location: element.location,
    });
  }

  /** A soap:body or soap:header directly in the operation of a binding: that of its input and its output. */
  #placeInBoth(entry: Entry): boolean {
    const parent = entry.parent?.isSoap ? entry.parent.parent : entry.parent;
    if (parent?.kind !== 'operation' || parent.home?.kind !== 'binding') return false;
    const targets = this.#holders(parent.children, entry, Number.POSITIVE_INFINITY);
    if (targets.length === 0) return false;
    this.#removed.add(entry.element);
    for (const target of targets) this.#add(entry, target);
    const names = targets.map(({ kind }) => `wsdl:${kind}`).join(' and ');
    this.#tell(entry, `read as part of its ${names}`, parent);
    return true;
  }

  /** An element of SOAP in an operation of a portType: that of this operation in the bindings of the portType. */
  #placeInBindings(entry: Entry, portType: Entry): boolean {
    const place = entry.parent;
    const operation = place?.kind === 'operation' ? place : place?.parent;
    if (place === undefined || operation?.kind !== 'operation') return false;
    const isOfPortType = ({ element }: Entry): boolean => {
      const type = attribute(element, 'type') ?? attribute(element, 'interface') ?? '';
      return type.slice(type.indexOf(':') + 1).trim() === nameOf(portType);
    };
    const candidates = this.#boundOperations(nameOf(operation)).filter(
      ({ home }) => home !== undefined && isOfPortType(home),
    );
    const holders =
      place === operation
        ? candidates
        : candidates.flatMap(({ children }) => children.filter(({ kind }) => kind === place.kind));
    const targets = this.#holders(holders, entry, Number.POSITIVE_INFINITY);
    if (targets.length === 0) return false;
    this.#removed.add(entry.element);
    for (const target of targets) this.#add(entry, target);
    this.#tell(entry, `read as part of operation ${nameOf(operation)} of its bindings`, candidates[0]);
    return true;
  }

  /** The operations of bindings that have a name. */
  #boundOperations(name: string): readonly Entry[] {
    if (this.#bound === undefined) {
      this.#bound = new Map();
      for (const each of this.#placed.get('operation') ?? []) {
        if (each.home?.kind !== 'binding') continue;
        const known = this.#bound.get(nameOf(each));
        if (known === undefined) this.#bound.set(nameOf(each), [each]);
        else known.push(each);
      }
    }
    return this.#bound.get(name) ?? [];
  }

  /** The document with everything in its place. Iterative: a copy is made when it is entered, and filled afterwards. */
  #rebuild(): XmlElement {
    const entryOf = new Map<XmlElement, Entry>([[this.#top.element, this.#top]]);
    for (const entry of this.#entries) entryOf.set(entry.element, entry);
    const namespace = attribute(this.#top.element, 'targetNamespace')?.trim() ?? '';
    const copyOf = (
      element: XmlElement,
    ): { element: XmlElement; copy: XmlElement; children: XmlElement[] } => {
      const children: XmlElement[] = [];
      const attributes = this.#attributes.get(element);
      const { scope } = element;
      const own =
        attributes === undefined
          ? {}
          : {
              attributes,
              scope: {
                lookup: (prefix: string) => (prefix === OWN_PREFIX ? namespace : scope.lookup(prefix)),
              },
            };
      return { element, copy: { ...element, ...own, children }, children };
    };
    const first = copyOf(this.#top.element);
    const waiting = [first];
    // Whether the input or the output is first tells requests and notifications apart.
    const position = new Map(this.#entries.map((entry, at) => [entry, at]));
    const isBefore = (one: Entry, other: Entry): boolean =>
      SINGLE.has(one.kind) && (position.get(one) ?? 0) < (position.get(other) ?? 0);
    for (let open = waiting.pop(); open !== undefined; open = waiting.pop()) {
      const entry = entryOf.get(open.element);
      const added = (entry === undefined ? undefined : this.#added.get(entry)) ?? [];
      const before = entry === undefined ? [] : added.filter((each) => isBefore(each, entry));
      const after = added.filter((each) => !before.includes(each));
      const kept = open.element.children.filter((child) => !this.#removed.has(child));
      const children = [...before.map(elementOf), ...kept, ...after.map(elementOf)];
      for (const child of children) {
        if (!entryOf.has(child)) {
          open.children.push(child);
          continue;
        }
        const inner = copyOf(child);
        open.children.push(inner.copy);
        waiting.push(inner);
      }
    }
    for (const message of this.#made) first.children.push(message);
    const [port] = this.#ownPorts;
    if (port !== undefined) {
      const children = this.#ownPorts.map(({ element }) => element);
      const { namespace: version } = this.#places;
      first.children.push({ ...port.element, name: { namespace: version, localName: 'service' }, children });
    }
    return first.copy;
  }
}

/** The contents of operations, and those that occur once. Faults of WSDL 2.0 are in interfaces and bindings. */
const IN_OPERATIONS: ReadonlySet<string> = new Set(['input', 'output', 'fault', 'infault', 'outfault']);
const SINGLE: ReadonlySet<string> = new Set(['input', 'output']);

/** Elements of SOAP that belong to an operation. */
const OF_OPERATIONS: ReadonlySet<string> = new Set(['operation', 'body', 'header', 'fault']);

/** The comparisons for each element: most have at most one candidate. */
const COMPARISONS = 50;

/** A prefix that no document can declare. */
const OWN_PREFIX = '#';

function elementOf({ element }: Entry): XmlElement {
  return element;
}

function nameOf({ element }: Entry): string {
  return attribute(element, 'name')?.trim() ?? '';
}

function unprefixed(localName: string, value: string): XmlAttribute {
  return { name: { namespace: '', localName }, value };
}

function only(entries: readonly Entry[]): Entry | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

/** Whether the operation, input, output or fault is one of a binding, by where it is read. */
function isOfBinding(entry: Entry): boolean {
  for (let at: Entry | undefined = entry; at !== undefined; at = at.home) {
    if (at.kind === 'binding') return true;
  }
  return false;
}

function holds(entry: Entry, kind: string, isSoap: boolean): boolean {
  return entry.children.some((child) => child.kind === kind && child.isSoap === isSoap);
}
