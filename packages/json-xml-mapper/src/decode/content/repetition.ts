import type { PlaceOrder } from '../../shape/place-order.js';
import type { XmlName } from '../../xml/xml-name.js';
import type { Content, Decoding, Frame, RepetitionPlan, ScopePlan } from '../state/decoding.js';
import { endMembers } from './member-order.js';
import { knowsElement, startMember } from './members.js';
import { endStrayText, strayText } from './stray-text.js';

const OPEN_BRACE = 0x7b;

/**
 * A repeating group (CM-17): each repetition is an object in `$items`. A repetition has no tag; it starts with the first element
 * that needs a new one and ends with the next such element, or with one outside the group.
 */
export class Repetition implements RepetitionPlan {
  readonly #compileBody: () => { scope: ScopePlan; places: PlaceOrder };
  #compiled: { scope: ScopePlan; places: PlaceOrder } | undefined = undefined;

  constructor(compileBody: () => { scope: ScopePlan; places: PlaceOrder }) {
    this.#compileBody = compileBody;
  }

  get body(): { scope: ScopePlan; places: PlaceOrder } {
    this.#compiled ??= this.#compileBody();
    return this.#compiled;
  }

  /** Starts a repetition with the element whose start tag was read last. Its array is already open. */
  start(decoding: Decoding, declaredName: string): void {
    const { scope, places } = this.body;
    const frame = decoding.push(repetitionContent, undefined, scope);
    frame.group = this;
    decoding.out.byte(OPEN_BRACE);
    frame.beginObject(decoding.marks.top);
    const name = decoding.reader.name!;
    frame.repetitionPlace = places.next(-1, 0, declaredName, name.namespace);
    frame.repetitionCount = 1;
    startMember(decoding, frame);
  }
}

const repetitionContent: Content = {
  start(decoding, frame) {
    if (decoding.stray.length > 0) endStrayText(decoding, frame);
    const name = decoding.reader.name!;
    const { scope, places } = frame.group!.body;
    if (!knowsElement(scope, name)) {
      // An unknown element does not end a repetition (L8).
      if (parentKnows(decoding, name)) handOver(decoding, frame);
      else startMember(decoding, frame);
      return;
    }
    const declared = scope.byName.has(name.key)
      ? name.key
      : (scope.byLocalName.get(name.localName)?.name ?? name.key);
    const place = places.next(frame.repetitionPlace, frame.repetitionCount, declared, name.namespace);
    if (place < 0) {
      handOver(decoding, frame);
      return;
    }
    frame.repetitionCount = place === frame.repetitionPlace ? frame.repetitionCount + 1 : 1;
    frame.repetitionPlace = place;
    startMember(decoding, frame);
  },
  text: strayText,
  end(decoding, frame) {
    if (decoding.stray.length > 0) endStrayText(decoding, frame);
    endRepetition(decoding, frame);
    decoding.frame.content.end(decoding, decoding.frame);
  },
};

/** CM-19: the element cannot continue this repetition, so its parent decides. */
function handOver(decoding: Decoding, frame: Frame): void {
  endRepetition(decoding, frame);
  decoding.frame.content.start(decoding, decoding.frame);
}

function endRepetition(decoding: Decoding, frame: Frame): void {
  endMembers(decoding, frame);
  decoding.endObject();
}

/** Whether a frame around this repetition, within the same element, has a place for the name. */
function parentKnows(decoding: Decoding, name: XmlName): boolean {
  for (let below = 1; ; below++) {
    const frame = decoding.frameBelow(below);
    if (frame.scope !== undefined && knowsElement(frame.scope, name)) return true;
    if (frame.content !== repetitionContent) return false;
  }
}
