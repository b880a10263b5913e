import {
  type CompiledOperation,
  createMapper,
  type Mapper,
  type MapperOptions,
} from '@soapstone/json-xml-mapper';
import { nearestOf, OptionError } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import {
  clarkName,
  type ExpandedName,
  type Operation,
  type Port,
  type ServiceModel,
} from '@soapstone/soap-model';
import { SOAP12_RPC } from '@soapstone/soap-model/namespaces';
import { selectOperations } from '@soapstone/wsdl-parser';
import type { SoapVersion } from '../fault/fault-envelope.js';
import { Refusal } from '../fault/refusal.js';
import type { EnvelopeHead } from '../request/envelope-head.js';

/** An operation of a port, for matching requests. */
export interface ServedOperation {
  /**
   * The external name (OP-3): the same operation in two ports has one name and one handler. An operation of another portType with
   * the same name is `PortType::name`.
   */
  readonly name: string;
  readonly port: Port;
  readonly bound: Operation;
  /** Returns the operation, compiled on the first request. */
  compiled(): CompiledOperation;
  /** Returns the same operation for requests of any size. */
  streaming(): CompiledOperation;
}

/** Every operation of every SOAP port of a service. */
export interface OperationTable {
  readonly names: ReadonlySet<string>;
  readonly versions: ReadonlySet<SoapVersion>;
  readonly served: readonly ServedOperation[];
  /**
   * Returns the operations that a request may be for: several if they share the element and the action does not distinguish them.
   * Throws `Refusal` if there is none, or if the action belongs to another operation.
   */
  find(head: EnvelopeHead, action: string | undefined): readonly ServedOperation[];
}

/**
 * The mapper's limits for requests that are read item by item, for which the server has limits of its own. All problems of a few
 * items are needed, so `errors` is high.
 */
const UNLIMITED = {
  responseBytes: Number.POSITIVE_INFINITY,
  responseNodes: Number.POSITIVE_INFINITY,
  outputBytes: Number.POSITIVE_INFINITY,
  requestNodes: Number.POSITIVE_INFINITY,
  requestBytes: Number.POSITIVE_INFINITY,
  errors: 100_000,
};

/**
 * Collects the operations of a service.
 *
 * @param service name of the service; the first one with a SOAP operation by default
 */
export function collectOperations(
  model: ServiceModel,
  service: string | undefined,
  options: MapperOptions,
): OperationTable {
  const served: ServedOperation[] = [];
  const portTypes = new Map<string, string>();
  const { name, ports } = serviceOf(model, service);
  for (const port of ports) {
    if (port.operations.length === 0) continue;
    const selected = selectOperations(model, { service: name.localName, port: port.name });
    const mapper = createMapper(selected, options);
    let streaming: Mapper | undefined;
    const streamed = (name: string) => {
      streaming ??= createMapper(selected, { ...options, limits: { ...options.limits, ...UNLIMITED } });
      return streaming.compile(name);
    };
    for (const exposed of selected.exposed) {
      const bound = selected.services[exposed.service]!.ports[exposed.port]!.operations[exposed.operation]!;
      const portType = clarkName(port.portType);
      const taken = portTypes.get(exposed.name) ?? portType;
      const external = taken === portType ? exposed.name : `${port.portType.localName}::${exposed.name}`;
      portTypes.set(external, portType);
      served.push({
        name: external,
        port,
        bound,
        compiled: () => mapper.compile(exposed.name),
        streaming: () => streamed(exposed.name),
      });
    }
  }
  return new Table(served);
}

