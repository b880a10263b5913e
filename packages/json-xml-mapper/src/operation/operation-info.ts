import { defined } from '@soapstone/options/defined';
import type { ExchangeInfo } from '../api/operation.js';
import type { UnwrapMode } from '../api/options.js';
import type { BoundOperation } from '../build/build-operation.js';
import type { OperationShape } from '../shape/operation-shape.js';

/** OP-5: verbs that suggest a read. */
const READING_VERB =
  /^(?:get|find|list|search|query|select|read|fetch|load|lookup|retrieve|count|exists|check|is|has|describe|calculate|convert|validate|verify)/i;

/** Describes an exposed operation. `unwrap` is the mode that its results were built with (UW-7). */
export function describeOperation(
  name: string,
  bound: BoundOperation,
  shape: Pick<OperationShape, 'output' | 'signed'>,
  unwrap: UnwrapMode,
): ExchangeInfo {
  const { service, port, operation } = bound;
  return {
    name,
    service: service.name.localName,
    port: port.name,
    portType: port.portType.localName,
    ...defined({ documentation: operation.documentation }),
    style: operation.style,
    use: operation.input.use,
    soapVersion: port.soapVersion,
    soapAction: operation.soapAction,
    inputAction: operation.input.action,
    ...defined({ outputAction: operation.output?.action }),
    ...defined({ address: port.address, signed: shape.signed }),
    oneWay: operation.oneWay,
    // UW-7: the decision, so that it can be pinned.
    resultUnwrap: shape.output?.record !== undefined ? 'record' : unwrap === 'record' ? 'payload' : unwrap,
    readStyle: operation.safe === true || isReadStyle(operation.name),
  };
}

/** OP-5: whether a name is a reading verb, followed by an upper-case letter, a digit, `_` or the end. */
export function isReadStyle(name: string): boolean {
  const verb = READING_VERB.exec(name)?.[0];
  return verb !== undefined && /^(?:$|[\p{Lu}0-9_])/u.test(name.slice(verb.length));
}
