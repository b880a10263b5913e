import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { draftQuery } from './api/drafts.js';
import { urgentQuery } from './api/events.js';
import { queryClient } from './api/requests/query-client.js';
import { markAway, probe, untilBack } from './api/requests/reachability.js';
import { sessionQuery } from './api/session.js';
import { readAuditChoice } from './components/forms/audit-filters.js';
import { readListSearch } from './components/forms/search-input.js';
import { readView } from './design/view.js';
import { ownPath } from './log-in/own-path.js';
import { readOperationsSearch } from './operations/operations-search.js';
import { OwnerFrame } from './shell/owner-frame.js';
import { PageError } from './shell/page-error.js';
import { PageFrame } from './shell/page-frame.js';
import { PageLoading } from './shell/page-loading.js';
import { PageMissing, PageMissingContent } from './shell/page-missing.js';
import { VisitorFrame } from './shell/visitor-frame.js';
import { readUsageSearch } from './usage/usage-search.js';

/** Every page of the dashboard. Each feature is loaded on the first visit. */

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: PageMissing,
  errorComponent: PageError,
  pendingComponent: PageLoading,
});

/**
 * Loads the code of a page. Waits while the gateway is away: otherwise the router would reload the document, and the browser would
 * show its own error page. Rejects if the gateway responds and has no such file.
 */
async function patiently<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await probe()) throw error;
    markAway();
    await untilBack();
    return load();
  }
}

const signedIn = () => queryClient.ensureQueryData(sessionQuery);

const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  component: VisitorFrame,
  // The router merges what this returns into the search of the address: a member that is absent here would keep its value.
  validateSearch: ({ next }): { next?: string | undefined } => ({
    next: ownPath(next, window.location.origin),
  }),
  beforeLoad: async ({ search }) => {
    if ((await signedIn()) !== null) throw redirect({ href: search.next ?? '/services' });
  },
});
const logIn = createRoute({
  getParentRoute: () => visitor,
  path: '/log-in',
  component: lazyRouteComponent(() => patiently(() => import('./log-in/page.js')), 'LogInPage'),
});
const signUp = createRoute({
  getParentRoute: () => visitor,
  path: '/sign-up',
  component: lazyRouteComponent(() => patiently(() => import('./sign-up/page.js')), 'SignUpPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitor,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => patiently(() => import('./log-in/forgot-page.js')),
    'ForgotPasswordPage',
  ),
});

/** The pages that links in emails lead to, for people who are logged in and others. */
const linked = createRoute({ getParentRoute: () => root, id: 'linked', component: VisitorFrame });
const resetPassword = createRoute({
  getParentRoute: () => linked,
  path: '/reset-password',
  component: lazyRouteComponent(() => patiently(() => import('./log-in/reset-page.js')), 'ResetPasswordPage'),
});
const verifyAddress = createRoute({
  getParentRoute: () => linked,
  path: '/verify-address',
  component: lazyRouteComponent(
    () => patiently(() => import('./log-in/verify-page.js')),
    'VerifyAddressPage',
  ),
});

/** Pages for the consumers of a service. Nobody is logged in there, and no session is looked for. */
const consumer = createRoute({ getParentRoute: () => root, id: 'consumer', component: PageFrame });
const consumerPage = createRoute({
  getParentRoute: () => consumer,
  path: '/pages/$first/$second',
  // The open operation. The router reads a name like "1" as a number.
  validateSearch: ({ operation }): { operation?: string } =>
    operation === undefined ? {} : { operation: String(operation) },
  component: lazyRouteComponent(() => patiently(() => import('./consumer-page/page.js')), 'ConsumerPagePage'),
});

const owner = createRoute({
  getParentRoute: () => root,
  id: 'owner',
  component: OwnerFrame,
  // Before the page is shown, so that the banner does not move it.
  loader: () => queryClient.prefetchQuery(urgentQuery),
  beforeLoad: async ({ location }) => {
    if ((await signedIn()) === null) {
      throw redirect({ to: '/log-in', search: location.pathname === '/' ? {} : { next: location.href } });
    }
  },
});
const home = createRoute({
  getParentRoute: () => owner,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/services', replace: true });
  },
});
const services = createRoute({
  getParentRoute: () => owner,
  path: '/services',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => patiently(() => import('./services/page.js')), 'ServicesPage'),
});
const register = createRoute({
  getParentRoute: () => owner,
  path: '/services/register',
  component: lazyRouteComponent(() => patiently(() => import('./register/page.js')), 'RegisterPage'),
});
const draft = createRoute({
  getParentRoute: () => owner,
  path: '/services/drafts/$draftId',
  loader: ({ params }) => queryClient.ensureQueryData(draftQuery(params.draftId)),
  component: lazyRouteComponent(() => patiently(() => import('./drafts/page.js')), 'DraftPage'),
});
const keys = createRoute({
  getParentRoute: () => owner,
  path: '/keys',
  // The search, whether only unused keys are shown, and whether the dialog that creates a key is open.
  validateSearch: ({ create, unused, ...rest }): { create?: true; unused?: true; search?: string } => ({
    ...readListSearch(rest),
    ...(unused === true ? { unused } : {}),
    ...(create === true ? { create } : {}),
  }),
  component: lazyRouteComponent(() => patiently(() => import('./keys/page.js')), 'KeysPage'),
});
const usage = createRoute({
  getParentRoute: () => owner,
  path: '/usage',
  validateSearch: readUsageSearch,
  component: lazyRouteComponent(() => patiently(() => import('./usage/page.js')), 'UsagePage'),
});
const events = createRoute({
  getParentRoute: () => owner,
  path: '/events',
  validateSearch: ({ unread }): { unread?: true } => (unread === true ? { unread } : {}),
  component: lazyRouteComponent(() => patiently(() => import('./events/page.js')), 'EventsPage'),
});
const webhooks = createRoute({
  getParentRoute: () => owner,
  path: '/events/webhooks',
  component: lazyRouteComponent(() => patiently(() => import('./webhooks/page.js')), 'WebhooksPage'),
});
const settings = createRoute({
  getParentRoute: () => owner,
  path: '/settings',
  component: lazyRouteComponent(() => patiently(() => import('./settings/page.js')), 'SettingsPage'),
});