function serviceOf(model: ServiceModel, wanted: string | undefined): ServiceModel['services'][number] {
  const offered = model.services.filter(({ ports }) => ports.some(({ operations }) => operations.length > 0));
  const found = wanted === undefined ? offered[0] : offered.find(({ name }) => name.localName === wanted);
  if (found !== undefined) return found;
  const names = offered.map(({ name }) => name.localName);
  const nearest = wanted === undefined ? undefined : nearestOf(wanted, names);
  throw new OptionError('createSoapServer', {
    path: wanted === undefined ? '/source' : '/service',
    expected:
      names.length === 0
        ? 'expected a description with a SOAP operation'
        : `expected one of ${names.join(', ')}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  });
}

class Table implements OperationTable {
  readonly names: ReadonlySet<string>;
  readonly versions: ReadonlySet<SoapVersion>;
  readonly served: readonly ServedOperation[];
  /** Whether a SOAP 1.2 port has an rpc operation. */
  readonly #hasRpc: boolean;
  readonly #byPayload = new Map<string, ServedOperation[]>();
  readonly #byAction = new Map<string, ServedOperation[]>();

  constructor(served: readonly ServedOperation[]) {
    this.served = served;
    this.names = new Set(served.map(({ name }) => name));
    this.#hasRpc = served.some(({ port, bound }) => port.soapVersion === '1.2' && bound.style === 'rpc');
    this.versions = new Set(served.map(({ port }) => port.soapVersion));
    for (const each of served) {
      const { soapVersion } = each.port;
      const payload = payloadOf(each.bound);
      if (payload !== undefined) append(this.#byPayload, `${soapVersion} ${payload}`, each);
      for (const action of new Set([each.bound.soapAction, each.bound.input.action]))
        if (action !== '') append(this.#byAction, `${soapVersion} ${action}`, each);
    }
  }

  find(
    { version, payload, addressing }: EnvelopeHead,
    httpAction: string | undefined,
  ): readonly ServedOperation[] {
    if (!this.versions.has(version)) {
      const [other] = this.versions;
      throw new Refusal('VersionMismatch', `this service speaks SOAP ${other}, not SOAP ${version}`);
    }
    const action = addressing?.action ?? (httpAction === '' ? undefined : httpAction);
    const byAction =
      spellingsOf(action)
        .map((each) => this.#byAction.get(`${version} ${each}`))
        .find((each) => each !== undefined) ?? [];
    const byPayload =
      this.#byPayload.get(`${version} ${payload === undefined ? '' : clarkName(payload)}`) ?? [];
    const both = byPayload.filter((each) => byAction.includes(each));
    if (both.length > 0) return both;
    const [found] = byPayload;
    if (found === undefined) {
      if (byAction.length > 0) return byAction;
      const isRpc = version === '1.2' && this.#hasRpc;
      throw unknownOperation(
        payload,
        action,
        isRpc ? { namespace: SOAP12_RPC, localName: 'ProcedureNotPresent' } : undefined,
      );
    }
    const declared = found.bound.soapAction !== '' || addressing?.action !== undefined;
    if (action !== undefined && declared)
      throw new Refusal(
        'Sender',
        `the action ${quoted(action)} does not belong to ${found.name}, whose input is in the Body`,
      );
    return byPayload;
  }
}

/**
 * Returns an action as received, and as the model has it: with non-ASCII letters percent-encoded (RFC 3987 §3.1). Clients send
 * these as Latin-1, or as UTF-8 whose bytes were read as Latin-1.
 */
function spellingsOf(action: string | undefined): readonly string[] {
  if (action === undefined) return [];
  if (/^[\x20-\x7e]*$/.test(action)) return [action];
  const percent = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return [
    action,
    action.replace(/[^\x20-\x7e]+/g, (text) => encodeURIComponent(text)),
    action.replace(/[\x80-\xff]/g, percent),
  ];
}

/** Returns the name of the Body's first child in Clark notation: for a part with a `type`, that of its accessor; `''` for an empty Body. */
function payloadOf({ style, input }: Operation): string | undefined {
  if (style === 'rpc') return input.wrapper === undefined ? undefined : clarkName(input.wrapper);
  const [part] = input.parts;
  if (part === undefined) return '';
  return part.kind === 'element' ? clarkName(part.element) : part.name;
}

function unknownOperation(
  payload: ExpandedName | undefined,
  action: string | undefined,
  subcode: ExpandedName | undefined,
): Refusal {
  const body = payload === undefined ? 'an empty Body' : `the element ${clarkName(payload).slice(0, 500)}`;
  const said = action === undefined ? '' : ` and the action ${quoted(action)}`;
  return new Refusal('Sender', `no operation of this service has ${body}${said}`, {
    ...defined({ subcode }),
  });
}

/** Quotes text from a request, truncated. */
function quoted(text: string): string {
  return `"${text.length > 200 ? `${text.slice(0, 200)}…` : text}"`;
}

/** Adds a value to the list of a key. */
export function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
