import { accountRoutes } from './routes/account.js';
import { administeredAccountRoutes } from './routes/administration/accounts.js';
import { administeredAuditRoutes } from './routes/administration/audit.js';
import { healthRoutes } from './routes/administration/health.js';
import { invitationRoutes } from './routes/administration/invitations.js';
import { auditRoutes } from './routes/audit.js';
import { callRoutes } from './routes/calls.js';
import { draftRoutes } from './routes/drafts.js';
import { eventRoutes } from './routes/events.js';
import { jobRoutes } from './routes/jobs.js';
import { keyRoutes } from './routes/keys.js';
import { latencyRoutes } from './routes/latency.js';
import { mailRoutes } from './routes/mail.js';
import { passwordLinkRoutes, passwordRoutes } from './routes/password.js';
import { agentRoutes } from './routes/services/agents.js';
import { announcementRoutes } from './routes/services/announcements.js';
import { deprecationRoutes } from './routes/services/deprecations.js';
import { designRoutes } from './routes/services/design.js';
import { exampleRoutes } from './routes/services/examples.js';
import { fileRoutes } from './routes/services/files.js';
import { operationRoutes } from './routes/services/operations.js';
import { pageRoutes } from './routes/services/page.js';
import { recordingRoutes } from './routes/services/recordings.js';
import { registerRoutes } from './routes/services/register.js';
import { revisionRoutes } from './routes/services/revisions.js';
import { serviceSecretRoutes } from './routes/services/secrets.js';
import { oneServiceRoutes } from './routes/services/services.js';
import { upstreamSessionRoutes } from './routes/services/session.js';
import { trialRoutes } from './routes/services/trials.js';
import { watchRoutes } from './routes/services/watch.js';
import { sessionRoutes } from './routes/sessions.js';
import { usageRoutes } from './routes/usage.js';
import { webhookRoutes } from './routes/webhooks.js';
import type { Route } from './routing/route.js';

/** Every route of the management and administration API. */
export const ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...passwordRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...mailRoutes,
  ...keyRoutes,
  ...usageRoutes,
  ...latencyRoutes,
  ...callRoutes,
  ...jobRoutes,
  ...draftRoutes,
  ...registerRoutes,
  ...oneServiceRoutes,
  ...operationRoutes,
  ...exampleRoutes,
  ...agentRoutes,
  ...pageRoutes,
  ...watchRoutes,
  ...deprecationRoutes,
  ...announcementRoutes,
  ...trialRoutes,
  ...recordingRoutes,
  ...serviceSecretRoutes,
  ...designRoutes,
  ...upstreamSessionRoutes,
  ...revisionRoutes,
  ...fileRoutes,
  ...administeredAccountRoutes,
  ...administeredAuditRoutes,
  ...passwordLinkRoutes,
  ...invitationRoutes,
  ...healthRoutes,
];
