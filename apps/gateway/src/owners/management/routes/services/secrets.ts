import { type SecretField, storeServiceSecret } from '../../../../credentials/service-secrets.js';
import type { StoredProfile } from '../../../../credentials/stored-profile.js';
import { BOOLEAN, EMPTY_OBJECT, object, type Schema } from '../../../../domain/json-schema.js';
import { saveService } from '../../../../services/save-service.js';
import {
  CREDENTIALS_SCHEMA,
  PROXY_LOGIN_SCHEMA,
  STORED_HEADERS_SCHEMA,
  WSDL_LOGIN_SCHEMA,
} from '../../inputs/service-schema.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementCall, type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { usableProfile } from '../../use-cases/usable-profile.js';
import { secretState } from '../../views/states.js';
import { watchedAddress } from './watch.js';

/** The kind of each secret, and its path. */
const NAMES = {
  credentials: { path: 'credentials', noun: 'credentials', use: 'that every call of the service sends' },
  headers: { path: 'headers', noun: 'headers', use: 'that every call of the service sends' },
  proxyLogin: { path: 'proxy-login', noun: 'login', use: 'at the proxy of the service' },
  wsdlLogin: {
    path: 'wsdl-login',
    noun: 'login',
    use: 'at the server of the WSDL, for checks and for imports from there',
  },
} as const;

/** The secrets of a service have the same routes: they can be set and removed, but not read. */
function secretRoutes(field: SecretField, schema: Schema): Route[] {
  const { noun, use } = NAMES[field];
  const path = `${SERVICES}/:serviceId/${NAMES[field].path}`;
  const isLogin = field === 'proxyLogin' || field === 'wsdlLogin';
  const store = async (call: ManagementCall, deps: ManagementDependencies, value: unknown) => {
    const { service, owner } = await findService(call, deps);
    const place = { accountId: service.accountId, serviceId: service.id, field };
    const secret =
      field !== 'headers' && value !== undefined
        ? await usableProfile(value as StoredProfile, service.accountId, deps)
        : value;
    const stored =
      field === 'wsdlLogin' && secret !== undefined
        ? { origin: new URL(await watchedAddress(service, deps)).origin, credentials: secret }
        : secret;
    await storeServiceSecret(deps.store, deps.sealer, place, stored);
    await saveService(deps, service);
    await audit(deps, owner, `${field}.${value === undefined ? 'delete' : 'set'}`, service.id);
    return {};
  };
  const state = secretState(field);
  return [
    route({
      method: 'get',
      path,
      access: 'owner',
      state,
      summary: isLogin
        ? `Whether a login ${use} is stored; its content is never shown`
        : `Whether the ${noun} of the service are stored; their content is never shown`,
      answer: object({ stored: BOOLEAN }),
      async handle(call, deps) {
        await findService(call, deps);
        return { body: (await state(call, deps.store)).shown };
      },
    }),
    route({
      method: 'put',
      path,
      access: 'owner',
      state,
      limit: 'jobs',
      summary: `Set the ${noun} ${use}; ${isLogin ? 'it is' : 'they are'} never shown again`,
      body: schema,
      bodyBytes: 256 * 1024,
      answer: EMPTY_OBJECT,
      handle: (call, deps) => store(call, deps, withDefaults(field, call.body)),
    }),
    route({
      method: 'delete',
      path,
      access: 'owner',
      state,
      summary: `Remove the ${noun} ${isLogin ? use : 'of the service'}`,
      answer: EMPTY_OBJECT,
      handle: (call, deps) => store(call, deps, undefined),
    }),
  ];
}

function withDefaults(field: SecretField, body: unknown): unknown {
  return field === 'headers' ? { locked: [], ...(body as object) } : body;
}

export const serviceSecretRoutes: readonly Route[] = [
  ...secretRoutes('credentials', CREDENTIALS_SCHEMA),
  ...secretRoutes('headers', STORED_HEADERS_SCHEMA),
  ...secretRoutes('proxyLogin', PROXY_LOGIN_SCHEMA),
  ...secretRoutes('wsdlLogin', WSDL_LOGIN_SCHEMA),
];
