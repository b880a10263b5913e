import type {
  ElementMember,
  ObjectShape,
  OperationShape,
  Shape,
  SimpleShape,
} from '@soapstone/json-xml-mapper/shapes';
import { SaxesParser, type SaxesTagNS } from 'saxes';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** One open element. */
interface Frame {
  readonly object: ObjectShape | undefined;
  readonly simple: SimpleShape | undefined;
  readonly close: string;
  /** Index of the member that was written last, and whether its array is open. */
  cursor: number;
  open: boolean;
  first: boolean;
  text: string;
  readonly nil: boolean;
}

/**
 * The decoder that a careful developer would write on saxes: events drive the shapes, and JSON text is written at once, without a
 * tree. It supports the plain cases of the bench (objects, arrays, attributes, nil, simple types, in schema order) and nothing else.
 */
export function decodeWithSaxes(operation: OperationShape, xml: string): string {
  const parser = new SaxesParser({ xmlns: true });
  const frames: Frame[] = [];
  const root = operation.output!.root as ObjectShape;
  let json = '';
  let depth = 0;

  const openValue = (shape: Shape, tag: SaxesTagNS): void => {
    const object = shape.kind === 'object' ? shape : undefined;
    const simple = object === undefined ? (shape as SimpleShape) : object.value;
    const nil = isNil(tag);
    if (nil) json += 'null';
    else if (object !== undefined) {
      json += '{';
      let first = true;
      for (const attribute of object.attributes) {
        const found = tag.attributes[attribute.name.localName];
        if (found === undefined) continue;
        json += `${first ? '' : ','}${JSON.stringify(attribute.key)}:${simpleJson(attribute.shape, found.value)}`;
        first = false;
      }
      if (object.value !== undefined) json += `${first ? '' : ','}"$value":`;
      frames.push({ object, simple, close: '}', cursor: -1, open: false, first: first, text: '', nil });
      return;
    }
    frames.push({
      object: undefined,
      simple,
      close: '',
      cursor: -1,
      open: false,
      first: true,
      text: '',
      nil,
    });
  };

  const openMember = (frame: Frame, member: ElementMember, index: number): void => {
    if (frame.cursor === index && frame.open) json += ',';
    else {
      fill(frame, index);
      json += `${frame.first ? '' : ','}${JSON.stringify(member.key)}:${member.array ? '[' : ''}`;
      frame.first = false;
      frame.open = member.array;
    }
    frame.cursor = index;
  };

  /** Closes an open array and writes empty ones for skipped members (CM-11). */
  const fill = (frame: Frame, to: number): void => {
    if (frame.open) json += ']';
    frame.open = false;
    const { members } = frame.object!;
    for (let i = frame.cursor + 1; i < to; i++) {
      const member = members[i]!;
      if (!member.array || member.conditional) continue;
      json += `${frame.first ? '' : ','}${JSON.stringify(member.key)}:[]`;
      frame.first = false;
    }
  };

  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    depth++;
    if (depth === 3) return openValue(root, tag);
    if (depth < 3) return;
    const frame = frames.at(-1)!;
    const { members } = frame.object!;
    const from = Math.max(frame.cursor, 0);
    let index = from;
    while (index < members.length && !isName(members[index]!, tag)) index++;
    if (index === members.length) throw new Error(`unexpected ${tag.name}`);
    const member = members[index]!;
    openMember(frame, member, index);
    openValue(member.shape, tag);
  });
  parser.on('text', (text) => {
    const frame = frames.at(-1);
    if (frame?.simple !== undefined) frame.text += text;
  });
  parser.on('closetag', () => {
    depth--;
    if (depth < 2) return;
    const frame = frames.pop()!;
    if (frame.nil) return;
    if (frame.simple !== undefined) json += simpleJson(frame.simple, frame.text);
    else fill(frame, frame.object!.members.length);
    json += frame.close;
  });
  parser.write(xml).close();
  return json;
}

function isName(member: ElementMember, tag: SaxesTagNS): boolean {
  return member.name.localName === tag.local && member.name.namespace === tag.uri;
}

function isNil(tag: SaxesTagNS): boolean {
  for (const name in tag.attributes) {
    const attribute = tag.attributes[name]!;
    if (attribute.uri === XSI && attribute.local === 'nil')
      return attribute.value === 'true' || attribute.value === '1';
  }
  return false;
}

/** The JSON of a simple value in the forms that the bench's documents have. */
export function simpleJson(shape: SimpleShape, text: string): string {
  if (shape.kind !== 'scalar') throw new Error(`unexpected ${shape.kind}`);
  if (shape.json === 'string') return JSON.stringify(text);
  if (shape.json === 'boolean') return text === 'true' || text === '1' ? 'true' : 'false';
  if (shape.builtin === 'double' || shape.builtin === 'float') return JSON.stringify(Number(text));
  if (!/^[+-]?[0-9]+(?:\.[0-9]+)?$/.test(text)) throw new Error(`not a number: ${text}`);
  const point = text.indexOf('.');
  if (point < 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, end - 1 === point ? point : end);
}
