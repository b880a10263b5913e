import { type RouteTable, routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { loadOptionsOf, type SourceOptions } from '../description/description-options.js';
import type { LoadingTerminal } from '../description/load-description.js';
import { filledMapper } from '../description/read-design.js';
import { loadService, type Service } from '../description/service.js';
import { defaultSlug } from '../description/service-slug.js';
import { usageError } from '../errors/errors.js';
import type { FillOptions } from '../options/design-options.js';
import { messageLimits } from '../options/message-limits.js';
import type { SizeOptions } from '../options/size-options.js';

/** An offered service, under its slug. */
export interface ServedService {
  readonly slug: string;
  readonly service: Service;
  readonly endpoint?: string | undefined;
  /** The routes of its design, if it has any. */
  readonly routes?: RouteTable | undefined;
}

/** The account in the paths, which are those of the real gateway although there are no accounts here. */
export const LOCAL_ACCOUNT = 'local';

/**
 * Loads the services of a command, each under its own slug. Throws the errors of `loadDescription`.
 *
 * @param options `endpoint` is the address of all their SOAP servers; default: the address in each WSDL
 */
export async function loadServices(
  wsdls: readonly string[],
  options: SourceOptions & SizeOptions & FillOptions & { readonly endpoint?: string | undefined },
  terminal: LoadingTerminal,
): Promise<readonly ServedService[]> {
  const services: ServedService[] = [];
  if (options.design !== undefined && wsdls.length > 1)
    throw usageError('--design is for one service: give one WSDL');
  for (const wsdl of wsdls) {
    const load = { ...loadOptionsOf(options), endpoint: options.endpoint };
    const service = await loadService(wsdl, terminal, load, { limits: messageLimits(options) }, ({ model }) =>
      filledMapper(model, options, process.env, terminal.cwd),
    );
    const wanted = defaultSlug(service.description.model);
    let slug = wanted;
    for (let number = 2; services.some((each) => each.slug === slug); number++) slug = `${wanted}-${number}`;
    const { design } = service.designed;
    const routes = design && routesOf(design);
    services.push({ slug, service, endpoint: options.endpoint, routes });
  }
  return services;
}

/** The servers that the WSDLs name may have any address, because the user chose the WSDLs. */
export function hostsOf(services: readonly ServedService[]): string[] {
  const addresses = services.flatMap(({ service, endpoint }) =>
    endpoint === undefined ? service.mapper.operations.map(({ address }) => address ?? '') : [endpoint],
  );
  return [
    ...new Set(addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).host)),
  ];
}
