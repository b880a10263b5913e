import type { MimePart } from '../api/messages.js';
import type { SentAddressing } from '../api/operation.js';
import { SMALL_OUTPUT } from '../limits.js';
import { escapeSegment } from '../pointer.js';
import type { Use } from '../shape/shape.js';
import { surrogatePairs } from '../xml/references.js';
import { END, START, TEXT, XmlReader, type XmlToken } from '../xml/xml-reader.js';
import { trimId } from './content/attachment.js';
import { ByteCollector } from './content/byte-collector.js';
import { MemberMarks } from './content/member-marks.js';
import type { References } from './content/references.js';
import { SKIPPED } from './content/skip.js';
import { isWhiteSpace } from './content/white-space.js';
import { documentContent } from './envelope/envelope.js';
import { Reply } from './envelope/reply.js';
import { decodeMembers } from './fast/member-lane.js';
import { type Content, Frame } from './frame.js';
import { JsonOutput } from './output/json-output.js';
import { WarningList } from './output/warnings.js';
import type { ElementPlan, ScopePlan } from './plan/plan.js';
import type { PlanSource } from './plan/plan-source.js';
import type { DecoderSettings } from './plan/settings.js';
import type { Slot } from './plan/slot.js';
import type { ResponseKind } from './response-kind.js';

const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const FIRST_OUTPUT = 1 << 17;

/**
 * The state of decoding one document, reusable for the next, because allocating its buffers would be most of the cost of a small
 * response. Each kind of content is implemented in its own file.
 */
export class Decoding {
  readonly reader: XmlReader;
  settings: DecoderSettings;
  /** The plan source for names in the current context. */
  plans: PlanSource;
  readonly warnings: WarningList = new WarningList();
  readonly reply: Reply;
  readonly marks: MemberMarks = new MemberMarks();
  /** The text of the open simple value. */
  readonly collector: ByteCollector = new ByteCollector();
  /** Members written before it is known whether they are wanted. */
  readonly aside: JsonOutput = new JsonOutput(256);
  /** For documents that may contain references. */
  references: References | undefined = undefined;
  /** Elements below this depth may be references: inside an encoded Body or header block. */
  private referencesBelow = Number.POSITIVE_INFINITY;
  /** The reference of the last start tag, if it leads out of the document or nowhere (EN-4). */
  unfollowed: string | undefined = undefined;
  /** Parts that `cid:` references may name. */
  attachments: readonly MimePart[] = [];
  readonly usedAttachments: Set<MimePart> = new Set();
  /** The WS-Addressing of the request. */
  addressing: SentAddressing | undefined = undefined;
  /** Keys of the header blocks so far. */
  readonly seenHeaders: Set<string> = new Set();
  /** Bytes of the result that were already returned and cannot be changed. */
  /** Whether a character was written as two references (TR-10). */
  hasSurrogates = false;
  handedOn = 0;
  /** The part that is the whole of the open simple value, in base64. */
  includedPart: Uint8Array | undefined = undefined;
  /** The total size of the message's parts in bytes. */
  private attachedBytes = 0;
  /** The parts by Content-ID, indexed on first use. */
  private partsById: Map<string, MimePart> | undefined = undefined;
  /** The target of values: the result, a header block or a fault detail. */
  out: JsonOutput;
  /** The innermost frame. */
  frame: Frame;
  /** The prefix of pointers. */
  pointerPrefix = '';
  private kind: ResponseKind;
  private readonly frames: Frame[];
  private top = 0;
  private nextSlot: Slot | undefined = undefined;
  private nextIndex = 0;
  private nextEntryKey: string | undefined = undefined;

  constructor(kind: ResponseKind) {
    this.kind = kind;
    this.settings = kind.settings;
    this.plans = kind.plans(kind.use);
    this.reader = new XmlReader(kind.document);
    this.out = new JsonOutput(FIRST_OUTPUT);
    this.reply = new Reply(kind.message, this.out);
    this.frames = [new Frame(documentContent)];
    this.frame = this.frames[0]!;
  }

