import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { focusHeading } from './page-focus.js';

/** The heading of a page; it also sets the document title, and gets the focus after a navigation. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(`${title} · Soapstone`);
  useEffect(() => focusHeading(heading.current), []);
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} miw={0}>
        <Title order={1} ref={heading} tabIndex={-1} dir="auto">
          {title}
        </Title>
        {description !== undefined && (
          <Text c="dimmed" maw={640}>
            {description}
          </Text>
        )}
      </Stack>
      {actions}
    </Group>
  );
}
