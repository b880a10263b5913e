import { clarkName } from '@soapstone/soap-model';
import { charge } from '../../work.js';
import type { Content, Decoding, ElementPlan, FaultPlan, Frame } from '../state/decoding.js';
import type { FaultReading } from '../state/reply.js';
import { openElement } from '../values/nil.js';
import { openUntypedElement } from '../values/wildcard.js';
import { xsiType } from '../values/xsi.js';

const COLON = 0x3a;

/**
 * Reads the detail of a fault (FL-2): declared faults and known global elements under their keys, other elements in `$any`, text in
 * `$value`. Attributes of the detail itself are dropped.
 */
export function openDetail(decoding: Decoding): void {
  decoding.collector.clear();
  decoding.push(detailContent);
  decoding.pointerPrefix = '/detail';
}

/** The collector has text of the detail itself. */
const IN_TEXT = 0;
/** A child has had the collector. */
const AFTER_CHILD = 1;

const detailContent: Content = {
  start(decoding, frame) {
    const fault = decoding.reply.fault!;
    takeText(decoding, frame, fault);
    frame.state = AFTER_CHILD;
    frame.count += 1;
    const exact = findDeclared(decoding);
    const known = exact?.element ?? decoding.plans.globalElement(decoding.reader.name!);
    const declared = known === undefined ? findLookalike(decoding) : exact;
    if (declared !== undefined) fault.fields.name ??= declared.name;
    const element = declared?.element ?? known;
    if (element === undefined || fault.usedKeys.has(element.key)) openAny(decoding, fault);
    else openTyped(decoding, fault, element);
  },
  text(decoding, frame) {
    const { collector, reader } = decoding;
    if (frame.state === AFTER_CHILD) collector.clear();
    frame.state = IN_TEXT;
    collector.append(reader.text, reader.textStart, reader.textEnd);
  },
  end(decoding, frame) {
    const fault = decoding.reply.fault!;
    takeText(decoding, frame, fault);
    // White space around elements is layout.
    const text = frame.count === 0 ? fault.text : fault.text.trim();
    if (/[^\t\n\r ]/.test(text)) fault.detail.json(`"$value":${JSON.stringify(text)},`);
    decoding.out = decoding.reply.result;
    decoding.pointerPrefix = '';
    decoding.pop();
  },
};

function takeText({ collector }: Decoding, frame: Frame, fault: FaultReading): void {
  if (frame.state === IN_TEXT) fault.text += collector.text();
}

/** Finds a declared fault by the name of the element, otherwise by `xsi:type` for encoded faults. The first match wins. */
function findDeclared(decoding: Decoding): FaultPlan | undefined {
  const { faults } = decoding.reply.message;
  const { key } = decoding.reader.name!;
  charge(faults.length);
  const byName = faults.find((fault) => fault.elementName === key);
  if (byName !== undefined || decoding.reader.attributes.count === 0) return byName;
  const type = xsiType(decoding);
  if (type === undefined || typeof type === 'string') return undefined;
  return faults.find((fault) => fault.typeName === clarkName(type));
}

/** KY-5: servers that omit the namespace of the detail. Only if a single declared fault can be meant. */
function findLookalike(decoding: Decoding): FaultPlan | undefined {
  const { key, localName } = decoding.reader.name!;
  const alike = decoding.reply.message.faults.filter(
    ({ elementName }) => elementName.slice(elementName.lastIndexOf('}') + 1) === localName,
  );
  const [fault] = alike;
  if (fault === undefined || alike.length > 1) return undefined;
  decoding.warn('NAMESPACE_MISMATCH', `${key} taken for ${fault.elementName}`, fault.element.key);
  return fault;
}

function openTyped(decoding: Decoding, fault: FaultReading, element: ElementPlan): void {
  fault.usedKeys.add(element.key);
  decoding.out = fault.detail;
  decoding.out.json(JSON.stringify(element.key));
  decoding.out.byte(COLON);
  decoding.placeEntry(element.key);
  openElement(decoding, element);
}

function openAny(decoding: Decoding, fault: FaultReading): void {
  decoding.out = fault.any;
  decoding.placeEntry(decoding.reader.name!.key);
  openUntypedElement(decoding, true);
}
