import { Alert } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { useMatchRoute } from '@tanstack/react-router';
import type { ServiceDetail } from '../api/services.js';
import { TextLink } from '../components/layout/links.js';

/** Says that a newer revision waits for the owner's approval, except where it is already shown. */
export function HeldNotice({
  service: { serviceId, heldRevision, revision },
}: {
  readonly service: ServiceDetail;
}) {
  const matches = useMatchRoute();
  if (heldRevision === null || matches({ to: '/services/$serviceId/revisions' })) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconGitCompare aria-hidden />}
      title={`Revision ${heldRevision} needs your approval`}
    >
      Revision {revision} is live.{' '}
      <TextLink to="/services/$serviceId/revisions" params={{ serviceId }}>
        Review the changes
      </TextLink>
      .
    </Alert>
  );
}
