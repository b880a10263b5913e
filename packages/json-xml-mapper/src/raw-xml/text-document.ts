import { clarkName } from '@soapstone/soap-model';
import { liftedCode } from '../decode/content/lifted.js';
import { createMessageDecoder, type MessageDecoder } from '../decode/decoder.js';
import { LANE_NONE } from '../decode/lanes/lane.js';
import type { LiftedCode, LiftedContext } from '../decode/plan/lifted-code.js';
import type { DecoderSettings } from '../decode/plan/settings.js';
import type { Content, Decoding, ElementPlan, ValuePlan } from '../decode/state/decoding.js';
import { ignoreElement } from '../decode/values/simple.js';
import { noNilAttributes, warnUndeclared } from '../decode/values/undeclared-attributes.js';
import { isDecodeError } from '../errors.js';
import { decodeUtf8 } from '../platform.js';
import type { DocumentText, LiftedShape } from '../shape/shape.js';
import { runningMeter, WorkExceeded } from '../work.js';
import { aroundFragment, holderOf, KEY } from './fragment-decoder.js';
import { problemOf, readElements, XmlError } from './raw-reader.js';

const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

type DocumentShape = LiftedShape & { readonly inText: DocumentText };

/** Compiles the plans of what a design lifts, documents in texts included. */
export const designedCode: LiftedCode = (shape, object, compileScope, context) =>
  shape.inText === undefined
    ? liftedCode(shape, object, compileScope, context)
    : new TextDocumentPlan(shape as DocumentShape, context);

/** A text that is a document (XM-13): JSON has the value of its root, or the text itself if it cannot be read as one. */
class TextDocumentPlan implements ValuePlan {
  readonly isObject = false;
  readonly lane: number = LANE_NONE;
  readonly laneOptions = undefined;
  readonly plainObject = undefined;
  readonly #shape: DocumentShape;
  readonly #context: LiftedContext<DecoderSettings>;
  readonly #content: Content;
  #decoder: MessageDecoder | undefined = undefined;

  constructor(shape: DocumentShape, context: LiftedContext<DecoderSettings>) {
    this.#shape = shape;
    this.#context = context;
    this.#content = {
      start: ignoreElement,
      text({ collector, reader }) {
        collector.append(reader.text, reader.textStart, reader.textEnd);
      },
      end: (decoding) => {
        this.#write(decoding);
        decoding.endValue();
      },
    };
  }

  open(decoding: Decoding, element: ElementPlan): void {
    decoding.push(this.#content, element);
    warnUndeclared(decoding, decoding.references !== undefined);
    decoding.collector.clear();
  }

  nilAttributes(decoding: Decoding): boolean {
    return noNilAttributes(decoding);
  }

  #write(decoding: Decoding): void {
    const { collector, out } = decoding;
    const isMarked = BYTE_ORDER_MARK.every((byte, index) => collector.bytes[index] === byte);
    const bytes = collector.bytes.slice(isMarked ? BYTE_ORDER_MARK.length : 0, collector.length);
    const root = rootOf(bytes);
    if ('problem' in root) {
      const text = decodeUtf8(bytes);
      if (/^[\t\n\r ]*$/.test(text)) {
        decoding.warn('EMPTY_VALUE', 'empty, not an XML document');
        out.ascii('null');
      } else {
        decoding.warn('INVALID_VALUE', `not an XML document: ${root.problem}`);
        out.json(JSON.stringify(text));
      }
      return;
    }
    const { member, inText } = this.#shape;
    const { json, warnings } = this.#decode(root.element);
    const lead = inText.isAny ? '' : `{"${KEY}":`;
    const start = decodeUtf8(json.subarray(0, lead.length));
    if (start !== lead) {
      decoding.warn('INVALID_VALUE', `not the document ${clarkName(member.name)}: it is ${root.name}`);
      out.json(JSON.stringify(decodeUtf8(bytes)));
      return;
    }
    const place = decoding.pointer();
    for (const { code, path, message } of warnings) {
      const inside = inText.isAny ? path : path.slice(`/${KEY}`.length);
      if (decoding.warnings.wants(code)) decoding.warnings.add(code, place + inside, message);
    }
    out.raw(inText.isAny ? json : json.subarray(lead.length, -1));
  }

  #decode(element: Uint8Array) {
    const { operation, settings } = this.#context;
    const { member, inText } = this.#shape;
    this.#decoder ??= createMessageDecoder(
      holderOf(inText.isAny ? { lookup: true } : member),
      [],
      operation,
      {
        ...settings,
        unwrap: 'none',
        oneWay: false,
        identities: undefined,
        strictResponses: false,
        warnings: settings.strictResponses ? 'all' : settings.warnings,
      },
    );
    try {
      const reply = this.#decoder.decode(aroundFragment(element), {
        contentType: 'text/xml; charset=utf-8',
        work: runningMeter(),
      });
      return { json: reply.kind === 'result' ? reply.result : new Uint8Array(), warnings: reply.warnings };
    } catch (error) {
      if (isDecodeError(error) && error.cause instanceof WorkExceeded) throw error.cause;
      throw error;
    }
  }
}

/** The text as an element, without its surroundings, or why it is not one. */
function rootOf(
  bytes: Uint8Array,
): { readonly element: Uint8Array; readonly name: string } | { readonly problem: string } {
  let name: string | undefined;
  let from = 0;
  let to = 0;
  try {
    readElements(bytes, {
      start({ key }, _attributes, offset) {
        if (name === undefined) from = offset;
        name ??= key;
      },
      end(offset) {
        to = offset;
      },
    });
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { problem: problemOf(error).message };
  }
  return name === undefined ? { problem: 'it is empty' } : { element: bytes.subarray(from, to), name };
}
