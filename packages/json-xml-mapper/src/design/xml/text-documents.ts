import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  LiftedShape,
  ObjectShape,
} from '../../shape/shape.js';
import type { ScalarShape } from '../../shape/simple-shape.js';
import { textWhenLeftOut } from '../../shape/value-constraint.js';
import type { DocumentLine } from '../shaping/shaping-line.js';
import { findGlobalElement } from './find-global-element.js';

/** The elements that documents may have, as one message sees them. */
export type DocumentElements = Pick<OperationShape, 'globalElement' | 'globalElementNames'>;

/** Notes a problem of a line. */
type Report = (at: readonly string[], message: string, nearest?: string) => void;

/** The members of a design whose texts are documents (XM-12). */
export class TextDocuments {
  /** The elements of the message whose members are turned. */
  elements: DocumentElements | undefined;
  /** The root of a document without the signatures that are put in (XM-15), if there are some. */
  signs: ((content: ElementMember, line: DocumentLine) => ElementMember | undefined) | undefined;
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** A member whose text is a document. Returns the member itself after reporting a problem. */
  member<M extends ElementMember | AttributeMember>(member: M, line: DocumentLine): M {
    const refuse = (reason: string): M => {
      this.#report(line.at, `cannot be a document: ${line.keys.join('/')} ${reason}`);
      return member;
    };
    const { shape } = member;
    if (!('min' in member)) return refuse('is an attribute');
    if (member.substitution !== undefined) return refuse('can be another element');
    if (
      shape.kind !== 'scalar' ||
      BUILTIN_TYPES[shape.builtin].family !== 'string' ||
      shape.wire !== undefined
    )
      return refuse('is no text');
    if (shape.facets.whiteSpace !== 'preserve') return refuse('has a type that changes white space');
    if (textWhenLeftOut(member) !== undefined) return refuse('has a default or a fixed value');
    const content = line.element === '*' ? anyElement() : this.#named(line);
    if (content === undefined) return member;
    if (content.substitution !== undefined)
      return refuse(`would be ${content.key}, in whose place another element can be`);
    const signed = this.signs?.(content, line);
    return { ...member, shape: documentShape(signed ?? content, shape, line, signed !== undefined) };
  }

  #named({ element, at }: DocumentLine): ElementMember | undefined {
    const found = findGlobalElement(element, this.elements?.globalElementNames() ?? []);
    if ('name' in found) return this.elements?.globalElement(found.name, 'literal');
    this.#report(at, found.problem, found.nearest);
    return undefined;
  }
}

/** An element of any name, as a wildcard has it: `$any` of an object without another member. */
function anyElement(): ElementMember {
  return {
    ...PLACE,
    key: '$document',
    name: { namespace: '', localName: 'document' },
    shape: {
      kind: 'object',
      form: 'plain',
      path: ['AnyDocument'],
      attributes: [],
      members: [],
      content: sequenceOf({
        kind: 'any',
        key: '$any',
        min: 1,
        max: 1,
        wildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
      }),
    },
  };
}

const PLACE = { nillable: false, min: 1, max: 1, array: false, conditional: false } as const;

function documentShape(
  content: ElementMember,
  text: ScalarShape,
  line: DocumentLine,
  isSigned: boolean,
): LiftedShape {
  const { key, name, shape, documentation } = content;
  const member: ElementMember = {
    ...PLACE,
    key,
    name,
    shape,
    ...(documentation !== undefined && { documentation }),
  };
  const { as, declaration } = line;
  const object: ObjectShape = {
    kind: 'object',
    form: 'plain',
    path: [name.localName],
    attributes: [],
    members: [member],
    content: sequenceOf({ kind: 'element', member, min: 1, max: 1 }),
  };
  const isAny = line.element === '*';
  const inText = { as, declaration, text, isAny, ...(isSigned && { isSigned: true as const }) };
  return { kind: 'lifted', object, member, inText };
}

function sequenceOf(node: ContentNode): ObjectShape['content'] {
  return { kind: 'sequence', optional: false, unordered: false, children: [node] };
}
