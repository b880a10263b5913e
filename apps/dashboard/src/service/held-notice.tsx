import { Alert } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import type { ServiceDetail } from '../api/services.js';
import { TextLink } from '../components/links.js';

/** Says that a newer revision waits for the owner's decision. */
export function HeldNotice({ service: { serviceId, heldRevision } }: { readonly service: ServiceDetail }) {
  if (heldRevision === null) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconGitCompare aria-hidden />}
      title={`Revision ${heldRevision} waits for your decision`}
    >
      Your clients are still served by the earlier one.{' '}
      <TextLink to="/services/$serviceId/revisions" params={{ serviceId }}>
        See what would change
      </TextLink>
      .
    </Alert>
  );
}
