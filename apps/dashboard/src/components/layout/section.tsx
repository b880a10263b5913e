import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

/** A titled part of a page, on its own surface. */
export function Section({
  title,
  description,
  actions,
  children,
  tone = 'plain',
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  readonly tone?: 'plain' | 'danger';
}) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} className={classes['section'] ?? ''} data-tone={tone}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0}>
            <Title order={2} id={id} dir="auto">
              {title}
            </Title>
            {description !== undefined && (
              <Text c="dimmed" size="sm" maw={680}>
                {description}
              </Text>
            )}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
