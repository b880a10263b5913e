import { defined } from '@soapstone/options/defined';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type { SoapFaultInfo, SoapReplyText } from '../../api/messages.js';
import type { JsonObject } from '../../api/values.js';
import { DecodeError } from '../../errors.js';
import { parseOutput } from '../../json/parse-output.js';
import { isMalformed } from '../envelope/fault.js';
import { type JsonOutput, OutputExceeded } from '../output/json-output.js';
import { copyResult } from '../output/result-bytes.js';
import type { Decoding } from '../state/decoding.js';
import type { FaultReading } from '../state/reply.js';
import { addAttachments } from './attachments-member.js';
import { strictError } from './strict.js';

/** The maximum size of a fault's detail, in bytes of JSON: it is parsed to values, in one turn, and reported in an error. */
const MAX_DETAIL = 1 << 18;

/** Returns the reply at the end of a response. Throws `DecodeError`. */
export function finishReply(decoding: Decoding): SoapReplyText {
  const { reply, warnings } = decoding;
  if (decoding.hasSurrogates && warnings.wants('SURROGATE_REFERENCE')) {
    warnings.add('SURROGATE_REFERENCE', '', 'characters come as two references, one to each half of a pair');
  }
  if (reply.fault !== undefined) {
    const fault = faultOf(decoding, reply.fault);
    return { kind: 'fault', fault, warnings: [...warnings.list, ...warnings.refused] };
  }
  addAttachments(decoding, reply.message.shape);
  if (warnings.refused.length > 0) throw strictError(warnings.refused);
  if (decoding.flushed + reply.result.length > decoding.allowedOutput()) throw new OutputExceeded();
  const result = finishObject(reply.result);
  const { list } = warnings;
  if (reply.headers === undefined) return { kind: 'result', result, warnings: list };
  return { kind: 'result', result, headers: membersObject(reply.headers), warnings: list };
}

/** An object text without the trailing comma. */
function finishObject(out: JsonOutput): Bytes {
  return copyResult(out.bytes, out.length - 1);
}

/** Wraps members, each followed by a comma, in an object. */
function membersObject(out: JsonOutput): Bytes {
  out.insert(0, '{');
  out.bytes[out.length - 1] = 0x7d;
  return out.slice();
}

/** Returns a copy of members as an object, and leaves them open for more. */
export function copyMembers(out: JsonOutput): Bytes {
  const json = new Uint8Array(out.length + 1);
  json[0] = 0x7b;
  json.set(out.bytes.subarray(0, out.length), 1);
  json[out.length] = 0x7d;
  return json;
}

/** The fault that was read (FL-1). */
function faultOf(decoding: Decoding, reading: FaultReading): SoapFaultInfo {
  if (isMalformed(reading))
    throw new DecodeError({ code: 'NOT_SOAP', message: 'a fault without code and reason' });
  const { fields, subcodes, reasons, any, detail } = reading;
  const size = detail.length + any.length;
  const isTooLarge = size > MAX_DETAIL;
  if (any.length > 0 && !isTooLarge) {
    any.bytes[any.length - 1] = 0x5d;
    detail.json('"$any":[');
    detail.raw(any.slice());
    detail.ascii(',');
  }
  const preferred = reasons.find(({ lang }) => /^en(?:-|$)/i.test(lang)) ?? reasons[0];
  const { faultHeaders, version } = decoding.reply;
  return {
    version: version!,
    code: fields.code ?? '',
    ...(subcodes.length === 0 ? {} : { subcodes }),
    reason: fields.reason ?? preferred?.text ?? '',
    ...(reasons.length < 2 ? {} : { reasons }),
    ...defined({ actor: fields.actor, node: fields.node, role: fields.role, name: fields.name }),
    ...(isTooLarge
      ? { detailOmitted: size }
      : detail.length > 0 && { detail: parseMembers(detail, decoding) }),
    ...(faultHeaders === undefined ? {} : { headers: parseMembers(faultHeaders, decoding) }),
  };
}

function parseMembers(members: JsonOutput, { settings }: Decoding): JsonObject {
  const { notation, limits } = settings;
  return parseOutput(membersObject(members), {
    prototypes: 'none',
    digits: limits.digits,
    notation,
  }) as JsonObject;
}
