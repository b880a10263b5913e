import type { ExpandedName, IdentityConstraint, SchemaSet, SignedElement } from '@soapstone/soap-model';
import type { PagePart } from './page-part.js';
import type { RouteFiles } from './route-files.js';
import type { ElementMember, ObjectShape, PolymorphicShape, Shape, Use } from './shape.js';
import type { SimpleShape } from './simple-shape.js';

/** Everything about one exposed operation that does not depend on a call. */
export interface OperationShape {
  readonly input: MessageShape;
  readonly output?: MessageShape;
  readonly faults: readonly FaultShape[];
  /** Header blocks that accompany a fault (`soap:headerfault`, HD-7). */
  readonly headerFaults?: HeadersShape;
  /** Global elements by Clark name, for wildcards and fault details (AN-1, FL-2). Built on demand. */
  globalElement(name: ExpandedName, use: Use): ElementMember | undefined;
  /** The names of all global elements that are not abstract, in model order. */
  globalElementNames(): readonly ExpandedName[];
  /** The type of a global attribute, for wildcards (AN-4). */
  globalAttribute(name: ExpandedName): SimpleShape | undefined;
  /** Named and built-in types, for `xsi:type` in anyType positions (AN-6). Built on demand. */
  namedType(name: ExpandedName, use: Use): Shape | undefined;
  /** The value of `$type` for a named type: its local name, or its Clark name if that is not unique; `xs:int` (PY-4). */
  typeKey(name: ExpandedName): string;
  /** The type that a `$type` value names, in either spelling of PY-4. Undefined if there is none. */
  typeOfKey(key: string): ExpandedName | undefined;
  /** The look-ups for results, if some types have another form in them (CM-8). */
  readonly results?: Pick<OperationShape, 'globalElement' | 'namedType'>;
  /** The schema that the shapes are built from. */
  readonly schema: SchemaSet;
  /** The facts that pages need about the operation, if a design divides its result into pages (PG-1). */
  readonly pages?: readonly PagePart[];
  /** The prefixes of its requests, if a design chooses some (XO-7). */
  readonly prefixes?: ChosenPrefixes;
  /** The elements of its requests that are signed before they are sent, if a design wants some (XM-15). */
  readonly signed?: readonly SignedElement[];
  /** The part of its route that can be a file, if a design gives it a route (PG-7). */
  readonly files?: RouteFiles;
  /** Every namespace that the schema names, in model order, which keeps the prefixes of wildcard content stable (XO-2). */
  namespaces(): readonly string[];
}

/** The prefixes that a design chooses. */
export interface ChosenPrefixes {
  /** Prefixes by namespace; `''` for the default namespace. */
  readonly byNamespace: ReadonlyMap<string, string>;
  /** Whether the Envelope declares them, except for the default namespace. */
  readonly onRoot: boolean;
}

/**
 * Returns the operation as its results see it (CM-8): with their form of the types that a document names. Most operations have one form,
 * and are returned as they are.
 *
 * @example
 * ```ts
 * asInResults(shape).namedType(name, use);
 * ```
 */
export function asInResults(operation: OperationShape): OperationShape {
  return operation.results === undefined ? operation : { ...operation, ...operation.results };
}

/**
 * One message (§4.1): the position of the JSON root in the Body.
 * - `element`: the Body contains one element `name`, and the JSON root is its object (document with an object-valued element; rpc
 *   wrappers).
 * - `parts`: the Body's children are the members of a virtual record (simple, anyType, several or no parts).
 * - `content`: the Body itself has the type of a `type=` part (document style, one part by complex type).
 * - `value`: the Body's own content is the value of the only member of the root (document style, one part by simple type, anyType
 *   or array type).
 */
export interface MessageShape {
  readonly kind: 'element' | 'parts' | 'content' | 'value';
  /** The Body child, for `element`. */
  readonly name?: ExpandedName;
  /** The identity constraints of its declaration. */
  readonly constraints?: readonly IdentityConstraint[];
  /** The fixed value of its declaration (NL-4). */
  readonly fixed?: string;
  /** The name of the part, for `content` and `value`: some stacks wrap an element of this name around the value (BD-6). */
  readonly part?: string;
  /** True if the Body child is an rpc wrapper (BD-3 is lenient with its name), even if `unwrap: none` shows it (UW-7). */
  readonly rpc: boolean;
  /** Whether the Body child may be `xsi:nil`; then the result is `{"$nil": true}`. */
  readonly nillable: boolean;
  readonly encoded: boolean;
  readonly root: ObjectShape | PolymorphicShape;
  /** The record element that results omit (UW-4); its shape is the shape of `result`. Outputs only. */
  readonly record?: ElementMember;
  /** Declared header blocks (HD-1, HD-6). */
  readonly headers?: HeadersShape;
  /** Parts bound by MIME (AT-3): `$attachments`. */
  readonly attachments: readonly { readonly name: string; readonly contentTypes: readonly string[] }[];
  /** Whether there may be other parts, by their Content-ID (AT-7). */
  readonly undeclaredAttachments?: true;
  /** The message as it is written, if a design fills members of it (DF-1). All that describes the message ignores this form. */
  readonly written?: MessageShape;
  /** The members that are `$xml`, if a design says so (XM-10). */
  readonly finished?: FinishedParts;
}

/** The elements of a message that JSON has as `$xml`, by a design. */
export interface FinishedParts {
  /** The keys from the input or the result to each of them. */
  readonly paths: readonly (readonly string[])[];
  /** The message as it is read, with the values of these elements. */
  readonly read: MessageShape;
}

/** Header blocks as a virtual record, each with its own `use`, independent of the Body's (WSDL 1.1 §3.7). */
export interface HeadersShape extends ObjectShape {
  /** Keys of the blocks that are written by the rules of SOAP's encoding (EN-9). */
  readonly encodedBlocks: ReadonlySet<string>;
}

/** A declared fault (FL-2): its detail element, mapped by its declaration. */
export interface FaultShape {
  readonly name: string;
  readonly detail: ElementMember;
  readonly documentation?: string;
}
