import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './visitor-card.module.css';

/** The one form of a page that is seen before logging in. */
export function VisitorCard({
  header,
  children,
  footer,
}: {
  readonly header: ReactNode;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}) {
  return (
    <Stack className={classes['card'] ?? ''} gap="lg">
      {header}
      {children}
      {footer}
    </Stack>
  );
}
