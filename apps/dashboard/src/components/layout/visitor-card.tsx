import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './visitor-card.module.css';

/** The single form of a page for visitors. */
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
