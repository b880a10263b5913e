import type { AgentService, OfferedOperation } from '@soapstone/agent-tools';
import { unknownOperation } from '../description/unknown-operation.js';
import { usageError } from '../errors/errors.js';
import type { ServedService } from '../local-servers/served-service.js';

/** The operations that agents may call, as command-line options name them. */
export interface ExposureOptions {
  /** The operations to expose. Default: all. */
  readonly operations?: readonly string[];
  /** Operations that the user declares to be read-only. */
  readonly reads?: readonly string[];
  /** Descriptions of operations in the user's words, by operation name. */
  readonly descriptions?: ReadonlyMap<string, string>;
  /** Exposes only read-only operations, by `reads` or by the WSDL. */
  readonly readOnly?: boolean;
}

/**
 * Selects the operations of services that agents may call. Only the user or the WSDL (`wsdlx:safe` of WSDL 2.0) can declare an operation
 * read-only; it is never guessed from a name.
 *
 * @throws {CliError} for a name that no service has, and for `readOnly` if no operation is declared read-only
 */
export function exposeServices(
  services: readonly ServedService[],
  options: ExposureOptions,
): readonly AgentService[] {
  const { operations, reads = [], readOnly = false, descriptions } = options;
  assertKnown(services, '--operations', operations ?? []);
  assertKnown(services, '--reads', reads);
  assertKnown(services, '--descriptions', [...(descriptions?.keys() ?? [])]);
  const exposed = services.map(({ slug, service }): AgentService => {
    const { model } = service.mapper;
    const offered = new Set(namesOf(service));
    const named = model.exposed
      .filter(({ name }) => offered.has(name))
      .map((each) => ({
        name: each.name,
        safe: model.services[each.service]?.ports[each.port]?.operations[each.operation]?.safe === true,
      }));
    return {
      slug,
      title: model.services[model.exposed[0]?.service ?? 0]?.name.localName ?? slug,
      mapper: service.mapper,
      operations: named
        .map(({ name, safe }): OfferedOperation => {
          const description = descriptions?.get(name);
          const readOnly = safe || reads.includes(name);
          return { name, readOnly, ...(description !== undefined && { description }) };
        })
        .filter((each) => operations === undefined || operations.includes(each.name))
        .filter((each) => each.readOnly || !readOnly),
    };
  });
  if (readOnly && exposed.every((each) => each.operations.length === 0)) {
    throw usageError(
      'the WSDL does not say which operations only read: name those that change nothing with --reads',
    );
  }
  return exposed;
}

function assertKnown(services: readonly ServedService[], option: string, names: readonly string[]): void {
  const known = new Set(services.flatMap(({ service }) => namesOf(service)));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw unknownOperation(option, unknown, [...known]);
}

/** The operations of a service, without those that its design hides. */
function namesOf({ mapper }: ServedService['service']): readonly string[] {
  return mapper.operations.map(({ name }) => name);
}
