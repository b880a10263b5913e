import type { MimePart } from '../../api/messages.js';
import type { SentAddressing } from '../../api/operation.js';
import { SMALL_OUTPUT } from '../../limits.js';
import { escapeSegment } from '../../pointer.js';
import type { Use } from '../../shape/shape.js';
import type { DocumentKind } from '../../xml/document-kind.js';
import { XmlReader } from '../../xml/xml-reader.js';
import { JsonOutput } from '../output/json-output.js';
import type { DocumentCheck, IdentityChecks } from '../plan/identity-code.js';
import type * as message from '../plan/message-plan.js';
import type * as plan from '../plan/plan.js';
import { type Slot as GenericSlot, NO_KEY } from '../plan/plan.js';
import type * as source from '../plan/plan-source.js';
import type { DecoderSettings } from '../plan/settings.js';
import { ByteCollector } from './byte-collector.js';
import { type Content as GenericContent, Frame as GenericFrame, printStep } from './frame.js';
import { MemberMarks } from './member-marks.js';
import { Parts } from './parts.js';
import type { References } from './references.js';
import { Reply } from './reply.js';
import { WarningList } from './warnings.js';

const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const FIRST_OUTPUT = 1 << 17;

export type Content = GenericContent<Decoding>;
export type Frame = GenericFrame<Decoding>;
export type Slot = GenericSlot<Decoding>;
export type ValuePlan = plan.ValuePlan<Decoding>;
export type PlainObject = plan.PlainObject<Decoding>;
export type ElementPlan = plan.ElementPlan<Decoding>;
export type ScopePlan = plan.ScopePlan<Decoding>;
export type Target = plan.Target<Decoding>;
export type WildcardTarget = plan.WildcardTarget<Decoding>;
export type RepetitionPlan = plan.RepetitionPlan<Decoding>;
export type NamedType = plan.NamedType<Decoding>;
export type TextType = plan.TextType<Decoding>;
export type PlanSource = source.PlanSource<Decoding>;
export type PlanSources = source.PlanSources<Decoding>;
export type MessagePlan = message.MessagePlan<Decoding>;
export type HeadersPlan = message.HeadersPlan<Decoding>;
export type FaultPlan = message.FaultPlan<Decoding>;

/** How the base64 value that is the whole result is read. */
export interface ReadFile {
  /** The content of the element whose start tag was read last; undefined if it is not in the result. */
  content(decoding: Decoding): Content | undefined;
  /** That of an attachment in its place: the reference to a MIME part. Elsewhere, an attachment is read as usual. */
  readonly reference: Content;
  /** The maximum size of the document, in bytes. */
  readonly maxBytes: number;
}

/** The state that the responses of one operation share. */
export interface DocumentRules {
  readonly settings: DecoderSettings;
  readonly message: MessagePlan;
  readonly plans: PlanSources;
  /** The encoding of the Body. */
  readonly use: Use;
  readonly document: DocumentKind;
  /** The identity constraints that are checked, if any (MO-6). */
  readonly identities: IdentityChecks | undefined;
  /** The bytes that they start with. */
  readonly prologue: { pass(decoding: Decoding): boolean; learn(decoding: Decoding): void };
}

/**
 * The state of decoding one document, reusable for the next, because allocating its buffers would be most of the cost of a small
 * response. Each kind of content is implemented in its own file.
 */
