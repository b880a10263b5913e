import { createOperationShapes, type OperationShapes } from '@soapstone/json-xml-mapper/shapes';
import { defined } from '@soapstone/options/defined';
import { clarkName } from '@soapstone/soap-model';
import { type PolicyDemands, readDemands } from '@soapstone/ws-security';
import type { Operation, Port, ServiceModel } from '@soapstone/wsdl-parser';
import {
  describeMessage,
  type FieldDescription,
  fieldsOf,
  type MessageDescription,
  typeText,
} from './describe-shape.js';
import { describeTypes, type TypeDescription } from './describe-types.js';

/** The output of `soapstone inspect`: the service as clients use it. */
export interface ServiceDescription {
  readonly name?: string;
  readonly wsdlVersion: '1.1' | '2.0';
  readonly targetNamespace: string;
  readonly documentation?: string;
  readonly services: readonly {
    readonly name: string;
    readonly documentation?: string;
    readonly ports: readonly PortDescription[];
  }[];
  /** The named types of all messages, if they were asked for. */
  readonly types?: readonly TypeDescription[];
}

/** A port with its operations. */
export interface PortDescription {
  readonly name: string;
  readonly documentation?: string;
  readonly address?: string;
  readonly soapVersion: '1.1' | '1.2';
  readonly binding: string;
  readonly portType: string;
  readonly addressing?: 'optional' | 'required';
  readonly mtom?: 'optional' | 'required';
  readonly securityPolicies: readonly string[];
  /** The requirements of its security policy; absent if it has none. */
  readonly security?: PolicyDemands;
  readonly operations: readonly OperationDescription[];
}

/** An operation of a port. `exposedAs` and the messages are present if it is offered to JSON clients (OP-1, OP-2). */
export interface OperationDescription {
  readonly name: string;
  readonly exposedAs?: string;
  readonly documentation?: string;
  readonly style: 'document' | 'rpc';
  readonly use: 'literal' | 'encoded';
  readonly soapAction: string;
  readonly oneWay: boolean;
  /** Whether GET is possible (GQ-1); otherwise the reason. */
  readonly get?: true | string;
  readonly input?: MessageDescription;
  readonly result?: MessageDescription;
  readonly faults?: readonly FaultDescription[];
}

/** A declared fault: its name, and the key and type of its detail. */
interface FaultDescription {
  readonly name: string;
  readonly key: string;
  readonly type: string;
  readonly fields: readonly FieldDescription[];
  readonly documentation?: string;
}

/** Describes a model. Operations of ports that are not exposed are only named; their counterparts in the exposed ports are described. */
export function describeService(
  model: ServiceModel,
  options: { readonly types?: boolean } = {},
): ServiceDescription {
  const shapes = createOperationShapes(model);
  const exposed = new Map(
    model.exposed.map(({ service, port, operation, name }) => [`${service} ${port} ${operation}`, name]),
  );
  return {
    ...defined({ name: model.name }),
    wsdlVersion: model.wsdlVersion,
    targetNamespace: model.targetNamespace,
    ...documented(model),
    services: model.services.map((service, serviceIndex) => ({
      name: service.name.localName,
      ...documented(service),
      ports: service.ports.map((port, portIndex) =>
        describePort(port, (operation) => exposed.get(`${serviceIndex} ${portIndex} ${operation}`), shapes),
      ),
    })),
    ...(options.types === true ? { types: describeTypes(shapes) } : {}),
  };
}

function describePort(
  port: Port,
  exposedName: (operation: number) => string | undefined,
  shapes: OperationShapes,
): PortDescription {
  const { address, addressing, mtom, security } = port;
  return {
    name: port.name,
    ...documented(port),
    ...defined({ address }),
    soapVersion: port.soapVersion,
    binding: clarkName(port.binding),
    portType: clarkName(port.portType),
    ...defined({ addressing, mtom }),
    securityPolicies: port.securityPolicies,
    ...(security === undefined ? {} : { security: readDemands(security) }),
    operations: port.operations.map((operation, index) =>
      describeOperation(operation, exposedName(index), shapes),
    ),
  };
}

function describeOperation(
  operation: Operation,
  exposedAs: string | undefined,
  shapes: OperationShapes,
): OperationDescription {
  const described: OperationDescription = {
    name: operation.name,
    ...defined({ exposedAs }),
    ...documented(operation),
    style: operation.style,
    use: operation.input.use,
    soapAction: operation.soapAction,
    oneWay: operation.oneWay,
  };
  if (exposedAs === undefined) return described;
  const { info, shape } = shapes.get(exposedAs);
  return {
    ...described,
    get: info.querySafe.safe ? true : info.querySafe.reason,
    input: describeMessage(shape.input, 'input'),
    ...(shape.output === undefined ? {} : { result: describeMessage(shape.output, 'result') }),
    faults: shape.faults.map(({ name, detail, ...fault }) => ({
      name,
      key: detail.key,
      type: typeText(detail.shape),
      fields: detail.shape.kind === 'object' ? fieldsOf(detail.shape) : [],
      ...documented(fault),
    })),
  };
}

function documented({ documentation }: { readonly documentation?: string }): { documentation?: string } {
  return defined({ documentation });
}
