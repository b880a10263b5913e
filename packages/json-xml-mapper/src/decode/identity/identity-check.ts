import {
  clarkName,
  type IdentityConstraint,
  type IdentityNameTest,
  type IdentityPath,
} from '@soapstone/soap-model';
import { XSI } from '@soapstone/soap-model/namespaces';
import { DecodeError } from '../../errors.js';
import { compileSimple, type LookupPrefix, SCHEMA_NAMES } from '../../scalar/simple-codec.js';
import { BUILTIN_TYPES, isNumeric } from '../../shape/builtin-types.js';
import { isId } from '../../shape/has-identities.js';
import type { ObjectShape, Shape } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { charge } from '../../work.js';
import { readText } from '../../xml/bytes/utf8.js';
import type { XmlName } from '../../xml/xml-name.js';
import type { CheckedDocument, DocumentCheck, IdentityCode } from '../plan/identity-code.js';
import { isNil, xsiType } from '../values/xsi.js';
import { type Declared, type IdentityRules, identityRules } from './identity-rules.js';
import { joinTables, type KeyTable, withOwnKeys } from './key-table.js';
import { valueKey } from './value-key.js';

/** The maximum memory for keys and references of one message, in bytes. A message of the default maximum size needs less. */
const MAX_KEPT = 1 << 26;
/** The memory of an entry besides its characters. */
const ENTRY = 64;

/** An open element of the document. */
interface OpenElement {
  readonly name: XmlName;
  readonly declared: Declared | undefined;
  /** The shape of its value. `undefined` where nothing is known: such elements are not assessed. */
  readonly shape: Shape | undefined;
  readonly isNil: boolean;
  /** The fields that it is the value of. */
  captures: { readonly target: Target; readonly field: number }[] | undefined;
  /** The location of its text, if that is an xs:ID. */
  readonly idPath: string | undefined;
  text: string;
  /** By the names of constraints that an open keyref refers to: the keys of the scopes inside. */
  tables: Map<string, KeyTable> | undefined;
}

/** A constraint of an open element. */
interface Scope {
  readonly constraint: IdentityConstraint;
  /** Clark name. */
  readonly name: string;
  /** Clark name of the constraint that a keyref refers to. */
  readonly refer: string | undefined;
  readonly depth: number;
  readonly keys: KeyTable;
  /** For a keyref: each key that is referred to, with the first element that does so. */
  readonly references: Map<string, string>;
}

/** An open element that a selector leads to. */
interface Target {
  readonly scope: Scope;
  readonly depth: number;
  readonly path: string;
  readonly values: (string | undefined)[];
  problem: string | undefined;
}

/** The code that checks identity constraints. */
export const identityCode: IdentityCode = (message, operation, limits) => {
  const rules = identityRules(message, operation, limits);
  return rules && ((document) => new IdentityCheck(rules, document));
};

/**
 * Checks the identity constraints of one document (MO-6; XML Schema Part 1 §3.11.4) while it is read. Its work is linear in the elements
 * of the document, times the constraints that are open at once, and is charged to the budget of the call.
 */
class IdentityCheck implements DocumentCheck {
  readonly #rules: IdentityRules;
  readonly #document: CheckedDocument;
  readonly #open: OpenElement[] = [];
  readonly #scopes: Scope[] = [];
  readonly #targets: Target[] = [];
  /** The IDs so far. */
  readonly #ids = new Map<string, true>();
  #kept = 0;

  constructor(rules: IdentityRules, document: CheckedDocument) {
    this.#rules = rules;
    this.#document = document;
  }

