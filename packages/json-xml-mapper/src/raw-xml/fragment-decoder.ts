import { SOAP11_ENVELOPE } from '@soapstone/soap-model/namespaces';
import type { Warning } from '../api/problems.js';
import type { JsonObject } from '../api/values.js';
import { liftedCode } from '../decode/content/lifted.js';
import { createMessageDecoder, type MessageDecoder, parseOutput } from '../decode/decoder.js';
import { isDecodeError } from '../errors.js';
import type { EncoderCompiler } from '../explain/compiler.js';
import { encodeUtf8 } from '../platform.js';
import { typeProblem } from '../shape/derivation.js';
import type { MessageShape } from '../shape/operation-shape.js';
import type { ContentNode, ElementMember } from '../shape/shape.js';
import { runningMeter, WorkExceeded } from '../work.js';

/** An element around the fragment, of a namespace that no schema has. */
const HOLDER = { namespace: 'urn:soapstone:holder', localName: 'holder' };
/** The key of a declared element in it. */
export const KEY = 'element';

const HEAD: Uint8Array = encodeUtf8(
  `<e:Envelope xmlns:e="${SOAP11_ENVELOPE}"><e:Body><h:holder xmlns:h="${HOLDER.namespace}">`,
);
const TAIL: Uint8Array = encodeUtf8('</h:holder></e:Body></e:Envelope>');

/** How many deviations are looked at: further ones repeat the first. */
const MAX_WARNINGS = 200;

/** An element as JSON, and its deviations from the schema. */
export interface DecodedFragment {
  /** `undefined` if the JSON would be larger than it may. */
  readonly json: JsonObject | undefined;
  readonly deviations: readonly Warning[];
}

/** Reads elements as a place of a message does. */
export type FragmentDecoder = (bytes: Uint8Array) => DecodedFragment;

/** Compiles a decoder of one declared element, or, without one, of any element. `lookup`: see `RawPlace`. */
export function createFragmentDecoder(
  place: ElementMember | { readonly lookup: boolean },
  { operation, settings }: EncoderCompiler,
): FragmentDecoder {
  const { limits, soapVersion } = settings;
  const decoder: MessageDecoder = createMessageDecoder(holderOf(place), [], operation, {
    notation: 'json',
    unwrap: 'none',
    strictResponses: false,
    checkOrder: true,
    exacting: true,
    identities: undefined,
    typeProblem,
    lifted: () => liftedCode,
    applyDefaults: false,
    untyped: 'ordered',
    unknown: 'drop',
    warnings: 'all',
    limits: {
      ...limits,
      warnings: MAX_WARNINGS,
      // The element was counted by the limits of requests.
      responseBytes: Number.POSITIVE_INFINITY,
      responseDepth: Number.POSITIVE_INFINITY,
      responseNodes: Number.POSITIVE_INFINITY,
    },
    oneWay: false,
    soapVersion,
  });
  return (bytes) => {
    try {
      const reply = decoder.decode(aroundFragment(bytes), {
        contentType: 'text/xml; charset=utf-8',
        work: runningMeter(),
      });
      if (reply.kind === 'fault') return { json: undefined, deviations: [] };
      const { digits } = limits;
      const json = parseOutput(reply.result, { prototypes: 'none', notation: 'json', digits });
      return { json: json as JsonObject, deviations: reply.warnings };
    } catch (error) {
      if (!isDecodeError(error)) throw error;
      if (error.cause instanceof WorkExceeded) throw error.cause;
      return { json: undefined, deviations: [] };
    }
  };
}

/** The message that has an element and nothing else. */
export function aroundFragment(bytes: Uint8Array): Uint8Array {
  const xml = new Uint8Array(HEAD.length + bytes.length + TAIL.length);
  xml.set(HEAD);
  xml.set(bytes, HEAD.length);
  xml.set(TAIL, HEAD.length + bytes.length);
  return xml;
}

/** The message that has a declared element, or any element. */
export function holderOf(place: ElementMember | { readonly lookup: boolean }): MessageShape {
  const node: ContentNode =
    'lookup' in place
      ? {
          kind: 'any',
          key: '$any',
          min: 1,
          max: 1,
          wildcard: { namespaces: { kind: 'any' }, processContents: place.lookup ? 'lax' : 'skip' },
        }
      : {
          kind: 'element',
          member: { ...place, key: KEY, min: 1, max: 1, array: false, conditional: false },
          min: 1,
          max: 1,
        };
  return {
    kind: 'element',
    name: HOLDER,
    rpc: false,
    nillable: false,
    encoded: false,
    attachments: [],
    root: {
      kind: 'object',
      form: 'plain',
      attributes: [],
      members: node.kind === 'element' ? [node.member] : [],
      content: { kind: 'sequence', optional: false, unordered: false, children: [node] },
    },
  };
}
