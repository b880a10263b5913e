import { defined } from '@soapstone/options/defined';
import type { MimePart } from '../../api/messages.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import { describeValue } from '../../scalar/describe.js';
import { isBlob } from '../../scalar/object-text.js';
import { decodeBase64, isBase64 } from '../../scalar/spaces/binary.js';
import { textOfObject } from '../../scalar/spaces/text-of-object.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import { NO_EXTRA_KEYS, type ValueEncoder } from '../compiler.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';

const ATTACHMENT_KEYS = ['contentType', 'data', 'filename'];
const checkAttachmentKeys = compileKeyCheck(ATTACHMENT_KEYS);
export const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** The necessary part of RFC 9110 §8.3.1: a header value must not be able to end its line. */
export const MEDIA_TYPE: RegExp =
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\x20-\x7e\t]*)?$/;

/**
 * wsi:swaRef (AT-2): an Attachment object becomes a MIME part, and its `cid:` URI is the element's text. The Content-ID consists of
 * unreserved characters, so that it is the same text in the URI: servers compare the two without decoding.
 */
export const SWA_REF_ENCODER: ValueEncoder = {
  encode(tags, value, run, extraKeys) {
    const mark = run.xml.open(tags);
    const part = readAttachment(value, 'attachment-', DEFAULT_CONTENT_TYPE, run, extraKeys);
    if (part !== undefined) {
      run.attachments.push(part);
      run.xml.text(`cid:${part.contentId}`);
    }
    run.xml.close(tags, mark);
  },
};

/**
 * `$attachments` (AT-3): the parts that the binding puts next to the envelope. All are required. The keys of undeclared ones are their
 * Content-IDs (AT-7).
 */
export function encodeAttachments(source: InputObject, message: MessageShape, run: EncodingRun): void {
  const isOpen = message.undeclaredAttachments === true;
  if (message.attachments.length === 0 && !isOpen) return;
  const value = memberOf(source, '$attachments');
  if (value !== undefined && !isInputObject(value)) {
    run.reportAt(
      '$attachments',
      'type',
      `must be an object, got ${describeValue(value, run.secret)}`,
      'object',
    );
    return;
  }
  run.enter('$attachments');
  for (const { name, contentTypes } of message.attachments) {
    const attachment = value === undefined ? undefined : memberOf(value, name);
    run.enter(name);
    if (attachment === undefined) {
      run.report('required', 'is required: an attachment');
    } else {
      const contentType = contentTypes.find((type) => !type.includes('*')) ?? DEFAULT_CONTENT_TYPE;
      // SOAP with Attachments asks for `<part=id>` (Attachments Profile 1.0 R2933).
      const prefix = `${encodeURIComponent(name)}=`;
      const part = readAttachment(attachment, prefix, contentType, run, NO_EXTRA_KEYS);
      if (part !== undefined) run.attachments.push(part);
    }
    run.leave();
  }
  if (value !== undefined) {
    const declared = message.attachments.map(({ name }) => name);
    if (isOpen) encodeUndeclared(value, new Set(declared), run);
    else compileKeyCheck(declared)(value, run, NO_EXTRA_KEYS);
  }
  run.leave();
}

/** The maximum number of undeclared parts of a request. */
const MAX_UNDECLARED = 100;

/** A Content-ID that is the same text in a `cid:` URI and in a header. RFC 2392 needs no more than RFC 3986's unreserved characters and `@`. */
const CONTENT_ID = /^[\w.~@+=-]{1,200}$/;

/** The names that are ours: of the envelope and of the parts that the mapper names. */
const OWN_ID = /@soapstone(?:\.invalid)?$/i;

/** The parts that the WSDL does not declare, in the order of their keys. */
function encodeUndeclared(value: InputObject, declared: ReadonlySet<string>, run: EncodingRun): void {
  const keys = Object.keys(value).filter((key) => !declared.has(key));
  if (keys.length > MAX_UNDECLARED) {
    run.report(
      'limit',
      `must have at most ${MAX_UNDECLARED} undeclared parts, has ${keys.length}`,
      MAX_UNDECLARED,
    );
    return;
  }
  for (const key of keys) {
    run.enter(key);
    if (!CONTENT_ID.test(key)) {
      run.report('format', 'must be a Content-ID: 1 to 200 letters, digits and -._~@+=');
    } else if (OWN_ID.test(key)) {
      run.report(
        'format',
        'must not end with the domain of generated parts; use your own, as in photo@example.com',
      );
    } else {
      const part = readAttachment(memberOf(value, key), '', DEFAULT_CONTENT_TYPE, run, NO_EXTRA_KEYS);
      if (part !== undefined) run.attachments.push({ ...part, contentId: key });
    }
    run.leave();
  }
}

function readAttachment(
  value: unknown,
  idPrefix: string,
  defaultType: string,
  run: EncodingRun,
  extraKeys: readonly string[],
): MimePart | undefined {
  if (!isInputObject(value)) {
    run.report('type', `must be an object with data, got ${describeValue(value, run.secret)}`, 'object');
    return undefined;
  }
  const before = run.errors.length;
  const contentType = readText(value, 'contentType', run) ?? defaultType;
  const filename = readText(value, 'filename', run);
  const data = readData(value, run);
  checkAttachmentKeys(value, run, extraKeys);
  if (!MEDIA_TYPE.test(contentType)) {
    run.reportAt('contentType', 'format', 'must be a media type such as image/png');
  }
  if (filename !== undefined && /[\x00-\x1f\x7f]/.test(filename)) {
    run.reportAt('filename', 'format', 'must not contain control characters');
  }
  if (data === undefined || run.errors.length > before) return undefined;
  // Deterministic (XO-1).
  const contentId = `${idPrefix}${run.attachments.length + 1}@soapstone.invalid`;
  return { contentId, contentType, data, ...defined({ filename }) };
}

function readText(value: InputObject, key: string, run: EncodingRun): string | undefined {
  const text = memberOf(value, key);
  if (text === undefined || text === null || typeof text === 'string') return text ?? undefined;
  run.reportAt(key, 'type', `must be a string, got ${describeValue(text, run.secret)}`, 'string');
  return undefined;
}

function readData(value: InputObject, run: EncodingRun): Uint8Array | undefined {
  const given = memberOf(value, 'data');
  // The sender that set `run.blobs` knows that the data of a part may be a `Blob`.
  if (run.blobs && isBlob(given)) return given as unknown as Uint8Array;
  const data = typeof given === 'object' && given !== null ? textOfObject('base64Binary', given) : given;
  if (data === undefined) {
    run.reportAt('data', 'required', 'is required: the content in base64');
  } else if (typeof data !== 'string') {
    run.reportAt(
      'data',
      'type',
      `must be a string, got ${describeValue(data, run.secret)}`,
      'xs:base64Binary',
    );
  } else if (!isBase64(data)) {
    run.reportAt('data', 'format', 'must be base64 text', 'xs:base64Binary');
  } else {
    return decodeBase64(data);
  }
  return undefined;
}
