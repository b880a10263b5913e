import { WS_ADDRESSING_METADATA } from '@soapstone/soap-model/namespaces';
import {
  mergePolicies,
  NO_POLICY,
  type PolicyFacts,
  readAttachedPolicies,
} from '../../policy/attached-policies.js';
import type { XmlElement } from '../../xml/element.js';
import { isRequired, type WsdlReader } from './reader.js';

/** `wsam:Action`, or `Action` of an older WS-Addressing (WA-1). */
export function readAction(element: XmlElement): string | undefined {
  const value = element.attributes
    .find((a) => a.name.localName === 'Action' && WS_ADDRESSING_METADATA.includes(a.name.namespace))
    ?.value.trim();
  return value === '' ? undefined : value;
}

/** Policies, and `wsaw:UsingAddressing` as a separate extension element (WA-1). */
export function readPolicyAndAddressing(element: XmlElement, reader: WsdlReader): PolicyFacts {
  const policy = readAttachedPolicies(element, reader.policies, reader.report);
  const using = element.children.find(
    (c) => c.name.localName === 'UsingAddressing' && WS_ADDRESSING_METADATA.includes(c.name.namespace),
  );
  if (using === undefined) return policy;
  return mergePolicies(policy, { ...NO_POLICY, addressing: isRequired(using) ? 'required' : 'optional' });
}