  /**
   * Starts a document.
   *
   * @param charset the HTTP charset
   */
  begin(
    kind: ResponseKind,
    charset: string | undefined,
    attachments: readonly MimePart[],
    addressing?: SentAddressing,
  ): void {
    this.addressing = addressing;
    this.kind = kind;
    this.settings = kind.settings;
    this.plans = kind.plans(kind.use);
    this.reader.reset(kind.document, charset);
    this.out = this.reply.result;
    this.out.length = 0;
    this.warnings.reset(kind.settings);
    this.reply.reset(kind.message, this.out);
    this.marks.top = 0;
    this.references = undefined;
    this.referencesBelow = Number.POSITIVE_INFINITY;
    this.unfollowed = undefined;
    this.attachments = attachments;
    if (this.usedAttachments.size > 0) this.usedAttachments.clear();
    if (this.seenHeaders.size > 0) this.seenHeaders.clear();
    this.handedOn = 0;
    this.hasSurrogates = false;
    this.partsById = undefined;
    this.includedPart = undefined;
    this.attachedBytes = 0;
    for (const part of attachments) this.attachedBytes += part.data.length;
    this.pointerPrefix = '';
    this.nextSlot = undefined;
    this.nextEntryKey = undefined;
    this.top = 0;
    this.frame = this.frames[0]!;
  }

  /** The part with this Content-ID, without angle brackets; the first of several. */
  attachmentById(id: string): MimePart | undefined {
    if (this.partsById === undefined) {
      this.partsById = new Map();
      for (const part of this.attachments) {
        const key = trimId(part.contentId);
        if (!this.partsById.has(key)) this.partsById.set(key, part);
      }
    }
    return this.partsById.get(id);
  }

  /** Grants the output the bytes that the input so far allows (§21). Input that is still to come may be reserved for. */
  allowOutput(): void {
    const allowed = this.allowedOutput() + this.reader.window.end;
    this.reply.result.allow(allowed - this.handedOn);
    this.aside.allow(allowed);
  }

  /** The maximum bytes of JSON for the bytes of the message. */
  allowedOutput(): number {
    const { outputBytes, expansion } = this.settings.limits;
    const received = this.reader.window.received + this.attachedBytes;
    return Math.min(outputBytes, SMALL_OUTPUT + expansion * received);
  }

  /** The size of its buffers in bytes, which grow with the documents. */
  get capacity(): number {
    const { reader, reply, collector, aside, marks } = this;
    const texts = reply.result.bytes.length + collector.bytes.length + aside.bytes.length;
    return reader.capacity + texts + marks.capacity;
  }

  /** Decodes as far as the input goes. */
  run(): void {
    const pairs = surrogatePairs();
    this.runTokens();
    if (pairs !== surrogatePairs()) this.hasSurrogates = true;
  }

  private runTokens(): void {
    let token: XmlToken = this.top === 0 && this.kind.prologue.pass(this) ? START : this.nextToken();
    for (;;) {
      const { frame } = this;
      switch (token) {
        case START:
          if (this.references !== undefined && frame.content !== SKIPPED) this.followReference();
          frame.content.start(this, frame);
          break;
        case TEXT:
          frame.content.text(this, frame);
          break;
        case END:
          frame.content.end(this, frame);
          this.references?.comeBack();
          break;
        default:
          return;
      }
      token = this.nextToken();
    }
  }

  private nextToken(): XmlToken {
    if (this.frame.inLane && this.reader.inContent) decodeMembers(this);
    return this.reader.next();
  }

  /** The start tag of the payload was read last, and nothing before it mattered. */
  learnPrologue(): void {
    if (this.references === undefined) this.kind.prologue.learn(this);
  }

  /** Starts the value of the element whose start tag was read last. */
  push(content: Content, element?: ElementPlan, scope?: ScopePlan): Frame {
    const index = ++this.top;
    const frame = this.frames[index] ?? new Frame(content);
    this.frames[index] = frame;
    frame.content = content;
    frame.element = element;
    frame.scope = scope;
    frame.start = this.out.length;
    frame.closers = 0;
    frame.tail = undefined;
    frame.slot = this.nextSlot;
    frame.index = this.nextIndex;
    frame.entryKey = this.nextEntryKey;
    this.nextSlot = undefined;
    this.nextEntryKey = undefined;
    frame.isValue = false;
    frame.compact = undefined;
    frame.simple = undefined;
    frame.inLane = false;
    frame.disordered = false;
    frame.state = 0;
    this.frame = frame;
    return frame;
  }

  /** Prepares a frame for the members of an object. */
  beginObject(frame: Frame): void {
    frame.previous = undefined;
    frame.cursor = -1;
    frame.open = undefined;
    frame.count = 0;
    frame.marks = this.marks.top;
    frame.lastMarks = undefined;
    frame.disordered = false;
    frame.incomplete = false;
    frame.released = false;
    frame.ordinal = -1;
  }

  pop(): void {
    this.frame = this.frames[--this.top]!;
  }