export class Decoding {
  readonly reader: XmlReader;
  settings: DecoderSettings;
  /** The source of plans for names in the current context. */
  plans: PlanSource;
  readonly warnings: WarningList = new WarningList();
  readonly reply: Reply<Decoding>;
  readonly marks: MemberMarks = new MemberMarks();
  /** The text of the open simple value. */
  readonly collector: ByteCollector = new ByteCollector();
  /** Text among the elements of the innermost frame, if it is kept (TR-5). */
  readonly stray: ByteCollector = new ByteCollector();
  /** Members written before it is known whether they are wanted. */
  readonly aside: JsonOutput = new JsonOutput(256);
  /** The references of a document that may contain some. */
  references: References | undefined = undefined;
  /** The check of identity constraints, if the message may have some; the fast lane then reads nothing. */
  identities: DocumentCheck | undefined = undefined;
  /** Elements below this depth may be references: inside an encoded Body or header block. */
  #referencesBelow = Number.POSITIVE_INFINITY;
  /** The reference of the last start tag, if it leads out of the document or nowhere (EN-4). */
  unfollowed: string | undefined = undefined;
  /** The parts that `cid:` references may name. */
  readonly parts: Parts = new Parts();
  /** Whether a character was written as two references (TR-10). */
  hasSurrogates = false;
  /** Bytes of the result that were already returned and cannot be changed. */
  flushed = 0;
  /** The part that is the whole of the open simple value, in base64. */
  includedPart: Uint8Array | undefined = undefined;
  /** Receives the base64 value that is the whole result. */
  file: ReadFile | undefined = undefined;
  /** The target of values: the result, a header block or a fault detail. */
  out: JsonOutput;
  /** The innermost frame. */
  frame: Frame;
  /** The prefix of pointers. */
  pointerPrefix = '';
  #kind: DocumentRules;
  readonly #frames: Frame[];
  #top = 0;
  #nextSlot: Slot | undefined = undefined;
  #nextIndex = 0;
  #nextEntryKey: string | undefined = undefined;

  constructor(kind: DocumentRules, document: Content) {
    this.#kind = kind;
    this.settings = kind.settings;
    this.plans = kind.plans(kind.use);
    this.reader = new XmlReader(kind.document);
    this.out = new JsonOutput(FIRST_OUTPUT);
    this.reply = new Reply(kind.message, this.out);
    this.#frames = [new GenericFrame(document)];
    this.frame = this.#frames[0]!;
  }

  /**
   * Starts a document.
   *
   * @param charset the HTTP charset
   */
  begin(
    kind: DocumentRules,
    charset: string | undefined,
    attachments: readonly MimePart[],
    addressing?: SentAddressing,
    file?: ReadFile,
  ): void {
    this.#kind = kind;
    this.file = file;
    this.settings = kind.settings;
    this.plans = kind.plans(kind.use);
    this.reader.reset(kind.document, charset, file?.maxBytes);
    this.out = this.reply.result;
    this.out.length = 0;
    this.warnings.reset(kind.settings);
    this.reply.reset(kind.message, this.out, addressing);
    this.marks.top = 0;
    this.references = undefined;
    this.identities = kind.identities?.(this);
    this.#referencesBelow = Number.POSITIVE_INFINITY;
    this.unfollowed = undefined;
    this.stray.clear();
    this.parts.reset(attachments);
    this.flushed = 0;
    this.hasSurrogates = false;
    this.includedPart = undefined;
    this.pointerPrefix = '';
    this.#nextSlot = undefined;
    this.#nextEntryKey = undefined;
    this.#top = 0;
    this.frame = this.#frames[0]!;
  }

  /** Limits the output to what the input so far allows (§21), plus what may be reserved for the window. */
  allowOutput(): void {
    const allowed = this.allowedOutput() + this.reader.window.end;
    this.reply.result.allow(allowed - this.flushed);
    this.aside.allow(allowed);
  }

  /** The maximum bytes of JSON for the bytes of the message. */
  allowedOutput(): number {
    const { outputBytes, expansion } = this.settings.limits;
    const received = this.reader.window.received + this.parts.size;
    return Math.min(outputBytes, SMALL_OUTPUT + expansion * received);
  }

  /** The size of its buffers in bytes, which grow with the documents. */
  get capacity(): number {
    const { reader, reply, collector, stray, aside, marks } = this;
    const texts =
      reply.result.bytes.length + collector.bytes.length + stray.bytes.length + aside.bytes.length;
    return reader.capacity + texts + marks.capacity;
  }

  /** At the start of a document: skips the known prologue of the operation's responses. @returns whether it was there */
  passPrologue(): boolean {
    return this.#top === 0 && this.identities === undefined && this.#kind.prologue.pass(this);
  }

  /** Remembers the prologue. Call it after the start tag of the payload, if nothing before it affected the result. */
  learnPrologue(): void {
    if (this.references === undefined) this.#kind.prologue.learn(this);
  }

