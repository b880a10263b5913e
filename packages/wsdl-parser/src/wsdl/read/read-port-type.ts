import { defined } from '@soapstone/options/defined';
import { WSDL11 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import { readAttachedPolicies } from '../../policy/attached-policies.js';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../../xml/element.js';
import type {
  AbstractFault,
  AbstractMessage,
  AbstractOperation,
  MessagePattern,
  PortType,
} from '../definitions.js';
import { readAction } from './read-addressing.js';
import { readDocumentation, readReference, type WsdlReader } from './reader.js';
import { readMisplacedAction } from './soap-action.js';

/**
 * Reads a wsdl:portType.
 *
 *     <portType name="nmtoken"> *
 *         <operation name="nmtoken" parameterOrder="nmtokens"?> * … </operation>
 *     </portType>
 *
 * `parameterOrder` is a hint for languages with positional parameters and is not read (R2302).
 *
 * @see https://www.w3.org/TR/2001/NOTE-wsdl-20010315#_porttypes
 */
export function readPortType(element: XmlElement, reader: WsdlReader): PortType {
  return {
    name: { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' },
    operations: childrenNamed(element, WSDL11, 'operation').map((o) => readOperation(o, reader)),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

/**
 * Reads a wsdl:operation of a portType.
 *
 *     <operation name="nmtoken">
 *         <input name="nmtoken"? message="qname" wsam:Action="uri"?/> ?
 *         <output name="nmtoken"? message="qname" wsam:Action="uri"?/> ?
 *         <fault name="nmtoken" message="qname" wsam:Action="uri"?/> *
 *     </operation>
 *
 * The order of input and output tells request-response from solicit-response (§2.4).
 */
function readOperation(element: XmlElement, reader: WsdlReader): AbstractOperation {
  const name = attribute(element, 'name')?.trim() ?? '';
  const input = childNamed(element, WSDL11, 'input');
  const output = childNamed(element, WSDL11, 'output');
  const pattern = patternOf(element, input, output);
  const defaults = DEFAULT_NAMES[pattern];
  const readInput =
    input === undefined ? undefined : readAbstractMessage(input, `${name}${defaults.input}`, name, reader);
  const readOutput =
    output === undefined ? undefined : readAbstractMessage(output, `${name}${defaults.output}`, name, reader);
  const documentation = readDocumentation(element);
  return {
    name,
    ...defined({ documentation }),
    pattern,
    ...defined({ soapAction: readMisplacedAction(element, `operation ${name}`, reader) }),
    ...defined({ input: readInput, output: readOutput }),
    faults: childrenNamed(element, WSDL11, 'fault').flatMap((fault) => readFault(fault, name, reader)),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

/** The suffix of the operation's name for an input or output without a name (§2.4.5). */
const DEFAULT_NAMES: Readonly<Record<MessagePattern, { input: string; output: string }>> = {
  'request-response': { input: 'Request', output: 'Response' },
  'solicit-response': { input: 'Response', output: 'Solicit' },
  'one-way': { input: '', output: '' },
  notification: { input: '', output: '' },
  empty: { input: '', output: '' },
};

function patternOf(
  operation: XmlElement,
  input: XmlElement | undefined,
  output: XmlElement | undefined,
): MessagePattern {
  if (input === undefined) return output === undefined ? 'empty' : 'notification';
  if (output === undefined) return 'one-way';
  return operation.children.indexOf(input) < operation.children.indexOf(output)
    ? 'request-response'
    : 'solicit-response';
}

function readAbstractMessage(
  element: XmlElement,
  defaultName: string,
  operation: string,
  reader: WsdlReader,
  /** The parts that are lost without a message: an operation, but of a fault only its type. */
  code: 'UNRESOLVED_MESSAGE' | 'UNRESOLVED_PART' = 'UNRESOLVED_MESSAGE',
): AbstractMessage | undefined {
  const message = readReference(element, 'message');
  if (message === undefined) {
    reader.report(
      diagnose(
        code,
        element.location,
        `wsdl:${element.name.localName} names no message`,
        `operation ${operation}`,
      ),
    );
    return undefined;
  }
  const action = readAction(element);
  return {
    name: attribute(element, 'name')?.trim() || defaultName,
    message,
    ...defined({ action }),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

function readFault(element: XmlElement, operation: string, reader: WsdlReader): readonly AbstractFault[] {
  const message = readAbstractMessage(element, '', operation, reader, 'UNRESOLVED_PART');
  if (message === undefined) return [];
  const documentation = readDocumentation(element);
  return [{ ...message, ...defined({ documentation }) }];
}
