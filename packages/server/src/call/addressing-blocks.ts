import { ADDRESSING_2004 } from '@soapstone/soap-model/namespaces';
import { escapeText } from '@soapstone/soap-model/xml';
import type { Refusal } from '../fault/refusal.js';
import type { SoapFault } from '../fault/soap-fault.js';
import type { RequestAddressing } from '../request/envelope-head.js';
import type { ServedOperation } from '../service/operations.js';

/** Writes the WS-Addressing blocks of a response (WS-Addressing 1.0 Core §3.4), in the version of the request. */
export function addressingBlocks(addressing: RequestAddressing | undefined, action: string): string[] {
  if (addressing?.messageId === undefined) return [];
  const { namespace, messageId } = addressing;
  const block = (name: string, text: string): string =>
    `<wsa:${name} xmlns:wsa="${namespace}">${escapeText(text)}</wsa:${name}>`;
  return [...(action === '' ? [] : [block('Action', action)]), block('RelatesTo', messageId)];
}

/**
 * Returns the action of a fault that a handler threw (WA-1): that of the declared fault whose element is in the detail, else the
 * one of all other faults.
 */
export function faultAction(
  { detail = {} }: SoapFault,
  { compiled, bound }: ServedOperation,
  addressing: RequestAddressing | undefined,
): string {
  const declared = compiled().shape.faults.find(({ detail: { key } }) => Object.hasOwn(detail, key));
  const fault = declared === undefined ? undefined : bound.faults.find(({ name }) => name === declared.name);
  return fault?.action ?? soapFaultAction(addressing);
}

/**
 * Returns the action of the fault of a rejected message: that of WS-Addressing's own faults has a value of its own (SOAP Binding §6).
 */
export function refusalAction({ subcode }: Refusal, addressing: RequestAddressing | undefined): string {
  const isAddressing = subcode !== undefined && subcode.namespace === addressing?.namespace;
  return isAddressing ? `${subcode.namespace}/fault` : soapFaultAction(addressing);
}

/** The member submission of 2004 has one action for all faults; version 1.0 has one for those of SOAP. */
function soapFaultAction(addressing: RequestAddressing | undefined): string {
  return addressing?.namespace === ADDRESSING_2004
    ? `${ADDRESSING_2004}/fault`
    : 'http://www.w3.org/2005/08/addressing/soap/fault';
}
