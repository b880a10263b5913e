import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, XML, XSD, XSI } from '@soapstone/soap-model/namespaces';
import { isNCName } from '@soapstone/soap-model/xml';
import type { ChosenPrefixes } from '../../shape/operation-shape.js';
import { describe, isRecord, ownValue, quote, refuseEmpty, type ShapingReporter } from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';

/** The lines of a design about prefixes, and their places. */
export type ParsedPrefixes = ChosenPrefixes;

/** The parts of a design that this file reads. */
export const PREFIX_PARTS: readonly string[] = ['prefixes', 'declare'];

/** Prefixes that have one meaning in all messages, and those that the mapper numbers (XO-2). */
const TAKEN = /^(?:xml.*|xsi|xsd|soapenc|ns\d+|x\d+)$/i;
const ENVELOPES: readonly string[] = [SOAP11_ENVELOPE, SOAP12_ENVELOPE];
const FIXED: readonly string[] = [XML, XSD, XSI, 'http://www.w3.org/2000/xmlns/'];

/** Reads the prefixes of requests (XO-7). Data may come from anybody: only own properties count. */
export function readPrefixes(
  data: Readonly<Record<string, unknown>>,
  reporter: ShapingReporter,
): ParsedPrefixes | undefined {
  const declare = ownValue(data, 'declare') ?? 'element';
  if (declare !== 'root' && declare !== 'element')
    reporter.report(['declare'], `must be root or element, got ${describe(declare)}`);
  const value = ownValue(data, 'prefixes') ?? undefined;
  const given = value ?? {};
  if (!isRecord(given)) {
    reporter.report(['prefixes'], `must be an object of namespaces by prefix, got ${describe(given)}`);
    return undefined;
  }
  const byNamespace = new Map<string, string>();
  const entries = Object.keys(given);
  if (value !== undefined) refuseEmpty(entries, ['prefixes'], reporter);
  if (entries.length > DESIGN_LIMITS.prefixes)
    reporter.report(['prefixes'], `must not have more than ${DESIGN_LIMITS.prefixes} prefixes`);
  for (const prefix of entries.slice(0, DESIGN_LIMITS.prefixes)) {
    const at = ['prefixes', prefix];
    const namespace = given[prefix];
    if (!reporter.count(prefix.length, at)) break;
    const problem = problemOf(prefix, namespace, byNamespace);
    if (problem !== undefined) reporter.report(at, problem);
    else if (reporter.count((namespace as string).length, at)) byNamespace.set(namespace as string, prefix);
  }
  if (byNamespace.size === 0) {
    if (declare === 'root' && value === undefined)
      reporter.report(['declare'], 'changes nothing: no prefixes are given');
    return undefined;
  }
  return { byNamespace, onRoot: declare === 'root' };
}

function problemOf(
  prefix: string,
  namespace: unknown,
  others: ReadonlyMap<string, string>,
): string | undefined {
  if (prefix !== '' && (!isNCName(prefix) || prefix.length > 64))
    return 'must be a name of at most 64 characters without a colon, or empty for the default namespace';
  if (TAKEN.test(prefix))
    return 'must not be xml…, xsi, xsd, soapenc, or ns or x with a number: these have a meaning';
  if (typeof namespace !== 'string' || namespace === '')
    return `must be the name of a namespace, got ${describe(namespace)}`;
  if (FIXED.includes(namespace)) return 'must not be a namespace whose prefix is always the same';
  if (prefix === '' && ENVELOPES.includes(namespace)) return 'must not be the namespace of the envelope';
  const other = others.get(namespace);
  return other === undefined ? undefined : `must not be the namespace of ${quote(other)} too`;
}
