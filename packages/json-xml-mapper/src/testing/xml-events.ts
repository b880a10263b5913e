import { SaxesParser } from 'saxes';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { DocumentKind } from '../xml/document-kind.js';
import { defaultXmlLimits, type XmlLimits } from '../xml/xml-limits.js';
import { DONE, END, MORE, START, TEXT, XmlReader } from '../xml/xml-reader.js';

/** The content of a document, one line per start tag, end tag and run of text; `undefined` if it is rejected. */
export type EventDump = readonly string[] | undefined;

/** The events of the reader under test, fed in chunks of the given sizes (the last one repeats). */
export function readEvents(
  bytes: Uint8Array,
  chunks: readonly number[] = [Number.POSITIVE_INFINITY],
  options: { charset?: string; limits?: Partial<XmlLimits> } = {},
): readonly string[] {
  const kind = new DocumentKind({ ...defaultXmlLimits, ...options.limits });
  const reader = new XmlReader(kind);
  reader.reset(kind, options.charset);
  const events = new EventList();
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = Math.max(1, chunks[Math.min(i, chunks.length - 1)]!);
    reader.append(bytes.subarray(at, at + size));
    at += size;
    if (reader.ready) drain(reader, events);
  }
  reader.finish();
  drain(reader, events);
  return events.finish();
}

function drain(reader: XmlReader, events: EventList): void {
  for (;;) {
    switch (reader.next()) {
      case MORE:
      case DONE:
        return;
      case START: {
        const { attributes, name } = reader;
        const list = Array.from({ length: attributes.count }, (_, i): [string, string] => [
          attributes.name(i).key,
          attributes.value(i),
        ]);
        events.start(name!.key, list);
        break;
      }
      case END:
        events.end(reader.name!.key);
        break;
      case TEXT:
        events.text(decodeUtf8(reader.text.subarray(reader.textStart, reader.textEnd)));
        break;
    }
  }
}

/** The events of saxes, which parses strings: the oracle. */
export function saxesEvents(text: string): EventDump {
  const events = new EventList();
  let failed = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    failed = true;
  });
  parser.on('doctype', () => {
    failed = true;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes)
      .filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'))
      .map(({ uri, local, value }): [string, string] => [clark(uri, local), value]);
    events.start(clark(tag.uri, tag.local), attributes);
  });
  parser.on('closetag', (tag) => {
    events.end(clark(tag.uri, tag.local));
  });
  parser.on('text', (piece) => {
    events.text(piece);
  });
  parser.on('cdata', (piece) => {
    events.text(piece);
  });
  parser.write(text).close();
  return failed ? undefined : events.finish();
}

export function bytesOf(text: string): Uint8Array {
  return encodeUtf8(text);
}

function clark(namespace: string, localName: string): string {
  return namespace === '' ? localName : `{${namespace}}${localName}`;
}

/** Merges adjacent text; text outside the root is not an event. */
class EventList {
  readonly #events: string[] = [];
  #run = '';
  #depth = 0;

  start(name: string, attributes: readonly (readonly [string, string])[]): void {
    this.#flush();
    const sorted = attributes.map((attribute) => attribute.join('=')).sort();
    this.#events.push(`<${[name, ...sorted].join(' ')}`);
    this.#depth++;
  }

  end(name: string): void {
    this.#flush();
    this.#events.push(`/${name}`);
    this.#depth--;
  }

  text(piece: string): void {
    if (this.#depth > 0) this.#run += piece;
  }

  finish(): readonly string[] {
    this.#flush();
    return this.#events;
  }

  #flush(): void {
    if (this.#run !== '') this.#events.push(`"${this.#run}`);
    this.#run = '';
  }
}