  /** Starts the value of the element whose start tag was read last. */
  push(content: Content, element?: ElementPlan, scope?: ScopePlan): Frame {
    const index = ++this.#top;
    const frame = this.#frames[index] ?? new GenericFrame(content);
    this.#frames[index] = frame;
    frame.content = content;
    frame.element = element;
    frame.scope = scope;
    frame.start = this.out.length;
    frame.closers = 0;
    frame.tail = undefined;
    frame.slot = this.#nextSlot;
    frame.index = this.#nextIndex;
    frame.entryKey = this.#nextEntryKey;
    this.#nextSlot = undefined;
    this.#nextEntryKey = undefined;
    frame.isValue = false;
    frame.compact = undefined;
    frame.simple = undefined;
    frame.inLane = false;
    frame.isPaused = false;
    frame.disordered = false;
    frame.state = 0;
    this.frame = frame;
    return frame;
  }

  pop(): void {
    this.frame = this.#frames[--this.#top]!;
  }

  /** Ends the innermost value, which is complete except for its wrapping and the comma. */
  endValue(): void {
    const { closers, tail } = this.frame;
    if (tail !== undefined) this.out.json(`,${tail}`);
    for (let i = 0; i < closers; i++) this.out.byte(CLOSE_BRACE);
    this.out.byte(COMMA);
    this.pop();
  }

  /** Ends the innermost value, an object whose members are all written. */
  endObject(): void {
    const { frame, out } = this;
    if (frame.tail !== undefined) {
      out.json(`${frame.tail},`);
      frame.tail = undefined;
    }
    if (out.bytes[out.length - 1] === COMMA) out.length--;
    out.byte(CLOSE_BRACE);
    this.endValue();
  }

  /** The open frames, from the outermost to the innermost. */
  openFrames(): readonly Frame[] {
    return this.#frames.slice(1, this.#top + 1);
  }

  /** The frame `below` levels under the innermost one. */
  frameBelow(below: number): Frame {
    return this.#frames[this.#top - below]!;
  }

  /** The JSON location of the innermost value, or of one about to be opened, as an RFC 6901 pointer (TR-7). */
  pointer(last?: string): string {
    let pointer = this.pointerPrefix;
    for (let i = 1; i <= this.#top; i++) {
      pointer += this.#frames[i]!.step();
    }
    pointer += printStep(this.#nextSlot, this.#nextIndex, this.#nextEntryKey);
    return last === undefined || last === NO_KEY ? pointer : `${pointer}/${escapeSegment(last)}`;
  }

  /** Reports a deviation of the innermost frame's value, or of a member of it. */
  warn(code: string, message: string, member?: string): void {
    if (this.warnings.wants(code)) this.warnings.add(code, this.pointer(member), message);
  }

  /** Sets the JSON location of the next value; `push` copies it into the frame. */
  place(slot: Slot, parent: Frame, entryKey?: string): void {
    this.#nextSlot = slot;
    this.#nextIndex = parent.count - 1;
    this.#nextEntryKey = entryKey;
  }

  /** The same for a value below a key without a slot. */
  placeEntry(key: string): void {
    this.#nextSlot = undefined;
    this.#nextEntryKey = key;
  }

  /** Whether the last start tag is an element that only serves as the target of references (EN-4). */
  isReferenceTarget(): boolean {
    return this.references?.isTarget() ?? false;
  }

  /** Reads the Body whose start tag was read last by the rules of its binding. */
  enterBody(): void {
    this.#useRules(this.#kind.use);
  }

  /** The same for a header block, which may be a reference itself (EN-9). */
  enterBlock(use: Use): void {
    this.#referencesBelow = 0;
    if (use === 'encoded') this.followReference();
    this.#useRules(use);
  }

  #useRules(use: Use): void {
    this.plans = this.#kind.plans(use);
    this.#referencesBelow = use === 'encoded' ? this.reader.depth : Number.POSITIVE_INFINITY;
  }

  /** Goes to the target of the reference whose start tag was read last, if it is one and its target is in the document (EN-4). */
  followReference(): void {
    const { reader } = this;
    const referencesBelow = this.#referencesBelow;
    const mayRefer = reader.depth > referencesBelow && reader.attributes.count > 0;
    // Targets of references in the Body are read where they are referenced.
    const isTarget = mayRefer && reader.depth === referencesBelow + 1 && this.isReferenceTarget();
    this.unfollowed = mayRefer && !isTarget ? this.references?.follow() : undefined;
  }

  /** The namespace of a prefix at the reader's position, for QName values and `xsi:type`. */
  readonly lookupPrefix = (prefix: string): string | undefined => this.reader.nameContext.lookup(prefix);
}