const audit = createRoute({
  getParentRoute: () => owner,
  path: '/settings/audit',
  validateSearch: readAuditChoice,
  component: lazyRouteComponent(() => patiently(() => import('./settings/audit-page.js')), 'AuditPage'),
});

/** An unknown URL, for those who are logged in. */
const missing = createRoute({ getParentRoute: () => owner, path: '$', component: PageMissingContent });

/** The pages of administrators. */
const administration = createRoute({
  getParentRoute: () => owner,
  path: '/administration',
  component: lazyRouteComponent(
    () => patiently(() => import('./administration/page.js')),
    'AdministrationPage',
  ),
});
const accounts = createRoute({
  getParentRoute: () => administration,
  path: '/',
  validateSearch: readListSearch,
  component: lazyRouteComponent(
    () => patiently(() => import('./administration/accounts-page.js')),
    'AccountsPage',
  ),
});
const account = createRoute({
  getParentRoute: () => administration,
  path: 'accounts/$accountId',
  component: lazyRouteComponent(
    () => patiently(() => import('./administration/account-page.js')),
    'AccountPage',
  ),
});
const invitations = createRoute({
  getParentRoute: () => administration,
  path: 'invitations',
  component: lazyRouteComponent(
    () => patiently(() => import('./administration/invitations-page.js')),
    'InvitationsPage',
  ),
});
const gatewayAudit = createRoute({
  getParentRoute: () => administration,
  path: 'audit',
  component: lazyRouteComponent(
    () => patiently(() => import('./administration/audit-section.js')),
    'AuditSection',
  ),
});
const health = createRoute({
  getParentRoute: () => administration,
  path: 'health',
  component: lazyRouteComponent(
    () => patiently(() => import('./administration/health-page.js')),
    'HealthPage',
  ),
});

/** The frame of one service: its heading and its tabs. */
const service = createRoute({
  getParentRoute: () => owner,
  path: '/services/$serviceId',
  component: lazyRouteComponent(() => patiently(() => import('./service/page.js')), 'ServicePage'),
});
const overview = createRoute({
  getParentRoute: () => service,
  path: '/',
  // Whether to show next steps, right after the registration.
  validateSearch: ({ registered }): { registered?: true } => (registered === true ? { registered } : {}),
  component: lazyRouteComponent(() => patiently(() => import('./overview/page.js')), 'OverviewPage'),
});
const operations = createRoute({
  getParentRoute: () => service,
  path: 'operations',
  validateSearch: readOperationsSearch,
  component: lazyRouteComponent(() => patiently(() => import('./operations/page.js')), 'OperationsPage'),
});
const tryIt = createRoute({
  getParentRoute: () => service,
  path: 'try-it',
  validateSearch: ({ operation }): { operation?: string } =>
    typeof operation === 'string' ? { operation } : {},
  component: lazyRouteComponent(() => patiently(() => import('./try-it/page.js')), 'TryItPage'),
});
const connection = createRoute({
  getParentRoute: () => service,
  path: 'connection',
  component: lazyRouteComponent(() => patiently(() => import('./connection/page.js')), 'ConnectionPage'),
});
const design = createRoute({
  getParentRoute: () => service,
  path: 'design',
  validateSearch: readView,
  component: lazyRouteComponent(() => patiently(() => import('./design/page.js')), 'DesignPage'),
});
const agents = createRoute({
  getParentRoute: () => service,
  path: 'agents',
  component: lazyRouteComponent(() => patiently(() => import('./agents/page.js')), 'AgentsPage'),
});
const recordings = createRoute({
  getParentRoute: () => service,
  path: 'recordings',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => patiently(() => import('./recordings/page.js')), 'RecordingsPage'),
});
const revisions = createRoute({
  getParentRoute: () => service,
  path: 'revisions',
  // The revision whose changes are expanded.
  validateSearch: ({ compare }): { compare?: number } => (typeof compare === 'number' ? { compare } : {}),
  component: lazyRouteComponent(() => patiently(() => import('./revisions/page.js')), 'RevisionsPage'),
});
const apiReference = createRoute({
  getParentRoute: () => service,
  path: 'reference',
  // The open operation. The router reads a name like "1" as a number.
  validateSearch: ({ operation }): { operation?: string } =>
    operation === undefined ? {} : { operation: String(operation) },
  component: lazyRouteComponent(() => patiently(() => import('./api-reference/page.js')), 'ApiReferencePage'),
});
const serviceSettings = createRoute({
  getParentRoute: () => service,
  path: 'settings',
  component: lazyRouteComponent(
    () => patiently(() => import('./service-settings/page.js')),
    'ServiceSettingsPage',
  ),
});

export const routeTree = root.addChildren([
  visitor.addChildren([logIn, signUp, forgotPassword]),
  linked.addChildren([resetPassword, verifyAddress]),
  consumer.addChildren([consumerPage]),
  owner.addChildren([
    home,
    services,
    register,
    draft,
    service.addChildren([
      overview,
      operations,
      tryIt,
      connection,
      design,
      agents,
      recordings,
      revisions,
      apiReference,
      serviceSettings,
    ]),
    keys,
    usage,
    events,
    webhooks,
    settings,
    audit,
    missing,
    administration.addChildren([accounts, account, invitations, gatewayAudit, health]),
  ]),
]);
