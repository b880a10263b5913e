import { Badge, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Operation, ServiceDetail } from '../api/services.js';
import { ButtonLink, TextLink } from '../components/layout/links.js';
import { CopyButton } from '../components/show/copy-button.js';
import { CopyLine } from '../components/show/copy-line.js';
import { MethodBadges } from '../operations/method-badges.js';
import classes from './operation-reference.module.css';

/** The URL of an operation of the API. */
export const operationUrl = ({ proxyUrl }: ServiceDetail, { name }: Operation): string =>
  `${proxyUrl}/${encodeURIComponent(name)}`;

/** The name of the open operation, its URL, its documentation, and where it can be tried. It takes the focus when it opens. */
export function OperationHeading({
  service,
  operation,
  isDeprecated,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation;
  readonly isDeprecated: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { serviceId } = service;
  return (
    <>
      <TextLink
        to="/services/$serviceId/reference"
        params={{ serviceId }}
        size="sm"
        underline="hover"
        className={classes['back'] ?? ''}
      >
        ← All operations
      </TextLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" miw={0}>
          <Title order={2} ref={heading} tabIndex={-1}>
            <bdi>{operation.name}</bdi>
          </Title>
          <MethodBadges methods={operation.methods} />
          {isDeprecated && (
            <Badge variant="light" color="yellow" tt="none">
              Deprecated
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          <CopyButton value={window.location.href} what="the link to this operation" />
          <ButtonLink
            to="/services/$serviceId/try-it"
            params={{ serviceId }}
            search={{ operation: operation.name }}
            size="compact-sm"
          >
            Try it
          </ButtonLink>
        </Group>
      </Group>
      {operation.documentation !== null && (
        <Text size="sm" className={classes['text'] ?? ''} dir="auto">
          {operation.documentation}
        </Text>
      )}
      <CopyLine value={operationUrl(service, operation)} what="the URL" />
    </>
  );
}
