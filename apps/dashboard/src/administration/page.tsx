import { Stack } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useSession } from '../api/session.js';
import { PageHeader } from '../components/layout/page-header.js';
import { AdministrationTabs } from './administration-tabs.js';

/** The frame of the pages for administrators. The gateway itself rejects everyone else. */
export function AdministrationPage() {
  const { administrator } = useSession();
  if (!administrator) {
    return (
      <PageHeader
        title="Administrators only"
        description="Ask an administrator of this gateway to give you access."
      />
    );
  }
  return (
    <Stack gap="lg">
      <PageHeader title="Administration" />
      <AdministrationTabs />
      <Outlet />
    </Stack>
  );
}
