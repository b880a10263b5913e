import type { OperationInfo } from '@soapstone/json-xml-mapper';
import type {
  ElementMember,
  MessageShape,
  ObjectShape,
  OperationShape,
} from '@soapstone/json-xml-mapper/shapes';
import { defined } from '@soapstone/options/defined';
import type { DescribedMapper } from '../generate.js';
import { T } from './shapes.js';

/** A hand-made operation: its messages, and its differences from a usual document/literal one. */
export interface OperationLiteral {
  readonly input: MessageShape;
  readonly output?: MessageShape;
  readonly faults?: OperationShape['faults'];
  readonly info?: Partial<OperationInfo>;
}

/** A message with the given root, in an element named like its owner. */
export function message(root: ObjectShape, rest: Partial<MessageShape> = {}): MessageShape {
  const localName = root.name?.localName ?? root.path?.[0] ?? 'Body';
  return {
    kind: 'element',
    name: { namespace: T, localName },
    rpc: false,
    nillable: false,
    encoded: false,
    root,
    attachments: [],
    ...rest,
  };
}

/** A declared fault with this detail element. */
export function fault(name: string, detail: ElementMember): OperationShape['faults'][number] {
  return { name, detail };
}

/** A mapper of hand-made operations, in this order. */
export function mapperOf(operations: Readonly<Record<string, OperationLiteral>>): DescribedMapper {
  const infos = Object.entries(operations).map(
    ([name, { output, info }]): OperationInfo => ({
      name,
      service: 'Users',
      port: 'UsersPort',
      portType: 'UserDirectory',
      style: 'document',
      use: 'literal',
      soapVersion: '1.1',
      soapAction: `${T}/${name}`,
      inputAction: `${T}/${name}`,
      oneWay: output === undefined,
      resultUnwrap: 'record',
      readStyle: false,
      querySafe: { safe: false, reason: 'not looked at' },
      ...info,
    }),
  );
  return {
    model: {
      modelVersion: 1,
      wsdlVersion: '1.1',
      name: 'UserDirectory',
      targetNamespace: T,
      services: [],
      exposed: [],
      schema: { types: [], elements: [], attributes: [] },
    },
    operations: infos,
    compile(name) {
      const { input, output, faults = [] } = operations[name] as OperationLiteral;
      const info = infos.find((each) => each.name === name) as OperationInfo;
      const globalElementNames = () => [];
      const shape = { input, ...defined({ output }), faults, globalElementNames };
      return { info, shape };
    },
  };
}
