import type { Migration, MigrationProvider } from 'kysely';
import { addClosing } from '../repositories/accounts/closed-accounts.js';
import { createGatewayAuditTable } from '../repositories/accounts/gateway-audit.js';
import { createIdempotencyTable } from '../repositories/accounts/idempotency.js';
import { createInvitationTable } from '../repositories/accounts/invitations.js';
import { createKeyDays } from '../repositories/calls/key-days.js';
import { createOperationCallers } from '../repositories/calls/operation-callers.js';
import { createQuotaJournalTable } from '../repositories/calls/quota-journal.js';
import { createDraftTable } from '../repositories/services/drafts.js';
import { createLoginLeaseTable } from '../repositories/services/login-leases.js';
import { createOperationExampleTable } from '../repositories/services/operation-examples.js';
import { addRecordingRules, createRecordingTable } from '../repositories/services/recordings.js';
import { addCertificateEnds } from '../repositories/services/sealed-secrets.js';
import { createServicePageTable } from '../repositories/services/service-pages.js';
import { indexCapturing } from '../repositories/services/services.js';
import { createStallTable } from '../repositories/services/stalls.js';
import type { Dialect } from '../tables/dialect.js';
import { indexLists } from '../tables/pages.js';
import { createAccountsAndServices } from './accounts-and-services.js';
import { createArtefacts } from './artefacts.js';
import { createCallHours } from './call-hours.js';
import { createWatchTables } from './contract-watches.js';
import { createAnnouncements, createDeprecations } from './deprecations.js';
import { createEventTable, createWebhookTables } from './events.js';
import { createJobsAndUsage } from './jobs-and-usage.js';
import { addKeyRules, addOperationsOfKeys } from './key-rules.js';
import { createLinkTable, createMailTables } from './mail.js';
import { addDesignTexts, addRevisionDesigns, addRevisionStates } from './revision-designs.js';
import { createUsersSecretsAndLogs } from './users-secrets-and-logs.js';

/**
 * The list of migrations, in order; a released entry never changes. They run in one transaction, so a migration opens none itself.
 */
export function createMigrations(dialect: Dialect): MigrationProvider {
  const migrations: Record<string, Migration> = {
    '0001_accounts_and_services': { up: (db) => createAccountsAndServices(db, dialect) },
    '0002_users_secrets_and_logs': { up: createUsersSecretsAndLogs },
    '0003_jobs_and_usage': { up: createJobsAndUsage },
    '0004_deprecations': { up: createDeprecations },
    '0005_call_hours': { up: createCallHours },
    '0006_artefacts': { up: (db) => createArtefacts(db, dialect) },
    '0007_stalls': { up: createStallTable },
    '0008_operation_examples': { up: createOperationExampleTable },
    '0009_drafts': { up: createDraftTable(dialect) },
    '0010_invitations': { up: createInvitationTable },
    '0011_key_days': { up: createKeyDays },
    '0012_operations_of_keys': { up: addOperationsOfKeys },
    '0013_certificate_ends': { up: addCertificateEnds },
    '0014_revision_states': { up: addRevisionStates },
    '0015_services_capturing': { up: indexCapturing },
    '0016_recordings': { up: createRecordingTable(dialect) },
    '0017_lists': { up: indexLists },
    '0018_recording_rules': { up: addRecordingRules },
    '0019_gateway_audit_log': { up: createGatewayAuditTable },
    '0021_quota_journal': { up: createQuotaJournalTable },
    '0022_announcements': { up: createAnnouncements },
    '0023_repeatable_requests': { up: createIdempotencyTable },
    '0024_revision_designs': { up: addRevisionDesigns },
    '0025_login_leases': { up: createLoginLeaseTable },
    '0027_key_rules': { up: addKeyRules },
    '0028_events': { up: createEventTable },
    '0029_webhooks': { up: createWebhookTables },
    '0030_mail': { up: createMailTables },
    '0031_one_time_links': { up: createLinkTable },
    '0034_service_pages': { up: createServicePageTable },
    '0035_contract_watches': { up: createWatchTables },
    '0036_operation_callers': { up: createOperationCallers },
    '0037_design_texts': { up: addDesignTexts },
    '0038_closed_accounts': { up: addClosing },
  };
  return { getMigrations: async () => migrations };
}
