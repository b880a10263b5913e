import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** The content of an empty page: what will appear here, and how to add it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" className={classes['empty'] ?? ''}>
      {icon !== undefined && (
        <div className={classes['icon']} aria-hidden>
          {icon}
        </div>
      )}
      <Title order={2} ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={480} component="div">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
