import { type ExpandedName, parseClarkName } from '@soapstone/soap-model';
import { SOAP11_ENCODING, SOAP12_ENCODING, XSD } from '@soapstone/soap-model/namespaces';
import { resolveQName } from '../../scalar/spaces/qname.js';
import type { SoapArrayShape } from '../../shape/shape.js';
import { LANE_NONE } from '../lanes/lane.js';
import { ArraySizes, parsePosition } from '../state/array-sizes.js';
import type { Content, Decoding, ElementPlan, Frame, PlanSource, ValuePlan } from '../state/decoding.js';
import { SparseItems } from '../state/sparse-items.js';
import { openElement } from '../values/nil.js';
import { noNilAttributes, warnUndeclared } from '../values/undeclared-attributes.js';
import { warnText } from '../values/white-space.js';
import { isNil, xsiType } from '../values/xsi.js';

/** A SOAP-encoded array (EN-2, EN-3): a JSON array, nested per dimension. Its items may have any element name. */
export class SoapArrayPlan implements ValuePlan {
  readonly isObject = false;
  readonly lane: number = LANE_NONE;
  readonly laneOptions = undefined;
  readonly plainObject = undefined;
  readonly #shape: SoapArrayShape;
  readonly #plans: PlanSource;
  /** Position in `shape.dimensions`: `T[][]` is an array of arrays. */
  readonly #level: number;
  #compiledItem: ElementPlan | undefined = undefined;

  constructor(shape: SoapArrayShape, plans: PlanSource, level = 0) {
    this.#shape = shape;
    this.#plans = plans;
    this.#level = level;
  }

  open(decoding: Decoding, element: ElementPlan): void {
    const rank = this.#shape.dimensions[this.#level] ?? 1;
    const header = readHeader(decoding);
    warnUndeclared(decoding, decoding.references !== undefined, isOfEncoding);
    const frame = decoding.push(arrayContent, element);
    frame.array = {
      sizes: new ArraySizes(rank, header.sizes),
      item: this.#item,
      itemType: this.#isOpen ? decoding.plans.namedType(header.itemType ?? ANY_TYPE) : undefined,
      next: 0,
      sparse: undefined,
    };
    frame.array.sizes.begin(decoding.out);
    if (header.offset !== undefined) padTo(decoding, frame, parsePosition(header.offset, frame.array.sizes));
  }

  nilAttributes(decoding: Decoding): boolean {
    return noNilAttributes(decoding);
  }

  get #item(): ElementPlan {
    this.#compiledItem ??= {
      key: 'item',
      value: this.#isNested
        ? new SoapArrayPlan(this.#shape, this.#plans, this.#level + 1)
        : this.#plans.value(this.#shape.item),
      nillable: true,
      block: undefined,
      whenEmpty: undefined,
      substitute: undefined,
      bare: undefined,
    };
    return this.#compiledItem;
  }

  get #isNested(): boolean {
    return this.#level + 1 < this.#shape.dimensions.length;
  }

  /** Whether the schema leaves the type of items open, so that `arrayType` determines it (EN-3). */
  get #isOpen(): boolean {
    return !this.#isNested && this.#shape.item.kind === 'anyType';
  }
}

const ANY_TYPE = { namespace: XSD, localName: 'anyType' };

const arrayContent: Content = {
  start(decoding, frame) {
    const array = frame.array!;
    const given = attributeValue(decoding, 'position');
    const position = given === undefined ? undefined : parsePosition(given, array.sizes);
    if (position !== undefined) {
      array.sparse ??= new SparseItems(decoding.out.length, array.next);
      array.next = position;
    }
    if (array.sparse === undefined) array.sizes.beginItem(decoding.out, array.next);
    else array.next = array.sparse.begin(decoding, array.next);
    decoding.placeEntry(String(array.next));
    array.next++;
    const byArrayType = array.itemType !== undefined && xsiType(decoding) === undefined && !isNil(decoding);
    if (byArrayType) array.itemType.open(decoding, array.item);
    else openElement(decoding, array.item);
  },
  text: warnText,
  end(decoding, frame) {
    const array = frame.array!;
    if (array.sparse !== undefined) array.next = array.sparse.settle(decoding.out, array.sizes);
    padTo(decoding, frame, array.sizes.whole(array.next));
    array.sizes.end(decoding.out);
    decoding.endValue();
  },
  unsettledFrom: (frame) => frame.array!.sparse?.start ?? Number.POSITIVE_INFINITY,
};

/** EN-3: skipped positions are null. They count as nodes; otherwise one attribute could produce a gigabyte of them. */
function padTo(decoding: Decoding, frame: Frame, position: number | undefined): void {
  const array = frame.array!;
  if (position === undefined || position <= array.next) return;
  decoding.reader.count(position - array.next);
  while (array.next < position) {
    array.sizes.beginItem(decoding.out, array.next++);
    decoding.out.ascii('null,');
  }
}

interface ArrayHeader {
  readonly itemType: { readonly namespace: string; readonly localName: string } | undefined;
  readonly sizes: string;
  readonly offset: string | undefined;
}

/** SOAP 1.1 §5.4.2 `arrayType="ns:T[2]"`; SOAP 1.2 Part 2 §3.1.6 `itemType` and `arraySize`. */
function readHeader(decoding: Decoding): ArrayHeader {
  const arrayType = attributeValue(decoding, 'arrayType');
  const offset = attributeValue(decoding, 'offset');
  if (arrayType === undefined) {
    const sizes = attributeValue(decoding, 'arraySize') ?? '';
    return {
      itemType: typeOf(decoding, attributeValue(decoding, 'itemType')),
      sizes: sizes.trim().replaceAll(/[\t\n\r ]+/g, ','),
      offset,
    };
  }
  const bracket = arrayType.lastIndexOf('[');
  const inner = bracket < 0 ? arrayType : arrayType.slice(0, bracket);
  // `T[][2]`: the items are arrays themselves, and their attributes declare it.
  const itemType = inner.includes('[') ? undefined : typeOf(decoding, inner);
  return {
    itemType,
    sizes: bracket < 0 ? '' : arrayType.slice(bracket + 1, arrayType.indexOf(']', bracket)),
    offset,
  };
}

function typeOf(decoding: Decoding, lexical: string | undefined): ArrayHeader['itemType'] {
  const name = lexical === undefined ? undefined : resolveQName(lexical.trim(), decoding.lookupPrefix);
  return name === undefined ? undefined : parseClarkName(name);
}

/** An attribute of the encoding's namespace, in either version. */
function attributeValue(decoding: Decoding, localName: string): string | undefined {
  const { attributes } = decoding.reader;
  for (let i = 0; i < attributes.count; i++) {
    if (!attributes.isPrefixed(i)) continue;
    const name = attributes.name(i);
    if (name.localName !== localName) continue;
    if (isOfEncoding(name)) return attributes.value(i);
  }
  return undefined;
}

function isOfEncoding({ namespace }: ExpandedName): boolean {
  return namespace === SOAP11_ENCODING || namespace === SOAP12_ENCODING;
}
