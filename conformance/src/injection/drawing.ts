import type { Draw } from '../laws/draw.js';
import {
  drawName,
  drawText,
  type HostileName,
  isXmlText,
  UNKNOWN_KEYS,
  type Verdict,
} from './hostile-text.js';
import { type Json, Members } from './json-text.js';
import type { XmlItem } from './xml-item.js';

export const T = (localName: string) => `{urn:t}${localName}`;
export const XSI = (localName: string) => `{http://www.w3.org/2001/XMLSchema-instance}${localName}`;
export const XSD = (localName: string) => `{http://www.w3.org/2001/XMLSchema}${localName}`;

/** A JSON body, the element that it must become, and whether it must be rejected instead. */
export interface HostileBody {
  readonly json: Members;
  readonly item: XmlItem;
  /** The header block that accompanies it, if any. */
  readonly header?: XmlItem;
  readonly verdict: Verdict;
}

/** Draws bodies together with their meaning, independently of the code under test. */
export class Drawing {
  verdict: Verdict = 'accepted';
  readonly draw: Draw;

  constructor(draw: Draw) {
    this.draw = draw;
  }

  judge(verdict: Verdict): void {
    if (this.verdict !== 'refused' && verdict !== 'accepted') this.verdict = verdict;
  }

  text(): string {
    const text = drawText(this.draw);
    if (!isXmlText(text)) this.judge('refused');
    return text;
  }

  name(): HostileName {
    const name = drawName(this.draw);
    this.judge(name.verdict);
    return name;
  }
}

export const clark = ({ namespace, localName }: HostileName) =>
  namespace === '' ? localName : `{${namespace}}${localName}`;
/** The same as a value of type QName, whose white space is collapsed (TY-1). */
export const qname = (name: HostileName) => clark(name).replace(/[\t\n]/g, ' ');
export const leaf = (name: string, text: string): XmlItem => ({ name, attributes: [], children: [text] });

/** Occasionally an unknown key, a duplicate key, or a value of another kind. */
export function spoil(drawing: Drawing, entries: [string, Json][]): void {
  const { draw } = drawing;
  if (!draw.chance(20)) return;
  drawing.judge('refused');
  const known = draw.pick(['text', '__proto__', '@note']);
  const present = entries.findIndex(([key]) => key === known);
  const twice = draw.chance(2);
  if (draw.chance(2) || present === -1) entries.push([draw.pick(UNKNOWN_KEYS), drawText(draw)]);
  else if (twice) entries.push([known, 'again']);
  else entries[present] = [known, draw.pick<Json>([5, true, [], new Members([['toString', 'x']])])];
}

export function shuffle<T>(list: readonly T[], draw: Draw): T[] {
  const rest = [...list];
  const shuffled: T[] = [];
  while (rest.length > 0) shuffled.push(...rest.splice(draw.int(0, rest.length - 1), 1));
  return shuffled;
}
