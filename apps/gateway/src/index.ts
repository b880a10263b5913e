/**
 * The gateway: clients call the operations of registered SOAP services with JSON over HTTPS.
 *
 * It composes the packages and adds accounts, keys, plans and persistence. One call is `calls/proxy/call.ts`, which reads from top
 * to bottom as the rules of the specification and does not depend on an HTTP framework. docs/architecture.md lists the folders.
 *
 * These exports are for programs that run a gateway inside their own process; `main.ts` is the gateway as a program.
 */

export type { Config } from './config/config.js';
export { ConfigError, readConfig } from './config/read-config.js';
export { type Account, changePlan, createAccountId, subscriptionAt } from './domain/accounts/account.js';
export { type ApiKey, createKey, hashKey, keyHint } from './domain/accounts/api-key.js';
export { hashPassword } from './domain/accounts/password.js';
export { PLANS, type Plan, type PlanName, type PlanOffer, type Plans } from './domain/accounts/plan.js';
export type { RegisteredService } from './domain/services/registered-service.js';
export type { ServiceSettings } from './domain/services/service-settings.js';
export { type Gateway, type StartOptions, startGateway } from './gateway.js';
export { certificateFiles } from './http/server/certificate.js';
export { createLog, type Log } from './log/log.js';
export { ImportError } from './owners/registration/import-documents.js';
export {
  type Registered,
  type Registration,
  RegistrationError,
  registerService,
} from './owners/registration/register.js';
export type { Store } from './store/store.js';
