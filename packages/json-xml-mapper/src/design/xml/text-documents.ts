import { clarkName, type ExpandedName, parseClarkName } from '@soapstone/soap-model';
import { nearestName } from '../../explain/keys/nearest-name.js';
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
import { hint, quote } from '../design-data.js';
import type { DocumentLine } from '../shaping/shaping-line.js';

/** The elements that documents may have, as one message sees them. */
export type DocumentElements = Pick<OperationShape, 'globalElement' | 'globalElementNames'>;

/** How many names a problem lists. */
const MOST_NAMED = 5;

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

  #named(line: DocumentLine): ElementMember | undefined {
    const { element, at } = line;
    const names = this.elements?.globalElementNames() ?? [];
    const full = parseClarkName(element);
    const found = names.filter(({ namespace, localName }) =>
      full !== undefined && element.startsWith('{')
        ? namespace === full.namespace && localName === full.localName
        : localName === element,
    );
    const [name] = found;
    if (name === undefined) {
      const nearest = nearestName(element, names.map(spelling));
      this.#report(at, `the schema has no element ${quote(element)}${hint(nearest)}`, nearest);
      return undefined;
    }
    if (found.length > 1) {
      const several = found.slice(0, MOST_NAMED).map(clarkName).join(', ');
      this.#report(at, `the schema has several elements ${quote(element)}: ${several}`);
      return undefined;
    }
    return this.elements?.globalElement(name, 'literal');

    function spelling(each: ExpandedName): string {
      return element.startsWith('{') ? clarkName(each) : each.localName;
    }
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