  start(): void {
    const depth = this.#open.length;
    const element = this.#openElement(depth);
    this.#open.push(element);
    if (element.shape === undefined) return;
    if (element.shape.kind === 'object' && depth > 1) this.#takeIdAttributes(element.shape);
    for (const constraint of element.declared?.constraints ?? []) this.#openScope(constraint, depth);
    if (this.#scopes.length === 0) return;
    charge(this.#scopes.length + this.#targets.length);
    for (const scope of this.#scopes) {
      const { selector, fields } = scope.constraint;
      if (!selector.some((path) => this.#leadsTo(path, scope.depth, depth))) continue;
      const values = fields.map(() => undefined);
      this.#targets.push({ scope, depth, path: this.#document.pointer(), values, problem: undefined });
    }
    for (const target of this.#targets) this.#findFields(target, element, depth);
  }

  text(): void {
    const element = this.#open.at(-1);
    if (element === undefined || (element.captures === undefined && element.idPath === undefined)) return;
    const { text, textStart, textEnd } = this.#document.reader;
    charge(1 + ((textEnd - textStart) >> 4));
    element.text += readText(text, textStart, textEnd);
  }

  end(): void {
    const element = this.#open.pop();
    const depth = this.#open.length;
    if (element === undefined) return;
    if (element.idPath !== undefined) this.#takeId(element.text, element.idPath);
    for (const { target, field } of element.captures ?? []) this.#capture(element, target, field);
    while (this.#targets.at(-1)?.depth === depth) this.#closeTarget(this.#targets.pop()!);
    if (this.#scopes.at(-1)?.depth === depth) this.#closeScopes(element, depth);
    if (element.tables !== undefined) this.#handTablesOn(element.tables);
  }

  #openElement(depth: number): OpenElement {
    const { reader } = this.#document;
    const name = reader.name!;
    const parent = this.#open.at(-1)?.shape;
    const open = {
      name,
      isNil: false,
      captures: undefined,
      idPath: undefined,
      text: '',
      tables: undefined,
    };
    if (depth < 2) return { ...open, declared: undefined, shape: this.#envelopePart(name, depth) };
    const declared = parent && this.#rules.childOf(parent, name);
    if (declared === undefined) return { ...open, declared, shape: undefined };
    const hasAttributes = reader.attributes.count > 0;
    const type = hasAttributes ? xsiType(this.#document) : undefined;
    const shape = this.#rules.shapeOf(declared.shape, type);
    const isNilled = hasAttributes && isNil(this.#document);
    const idPath = !isNilled && hasIdAsText(shape) ? this.#document.pointer() : undefined;
    return { ...open, declared, shape, idPath, isNil: isNilled };
  }

  /** cvc-complex-type 5, cvc-id 2: the IDs of an element's attributes, of which there is one at most. */
  #takeIdAttributes(shape: ObjectShape): void {
    const { attributes } = this.#document.reader;
    if (attributes.count === 0) return;
    const declared = this.#rules.idAttributes(shape);
    if (declared.size === 0 && shape.anyAttributes === undefined) return;
    charge(attributes.count);
    let found = 0;
    for (let i = 0; i < attributes.count; i++) {
      const name = attributes.name(i);
      const type = shape.anyAttributes === undefined ? undefined : this.#attributeType(shape, name);
      if (!declared.has(name.key) && (type === undefined || !isId(type))) continue;
      const path = this.#document.pointer();
      if (++found > 1)
        this.#report(path, `must have one attribute of type xs:ID at most (${name.localName})`);
      this.#takeId(attributes.value(i), path);
    }
  }

  /** cvc-id 2: an ID identifies one element. */
  #takeId(text: string, path: string): void {
    const id = text.trim();
    charge(1 + (id.length >> 4));
    if (id === '') return;
    if (this.#ids.has(id)) this.#report(path, 'must have an xs:ID that no other element of the message has');
    else this.#keep(this.#ids, id, true, 0);
  }

  #envelopePart({ localName }: XmlName, depth: number): Shape | undefined {
    if (depth === 0) return undefined;
    return localName === 'Body' ? this.#rules.body : localName === 'Header' ? this.#rules.header : undefined;
  }

  #openScope(constraint: IdentityConstraint, depth: number): void {
    const { name, refer } = constraint;
    this.#scopes.push({
      constraint,
      name: clarkName(name),
      refer: refer && clarkName(refer),
      depth,
      keys: new Map(),
      references: new Map(),
    });
  }

  /** Whether the child steps of a path lead from one open element to another. */
  #leadsTo({ descendant, steps }: IdentityPath, from: number, to: number): boolean {
    const distance = to - from;
    const { length } = steps;
    if (descendant ? distance < length : distance !== length) return false;
    charge(1 + (length >> 3));
    for (let i = 0; i < length; i++) {
      if (!fits(this.#open[to - i]!.name, steps[length - 1 - i]!)) return false;
    }
    return true;
  }

  #findFields(target: Target, element: OpenElement, depth: number): void {
    const { fields } = target.scope.constraint;
    charge(fields.length);
    for (const [field, paths] of fields.entries()) {
      let isElement = false;
      const attributes: IdentityNameTest[] = [];
      for (const path of paths) {
        if (!this.#leadsTo(path, target.depth, depth)) continue;
        if (path.attribute === undefined) isElement = true;
        else attributes.push(path.attribute);
      }
      if (attributes.length > 0) this.#captureAttributes(element, target, field, attributes);
      if (!isElement) continue;
      element.captures ??= [];
      element.captures.push({ target, field });
    }
  }

  /** Takes the attributes that any of the tests admits, each once. */
  #captureAttributes(
    { shape }: OpenElement,
    target: Target,
    field: number,
    tests: readonly IdentityNameTest[],
  ): void {
    const { reader, lookupPrefix } = this.#document;
    const { attributes } = reader;
    const object = shape?.kind === 'object' ? shape : undefined;
    const present = new Set<string>();
    charge((attributes.count + (object?.attributes.length ?? 0)) * tests.length);
    for (let i = 0; i < attributes.count; i++) {
      const name = attributes.name(i);
      if (!tests.some((test) => fits(name, test))) continue;
      present.add(name.key);
      const type = object === undefined ? ANY_SIMPLE : this.#attributeType(object, name);
      if (type !== undefined) setValue(target, field, this.#keyOf(type, attributes.value(i), lookupPrefix));
    }
    // An absent attribute with a default has a value (Part 1 §3.4.5).
    for (const { name, shape: type, fixed, default: otherwise } of object?.attributes ?? []) {
      const value = fixed ?? otherwise;
      if (value === undefined || present.has(clarkName(name))) continue;
      if (tests.some((test) => fits(name, test)))
        setValue(target, field, this.#keyOf(type, value, SCHEMA_NAMES));
    }
  }

  /** @returns `undefined` for an attribute that a wildcard skips: it is not assessed, so it has no value */
  #attributeType(
    { attributes, anyAttributes }: ObjectShape,
    { key, namespace, localName }: XmlName,
  ): SimpleShape | undefined {
    charge(attributes.length >> 3);
    const declared = attributes.find(({ name }) => name.localName === localName && clarkName(name) === key);
    if (declared !== undefined) return declared.shape;
    if (anyAttributes?.processContents === 'skip' && namespace !== XSI) return undefined;
    return this.#rules.operation.globalAttribute({ namespace, localName }) ?? ANY_SIMPLE;
  }

  /** The element is complete: its text is the value of a field. */
  #capture({ declared, shape, text, isNil: isNilled }: OpenElement, target: Target, field: number): void {
    // cvc-identity-constraint 4.2.3: not even an element that could be nil.
    if (target.scope.constraint.kind === 'key' && declared?.nillable === true && shape?.kind !== 'anyType')
      target.problem ??= 'has a field that the schema allows to be nil';
    if (isNilled || shape === undefined) return;
    const type = textOf(shape);
    if (type === undefined) {
      target.problem ??= 'has a field without a simple value';
      return;
    }
    const given = text === '' ? (declared?.fixed ?? declared?.default) : undefined;
    setValue(
      target,
      field,
      given === undefined
        ? this.#keyOf(type, text, this.#document.lookupPrefix)
        : this.#keyOf(type, given, SCHEMA_NAMES),
    );
  }

  #keyOf(type: SimpleShape, text: string, lookup: LookupPrefix): string {
    const { limits } = this.#rules;
    charge(1 + (text.length >> 4));
    // A number of too many digits is an error of its own.
    const isTooLong = text.length > limits.numberDigits && isCounted(type);
    const neutral = isTooLong ? undefined : compileSimple(type, limits).read(text, lookup);
    return neutral === undefined ? `invalid ${text}` : valueKey(type, neutral, limits);
  }

  #closeTarget({ scope, path, values, problem }: Target): void {
    const { constraint, keys, references } = scope;
    if (problem !== undefined) this.#report(path, `${problem} (${titleOf(constraint)})`);
    if (values.includes(undefined)) {
      if (constraint.kind === 'key' && problem === undefined)
        this.#report(path, `must have a value for each field of its key (${titleOf(constraint)})`);
      return;
    }
    const key = values.length === 1 ? values[0]! : values.map((each) => `${each!.length}:${each}`).join();
    charge(1 + (key.length >> 4));
    if (constraint.kind !== 'keyref') {
      if (keys.has(key))
        this.#report(path, `must have a key that no other element has (${titleOf(constraint)})`);
      else this.#keep(keys, key, true, 0);
    } else if (!references.has(key)) {
      this.#keep(references, key, path, path.length);
    }
  }

  #keep<Value>(map: Map<string, Value>, key: string, value: Value, length: number): void {
    this.#kept += ENTRY + 2 * (key.length + length);
    if (this.#kept > MAX_KEPT) {
      throw new DecodeError({
        code: 'LIMIT',
        message: `the keys of the message take more than ${MAX_KEPT} bytes: its identity constraints cannot be checked`,
      });
    }
    map.set(key, value);
  }

  /** Closes the constraints of an element: keys first, because references to them may be resolved here. */
  #closeScopes(element: OpenElement, depth: number): void {
    const first = this.#scopes.findIndex((scope) => scope.depth === depth);
    charge(this.#scopes.length);
    const closed = this.#scopes.slice(first);
    for (const { name, constraint, keys } of closed) {
      if (constraint.kind === 'keyref' || !this.#isReferredTo(name)) continue;
      element.tables ??= new Map();
      element.tables.set(name, withOwnKeys(keys, element.tables.get(name)));
    }
    this.#scopes.length = first;
    for (const { constraint, refer, references } of closed) {
      if (refer === undefined) continue;
      const table = element.tables?.get(refer);
      charge(references.size);
      for (const [key, path] of references) {
        if (table?.get(key) !== true)
          this.#report(path, `must refer to an existing key (${titleOf(constraint)})`);
      }
    }
  }

  #isReferredTo(name: string): boolean {
    charge(this.#scopes.length);
    return this.#scopes.some(({ refer }) => refer === name);
  }

  /** Adds the keys of the scopes inside an element to those inside its parent, for references from further out. */
  #handTablesOn(tables: ReadonlyMap<string, KeyTable>): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) return;
    for (const [name, table] of tables) {
      if (!this.#isReferredTo(name)) continue;
      parent.tables ??= new Map();
      parent.tables.set(name, joinTables(table, parent.tables.get(name)));
    }
  }

  #report(path: string, message: string): void {
    const { warnings } = this.#document;
    if (warnings.wants('IDENTITY')) warnings.add('IDENTITY', path, message);
  }
}

const ANY_SIMPLE: SimpleShape = { kind: 'anySimpleType' };

/** Whether the text of an element is an xs:ID. */
function hasIdAsText(shape: Shape): boolean {
  return isId(shape.kind === 'object' && shape.value !== undefined ? shape.value : shape);
}

/** The type of an element's text; `undefined` for content that has no simple type. */
function textOf(shape: Shape): SimpleShape | undefined {
  switch (shape.kind) {
    case 'object':
      return shape.value;
    case 'polymorphic':
      return shape.declared.value;
    case 'soapArray':
    case 'lifted':
      return undefined;
    case 'anyType':
    case 'attachment':
      return ANY_SIMPLE;
    default:
      return shape;
  }
}

/** Whether reading a value of the type calculates with its digits. */
function isCounted(shape: SimpleShape): boolean {
  if (shape.kind !== 'scalar') return false;
  const { family } = BUILTIN_TYPES[shape.builtin];
  return isNumeric(family) || family === 'duration' || family === 'date';
}

/** cvc-identity-constraint 3: a field has one value at most. */
function setValue(target: Target, field: number, value: string): void {
  if (target.values[field] !== undefined) target.problem ??= 'has several values for one field';
  target.values[field] = value;
}

function titleOf({ kind, name }: IdentityConstraint): string {
  return `xs:${kind} ${name.localName}`;
}

function fits(
  name: Pick<XmlName, 'namespace' | 'localName'>,
  { namespace, localName }: IdentityNameTest,
): boolean {
  if (namespace !== undefined && namespace !== name.namespace) return false;
  return localName === undefined || localName === name.localName;
}
