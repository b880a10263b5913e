import type { ExpandedName } from '@soapstone/soap-model';
import {
  ADDRESSING_2004,
  ADDRESSING_2005,
  SOAP11_ENCODING,
  SOAP11_ENVELOPE,
  SOAP12_ENCODING,
  SOAP12_ENVELOPE,
} from '@soapstone/soap-model/namespaces';
import { SaxesParser } from 'saxes';
import type { SoapVersion } from '../fault/fault-envelope.js';
import { Refusal, type RequestProblem } from '../fault/refusal.js';
import { decoderOf } from './text-decoder.js';

/** The facts about a request that are needed before an operation can read it. */
export interface EnvelopeHead {
  readonly version: SoapVersion;
  readonly blocks: readonly HeaderBlock[];
  /** Absent for messages without WS-Addressing. */
  readonly addressing?: RequestAddressing;
  /** The first child of Body; absent if it has none. */
  readonly payload?: ExpandedName;
  /** Problems of the envelope that do not prevent reading it. A strict server rejects them. */
  readonly deviations: readonly RequestProblem[];
}

export interface HeaderBlock extends ExpandedName {
  readonly mustUnderstand: boolean;
  /** The role (`actor` in SOAP 1.1) that the block is for; absent for the ultimate receiver. */
  readonly role?: string;
}

/** The WS-Addressing properties of a request: of version 1.0, or of the member submission of 2004. */
export interface RequestAddressing {
  readonly namespace: string;
  readonly action?: string;
  readonly messageId?: string;
  /** The address for the response. */
  readonly replyTo?: string;
  /** The address for a fault. */
  readonly faultTo?: string;
}

/** The maximum number of bytes of an envelope before its payload. */
const MAX_HEAD_BYTES = 1 << 18;
const SLICE = 1 << 14;
const MAX_DEPTH = 100;
/** The maximum length of a header block's text; longer ones are truncated, because addresses are shorter. */
const MAX_TEXT = 2_048;
const TOKENS = new Set(['Action', 'MessageID', 'Address']);
/** WS-Addressing blocks that contain an address. */
const ENDPOINTS = new Set(['ReplyTo', 'FaultTo']);
const MAX_DEVIATIONS = 10;

/** Thrown to stop reading after the head. Shared by all requests, because creating an error is expensive. */
const DONE = new Error('the head is complete');

/** An attribute as saxes reads it; declarations of namespaces are attributes too. */
interface SaxesAttribute {
  readonly uri: string;
  readonly local: string;
  readonly prefix: string;
  readonly value: string;
}

/**
 * Reads an envelope up to its payload.
 *
 * @param charset the one of the HTTP header
 * @throws {Refusal} for a document that is not well-formed up to its payload, has a DOCTYPE, or is not an envelope
 */
export function readEnvelopeHead(bytes: Uint8Array, charset: string | undefined): EnvelopeHead {
  const reading = new HeadReading();
  const decoder = decoderOf(bytes, charset);
  if (decoder === undefined) {
    throw new Refusal('Sender', 'the request has an unknown character encoding: send UTF-8');
  }
  for (let at = 0; ; at += SLICE) {
    const last = at + SLICE >= bytes.length;
    const text = decoder.decode(bytes.subarray(at, at + SLICE), { stream: !last });
    if (reading.write(text, last)) return reading.head();
    if (last) throw new Refusal('Sender', 'the request is not a complete SOAP envelope');
    if (at > MAX_HEAD_BYTES)
      throw new Refusal('Sender', `the header of the request is longer than ${MAX_HEAD_BYTES} bytes`);
  }
}

/** The state of reading one head: which elements are open, and what was found. */
class HeadReading {
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #blocks: HeaderBlock[] = [];
  readonly #addressing: Record<string, string> = {};
  readonly #path: string[] = [];
  readonly #deviations: RequestProblem[] = [];
  #version: SoapVersion | undefined;
  #namespace = '';
  #inBody = false;
  #hasHeader = false;
  #payload: ExpandedName | undefined;
  #text = '';

