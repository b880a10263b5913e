import type { ServiceModel } from '@soapstone/soap-model';
import type { LooseObject } from '../loosely-typed-values.js';

/**
 * The members of `client.wsdl.definitions` that programs on node-soap use: the prefixes, the names and the addresses. Its other members
 * throw an error that says what replaces them.
 */
export interface Definitions {
  /**
   * Namespaces by prefix. One that a program adds is declared by its envelopes once it has set
   * `client.wsdl.xmlnsInEnvelope = client.wsdl._xmlnsMap()`.
   */
  readonly xmlns: Record<string, string>;
  readonly $name: string | undefined;
  readonly $targetNamespace: string;
  /** By name, each with its `ports` by name, and these with `location` and the names of their `methods`. */
  readonly services: LooseObject;
}

/** The replacements for members that are not here. */
const INSTEAD: Readonly<Record<string, string>> = {
  schemas: 'client.describe() has the types of all messages',
  messages: 'client.describe() has the messages of each operation',
  portTypes: 'client.describe() has the operations of each port',
  bindings: 'definitions.services has the methods of each port',
};

/** The definitions of a WSDL whose root declares these prefixes. */
export function definitionsOf(
  { name, targetNamespace, services }: ServiceModel,
  prefixes: readonly (readonly [prefix: string, namespace: string])[],
): Definitions {
  const definitions: Definitions = {
    xmlns: Object.fromEntries(prefixes),
    $name: name,
    $targetNamespace: targetNamespace,
    services: Object.fromEntries(
      services.map((service) => [
        service.name.localName,
        {
          $name: service.name.localName,
          ports: Object.fromEntries(
            service.ports.map((port) => [
              port.name,
              {
                location: port.address,
                binding: {
                  methods: Object.fromEntries(
                    port.operations.map((operation) => [
                      operation.name,
                      { $name: operation.name, soapAction: operation.soapAction },
                    ]),
                  ),
                },
              },
            ]),
          ),
        },
      ]),
    ),
  };
  for (const [member, instead] of Object.entries(INSTEAD)) {
    Object.defineProperty(definitions, member, {
      get() {
        throw new Error(
          `definitions.${member} of node-soap is not here: ${instead}, client.soapstone() the whole model`,
        );
      },
    });
  }
  return definitions;
}

/** Namespaces of WSDL, SOAP and XML Schema themselves, which node-soap leaves out of its messages. */
const COMMON = /^http:\/\/(?:schemas\.xmlsoap\.org|www\.w3\.org|xml\.apache\.org)\//;

/** Whether an envelope declares a prefix of the definitions. */
export function isDeclared([prefix, namespace]: readonly [prefix: string, namespace: string]): boolean {
  return prefix !== '' && prefix !== DEFAULT_NAMESPACE && !COMMON.test(namespace);
}

/** The name by which node-soap keeps the default namespace among the prefixes. */
export const DEFAULT_NAMESPACE = '__tns__';
