import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { TextLink } from '../layout/links.js';

/** Says that a feature is only part of larger plans. `children`: the feature, and what works without it. */
export function PlanNotice({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const { plan } = useSession().account;
  return (
    <Alert color="gray" variant="light" icon={<IconLock aria-hidden />} title={title}>
      {children} Your account is on the {plan.name} plan:{' '}
      <TextLink to="/settings">compare the plans</TextLink>.
    </Alert>
  );
}