  constructor() {
    const parser = this.#parser;
    parser.on('doctype', () => {
      throw new Refusal('Sender', 'the request has a DOCTYPE, which SOAP messages must not have');
    });
    parser.on('opentag', ({ uri, local, attributes }) => {
      this.#open({ namespace: uri, localName: local }, attributes);
    });
    parser.on('text', (text) => {
      if (this.#path.length < 3 && this.#path.length > 0 && text.trim() !== '') {
        const place = this.#path.at(-1) ?? 'the document';
        this.#deviate('UNEXPECTED_TEXT', `${place} has text where only elements are expected`);
      }
      if (this.#text.length < MAX_TEXT) this.#text += text;
    });
    parser.on('closetag', ({ local }) => this.#close(local));
    parser.on('error', (error) => {
      throw new Refusal('Sender', `the request is not well-formed XML: ${error.message}`);
    });
  }

  /** @returns whether the head is complete */
  write(text: string, last: boolean): boolean {
    try {
      this.#parser.write(text);
      if (last) this.#parser.close();
      return false;
    } catch (error) {
      if (error === DONE) return true;
      throw error;
    }
  }

  head(): EnvelopeHead {
    const { Action, MessageID, ReplyTo, FaultTo } = this.#addressing;
    return {
      version: this.#version!,
      blocks: this.#blocks,
      ...(this.#namespace !== '' && {
        addressing: {
          namespace: this.#namespace,
          ...(Action !== undefined && { action: Action }),
          ...(MessageID !== undefined && { messageId: MessageID }),
          ...(ReplyTo !== undefined && { replyTo: ReplyTo }),
          ...(FaultTo !== undefined && { faultTo: FaultTo }),
        },
      }),
      ...(this.#payload !== undefined && { payload: this.#payload }),
      deviations: this.#deviations,
    };
  }

  #open(name: ExpandedName, attributes: Readonly<Record<string, SaxesAttribute>>): void {
    const depth = this.#path.length;
    if (depth === 0) this.#version = versionOf(name);
    const isSoap = name.namespace === (this.#version === '1.1' ? SOAP11_ENVELOPE : SOAP12_ENVELOPE);
    if (depth === 1) this.#openSection(name, isSoap);
    if (depth < 2) this.#checkAttributes(name.localName, Object.values(attributes));
    if (depth === 2) {
      if (this.#inBody) {
        if (this.#version === '1.2') assertKnownEncoding(name, Object.values(attributes));
        this.#payload = name;
        throw DONE;
      }
      this.#addBlock(name, Object.values(attributes));
    }
    if (depth >= MAX_DEPTH)
      throw new Refusal('Sender', `the request is nested deeper than ${MAX_DEPTH} elements`);
    this.#path.push(name.localName);
    this.#text = '';
  }

  #openSection({ localName }: ExpandedName, isSoap: boolean): void {
    if (isSoap && localName === 'Body') this.#inBody = true;
    else if (!(isSoap && localName === 'Header'))
      throw new Refusal('Sender', `the envelope has ${localName} where Header or Body is expected`);
    else if (this.#hasHeader) throw new Refusal('Sender', 'the envelope has more than one Header');
    else this.#hasHeader = true;
  }

  /**
   * SOAP 1.1 §4.1.1, SOAP 1.2 Part 1 §5.1 and §5.1.1. The schema of SOAP 1.1 allows any attribute on the Body: xml-crypto signs it by
   * an `Id` without a namespace.
   */
  #checkAttributes(element: string, attributes: readonly SaxesAttribute[]): void {
    const isOpen = this.#version === '1.1' && this.#inBody;
    for (const { uri, local, prefix } of attributes) {
      if (!isOpen && uri === '' && prefix === '' && local !== 'xmlns')
        this.#deviate(
          'UNKNOWN_ATTRIBUTE',
          `${element} has the attribute ${local.slice(0, 100)}, which has no namespace`,
        );
      if (uri === SOAP12_ENVELOPE && local === 'encodingStyle')
        this.#deviate('UNKNOWN_ATTRIBUTE', `SOAP 1.2 allows no encodingStyle on ${element}`);
    }
  }

  #deviate(code: string, message: string): void {
    if (this.#deviations.length < MAX_DEVIATIONS) this.#deviations.push({ path: '', code, message });
  }

  #addBlock(name: ExpandedName, attributes: readonly SaxesAttribute[]): void {
    const soap = this.#version === '1.1' ? SOAP11_ENVELOPE : SOAP12_ENVELOPE;
    const soapAttribute = (local: string): string | undefined =>
      attributes.find((each) => each.uri === soap && each.local === local)?.value.trim();
    const role = soapAttribute(this.#version === '1.1' ? 'actor' : 'role');
    const must = soapAttribute('mustUnderstand') ?? '0';
    if (!/^(?:0|1|true|false)$/.test(must))
      this.#deviate('INVALID_VALUE', `mustUnderstand of ${name.localName.slice(0, 100)} is not a boolean`);
    const mustUnderstand = must === '1' || must === 'true';
    this.#blocks.push({ ...name, mustUnderstand, ...(role !== undefined && role !== '' && { role }) });
    if (name.namespace === ADDRESSING_2005 || name.namespace === ADDRESSING_2004)
      this.#namespace = name.namespace;
  }

  #close(local: string): void {
    // An empty Body, or no Body at all.
    if (this.#path.length === 1 || (this.#path.length === 2 && this.#inBody)) throw DONE;
    const [, , block = ''] = this.#path;
    const isAddress = this.#path.length === 4 && local === 'Address' && ENDPOINTS.has(block);
    const isOwn = isAddress || (this.#path.length === 3 && local !== 'Address');
    const isAddressing = this.#blocks.at(-1)?.namespace === this.#namespace;
    if (isOwn && isAddressing && TOKENS.has(local))
      this.#addressing[isAddress ? block : local] ??= this.#text.trim();
    this.#path.pop();
    this.#text = '';
  }
}

/** SOAP 1.2 Part 1 §5.1.1: the supported encodings. That of SOAP 1.1 is supported too, because toolkits mix them. */
const ENCODINGS = new Set([
  SOAP12_ENCODING,
  SOAP11_ENCODING,
  'http://www.w3.org/2003/05/soap-envelope/encoding/none',
  '',
]);

function assertKnownEncoding({ localName }: ExpandedName, attributes: readonly SaxesAttribute[]): void {
  const style = attributes.find(({ uri, local }) => uri === SOAP12_ENVELOPE && local === 'encodingStyle');
  if (style === undefined || ENCODINGS.has(style.value.trim())) return;
  const message = `${localName.slice(0, 100)} has the encoding "${style.value.slice(0, 200)}", expected ${SOAP12_ENCODING} or none`;
  throw new Refusal('DataEncodingUnknown', message);
}

function versionOf({ namespace, localName }: ExpandedName): SoapVersion {
  if (localName !== 'Envelope')
    throw new Refusal('Sender', `the request is ${localName}, not a SOAP envelope`);
  if (namespace === SOAP11_ENVELOPE) return '1.1';
  if (namespace === SOAP12_ENVELOPE) return '1.2';
  throw new Refusal(
    'VersionMismatch',
    'the envelope is in a namespace that is neither SOAP 1.1 nor SOAP 1.2',
  );
}
