import { readFileSync } from 'node:fs';
import { isDecodeError, isMappingError, type Warning } from '@soapstone/json-xml-mapper';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { infosetOf } from '../material/infoset.js';
import type { Pair } from './pairs.js';
import { mapperOf } from './service.js';

/** The outcome of decoding and re-encoding a message of another stack. */
export type Verdict =
  | { readonly kind: 'agrees' }
  /** The message violates its own WSDL, so it cannot be written again; `why` names the first violation. */
  | { readonly kind: 'departs'; readonly why: string }
  | { readonly kind: 'fault' }
  | { readonly kind: 'differs'; readonly why: string };

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Decodes a recorded message with our mapper, encodes it again, and compares the payloads as infosets. */
export async function roundTrip(pair: Pair, side: 'requestXml' | 'responseXml'): Promise<Verdict> {
  const xml = readFileSync(pair[side] as string, 'utf8');
  try {
    const mapper = await mapperOf(pair.wsdl, { unwrap: 'payload', warnings: 'all' });
    const exposed = mapper.model.exposed.find(
      ({ name }) => name === pair.operation || name.endsWith(`::${pair.operation}`),
    );
    if (exposed === undefined) return { kind: 'departs', why: `the WSDL has no operation ${pair.operation}` };
    const operation = mapper.compile(exposed.name);
    let again: string;
    let warnings: readonly Warning[] = [];
    if (side === 'requestXml') again = text(operation.toXml(operation.requestFromXml(xml).input).body);
    else {
      const reply = operation.fromXml(xml);
      if (reply.kind === 'fault') return { kind: 'fault' };
      warnings = reply.warnings;
      again = text(operation.responseToXml(reply.result).body);
    }
    const [ours, theirs] = [payload(again), payload(xml)];
    const at = ours.findIndex((line, i) => line !== theirs[i]);
    if (at === -1 && ours.length === theirs.length) return { kind: 'agrees' };
    const [warning] = warnings;
    if (warning !== undefined)
      return { kind: 'departs', why: `${warning.code} ${warning.path} ${warning.message}` };
    const line = at === -1 ? ours.length : at;
    return {
      kind: 'differs',
      why: `ours ${ours[line]?.trim() ?? 'ends'}, theirs ${theirs[line]?.trim() ?? 'ends'}`,
    };
  } catch (error) {
    if (isMappingError(error) || isDecodeError(error) || isWsdlError(error))
      return { kind: 'departs', why: error.message };
    throw error;
  }
}

/** Attributes about the notation of a value, which the JSON does not contain (KY-7). */
const NOTATION =
  /@(\{http:\/\/www\.w3\.org\/2001\/XMLSchema-instance\}(type|schemaLocation|noNamespaceSchemaLocation)|\{[^}]*\}(encodingStyle|root)|id)=/;

/** The infoset below the Body, without notation; numbers in canonical form. */
export function payload(xml: string): string[] {
  const lines = infosetOf(xml).split('\n');
  const body = lines.findIndex((line) => /^ {2}\{[^}]*\}Body$/.test(line));
  return lines
    .slice(body + 1)
    .filter((line) => !NOTATION.test(line))
    .map((line) =>
      line.replace(
        /"([+-]?\d+)\.(\d*?)0*"$/,
        (_, whole: string, rest: string) => `"${whole}${rest === '' ? '' : `.${rest}`}"`,
      ),
    );
}
