import { WS_ADDRESSING_METADATA } from '@soapstone/soap-model/namespaces';
import {
  mergePolicies,
  NO_POLICY,
  type PolicyFacts,
  readAttachedPolicies,
} from '../../policy/attached-policies.js';
import { attribute, type XmlElement } from '../../xml/element.js';
import { ADDRESSING_MODULE, isModule, isRequired, isRequiredModule, type WsdlReader } from './reader.js';

/** `wsam:Action`, or `Action` of an older WS-Addressing (WA-1). */
export function readAction(element: XmlElement): string | undefined {
  const value = element.attributes
    .find((a) => a.name.localName === 'Action' && WS_ADDRESSING_METADATA.includes(a.name.namespace))
    ?.value.trim();
  return value === '' ? undefined : value;
}

/** Policies, and `wsaw:UsingAddressing` or the SOAP module of WS-Addressing as a separate extension element (WA-1). */
export function readPolicyAndAddressing(element: XmlElement, reader: WsdlReader): PolicyFacts {
  const policy = readAttachedPolicies(element, reader.policies, reader.report);
  const using = element.children.find(
    (c) => c.name.localName === 'UsingAddressing' && WS_ADDRESSING_METADATA.includes(c.name.namespace),
  );
  const module = element.children.find(
    (c) => isModule(c) && attribute(c, 'ref')?.trim() === ADDRESSING_MODULE,
  );
  if (using === undefined && module === undefined) return policy;
  const required =
    (using !== undefined && isRequired(using)) || (module !== undefined && isRequiredModule(module));
  return mergePolicies(policy, { ...NO_POLICY, addressing: required ? 'required' : 'optional' });
}
