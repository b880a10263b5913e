import { storeServiceSecret } from '../../../../credentials/service-secrets.js';
import { readProfile } from '../../../../credentials/stored-profile.js';
import { object } from '../../../../domain/json-schema.js';
import { printDesign } from '../../../../domain/services/read-design.js';
import { SENT_SETTINGS } from '../../../../domain/services/service-settings.js';
import { saveService } from '../../../../services/save-service.js';
import { registerService } from '../../../registration/register.js';
import { JOB_BEGUN } from '../../answers/drafts.js';
import { SERVICE_DETAIL } from '../../answers/services.js';
import { readSource, SOURCE_BYTES } from '../../inputs/document-source.js';
import { applySettings } from '../../inputs/sent-settings.js';
import {
  DESIGN_SCHEMA,
  NAME,
  PROXY_LOGIN_SCHEMA,
  SLUG,
  SOURCE_PROPERTIES,
} from '../../inputs/service-schema.js';
import { audit, SERVICES } from '../../routing/find-service.js';
import { ownerOf, type Route, route } from '../../routing/route.js';
import { runInBackground } from '../../routing/run-in-background.js';
import { usableProfile } from '../../use-cases/usable-profile.js';
import { showServiceDetail } from '../../views/show-service.js';

const register = route({
  method: 'post',
  path: SERVICES,
  access: 'owner',
  limit: 'jobs',
  summary:
    'Register a service from the address of its WSDL, files or a zip archive; in the background with `Prefer: respond-async`',
  status: 201,
  bodyBytes: SOURCE_BYTES,
  body: object(
    {},
    {
      ...SOURCE_PROPERTIES,
      name: NAME,
      slug: SLUG,
      settings: SENT_SETTINGS,
      design: DESIGN_SCHEMA,
      // At the proxy of the settings: for the documents, and stored for calls.
      proxyLogin: PROXY_LOGIN_SCHEMA,
    },
  ),
  answer: SERVICE_DETAIL,
  accepted: JOB_BEGUN,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const { name, slug, settings: sent, design, proxyLogin: login, ...documents } = call.body;
    // Problems of the request itself are reported immediately.
    const source = readSource(documents);
    const settings = applySettings({}, sent, deps);
    const proxyLogin = login && (await usableProfile(login, owner.account.id, deps));
    return runInBackground(call, deps, async (registration) => {
      const { service } = await registerService(
        owner.account,
        {
          source,
          settings,
          name,
          slug,
          design: design && printDesign(design),
          proxyLogin: proxyLogin && readProfile(proxyLogin),
        },
        registration,
      );
      if (proxyLogin !== undefined) {
        const place = { accountId: owner.account.id, serviceId: service.id, field: 'proxyLogin' } as const;
        await storeServiceSecret(deps.store, deps.sealer, place, proxyLogin);
        await saveService(deps, service);
      }
      await audit(deps, owner, 'service.register', service.id);
      return showServiceDetail(service, owner, deps);
    });
  },
});

export const registerRoutes: readonly Route[] = [register];
