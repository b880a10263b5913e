import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { explainError } from '../../api/requests/explain-error.js';

const MOST = 5;

/** An error in plain words, what to do about it, and all details from the gateway. Renders nothing without an error. */
export function ErrorNotice({
  error,
  onRetry,
  most = MOST,
}: {
  readonly error: unknown;
  /** The problems that are listed. */
  readonly most?: number;
  readonly onRetry?: (() => void) | undefined;
}) {
  if (error === null || error === undefined) return null;
  const { title, advice, problems, requestId } = explainError(error);
  return (
    <Alert role="alert" color="red" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs">
        {advice !== undefined && <Text size="sm">{advice}</Text>}
        {problems.length > 0 && (
          <List size="sm" spacing={4}>
            {problems.slice(0, most).map(({ path, message }) => (
              <List.Item key={`${path} ${message}`}>
                {path !== '' && <Code>{path}</Code>} {message}
              </List.Item>
            ))}
          </List>
        )}
        {problems.length > most && <Text size="sm">And {problems.length - most} more.</Text>}
        {requestId !== undefined && (
          <Text size="xs">
            Request <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