  /** The innermost value is complete, except for its wrapping and the comma. */
  endValue(): void {
    const { closers, tail } = this.frame;
    if (tail !== undefined) this.out.json(`,${tail}`);
    for (let i = 0; i < closers; i++) this.out.byte(CLOSE_BRACE);
    this.out.byte(COMMA);
    this.pop();
  }

  /** The innermost value is an object whose members are all written. */
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

  /** From the outermost to the innermost. */
  openFrames(): readonly Frame[] {
    return this.frames.slice(1, this.top + 1);
  }

  /** The frame `below` levels under the innermost one. */
  frameBelow(below: number): Frame {
    return this.frames[this.top - below]!;
  }

  /** How many values of an object's member have been written: the items of an array, or one. */
  countOf(frame: Frame, slot: Slot): number {
    if (slot === frame.open) return frame.count;
    const mark = this.lastMarkOf(frame, slot);
    if (mark < 0) return 0;
    return slot.array ? this.marks.items(mark) : 1;
  }

  private lastMarkOf(frame: Frame, slot: Slot): number {
    if (frame.lastMarks !== undefined) return frame.lastMarks[slot.index]!;
    let mark = this.marks.top - 1;
    while (mark >= frame.marks && this.marks.slotIndex(mark) !== slot.index) mark--;
    return mark >= frame.marks ? mark : -1;
  }

  /** The JSON location of the innermost value, or of one about to be opened, as an RFC 6901 pointer (TR-7). */
  pointer(last?: string): string {
    let pointer = this.pointerPrefix;
    for (let i = 1; i <= this.top; i++) {
      const { slot, index, entryKey, isValue } = this.frames[i]!;
      pointer += printStep(slot, index, entryKey);
      if (isValue) pointer += '/$value';
    }
    pointer += printStep(this.nextSlot, this.nextIndex, this.nextEntryKey);
    return last === undefined ? pointer : `${pointer}/${escapeSegment(last)}`;
  }

  /** Reports a deviation of the innermost frame's value, or of a member of it. */
  warn(code: string, message: string, member?: string): void {
    if (this.warnings.wants(code)) this.warnings.add(code, this.pointer(member), message);
  }

  /** Sets the JSON location of the next value; `push` copies it into the frame. */
  place(slot: Slot, parent: Frame, entryKey?: string): void {
    this.nextSlot = slot;
    this.nextIndex = parent.count - 1;
    this.nextEntryKey = entryKey;
  }

  /** The same for a value below a key without a slot. */
  placeEntry(key: string): void {
    this.nextSlot = undefined;
    this.nextEntryKey = key;
  }

  /** TR-5: text where only elements are expected. */
  warnText(): void {
    if (!isWhiteSpace(this)) this.warn('UNEXPECTED_TEXT', 'text among elements is ignored');
  }

  /** Whether the last start tag is an element that only serves as the target of references (EN-4). */
  isReferenceTarget(): boolean {
    return this.references?.isTarget() ?? false;
  }

  /** Reads the Body whose start tag was read last by the rules of its binding. */
  enterBody(): void {
    this.useRules(this.kind.use);
  }

  /** The same for a header block, which may be a reference itself (EN-9). */
  enterBlock(use: Use): void {
    this.referencesBelow = 0;
    if (use === 'encoded') this.followReference();
    this.useRules(use);
  }

  private useRules(use: Use): void {
    this.plans = this.kind.plans(use);
    this.referencesBelow = use === 'encoded' ? this.reader.depth : Number.POSITIVE_INFINITY;
  }

  private followReference(): void {
    const { reader, referencesBelow } = this;
    const mayRefer = reader.depth > referencesBelow && reader.attributes.count > 0;
    // Targets of references in the Body are read where they are referenced.
    const isTarget = mayRefer && reader.depth === referencesBelow + 1 && this.isReferenceTarget();
    this.unfollowed = mayRefer && !isTarget ? this.references?.follow() : undefined;
  }

  /** The namespace of a prefix at the reader's position, for QName values and `xsi:type`. */
  readonly lookupPrefix = (prefix: string): string | undefined => this.reader.nameContext.lookup(prefix);
}

/** The part of a pointer that leads from an object to a value in it. */
function printStep(slot: Slot | undefined, index: number, entryKey: string | undefined): string {
  let step = '';
  if (slot !== undefined) step += `/${escapeSegment(slot.key)}`;
  if (slot?.array === true) step += `/${index}`;
  if (entryKey !== undefined) step += `/${escapeSegment(entryKey)}`;
  return step;
}
