import { registerService } from '../../../registration/register.js';
import { readSource, type SentSource, SOURCE_BYTES } from '../../document-source.js';
import { audit, SERVICES } from '../../find-service.js';
import { component } from '../../json-schema.js';
import { ownerOf, type Route } from '../../route.js';
import { runInBackground } from '../../run-in-background.js';
import { changeSettings, type SentSettings } from '../../sent-settings.js';
import { SETTINGS_SCHEMA, SOURCE_PROPERTIES } from '../../service-schema.js';
import { showServiceDetail } from '../../show-service.js';

type SentRegistration = SentSource & {
  readonly name?: string;
  readonly slug?: string;
  readonly settings?: SentSettings;
};

const register: Route = {
  method: 'post',
  path: SERVICES,
  access: 'owner',
  summary:
    'Register a service by the address of its WSDL, its files, or a zip archive of them; with `Prefer: respond-async` behind the answer',
  status: 201,
  bodyBytes: SOURCE_BYTES,
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...SOURCE_PROPERTIES,
      name: { type: 'string', minLength: 1, maxLength: 100 },
      slug: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      settings: SETTINGS_SCHEMA,
    },
  },
  answer: component('ServiceDetail'),
  accepted: component('JobBegun'),
  handle: (call, deps) => {
    const owner = ownerOf(call);
    const body = call.body as SentRegistration;
    // What is wrong with the request itself is told at once.
    const source = readSource(body);
    const settings = changeSettings({}, body.settings ?? {}, deps);
    return runInBackground(call, deps, async (registration) => {
      const { service } = await registerService(
        owner.account,
        {
          source,
          settings,
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.slug === undefined ? {} : { slug: body.slug }),
        },
        registration,
      );
      await audit(deps, owner, 'service.register', service.id);
      return showServiceDetail(service, owner, deps);
    });
  },
};

export const registerRoutes: readonly Route[] = [register];
