import { Stack } from '@mantine/core';
import { ButtonLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { AccountSection } from './account-section.js';
import { CloseSection } from './close-section.js';
import { MailSection } from './mail-section.js';
import { PasswordSection } from './password-section.js';
import { PlanSection } from './plan-section.js';
import { SessionsSection } from './sessions-section.js';

/** The settings of the account and of the person. */
export function SettingsPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Settings"
        actions={
          <ButtonLink to="/settings/audit" variant="default">
            Audit log
          </ButtonLink>
        }
      />
      <AccountSection />
      <PlanSection />
      <MailSection />
      <PasswordSection />
      <SessionsSection />
      <CloseSection />
    </Stack>
  );
}
