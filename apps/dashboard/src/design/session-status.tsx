import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type UpstreamSession, upstreamSessionQuery } from '../api/design.js';
import { queryClient } from '../api/requests/query-client.js';
import { useChange } from '../api/requests/use-change.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { PageLoading } from '../shell/page-loading.js';
import { describeTime } from './describe-time.js';
import classes from './inputs.module.css';

/** The session that the live design describes: whether it is open, until when, and why the last login failed. */
export function SessionStatus({ serviceId }: { readonly serviceId: string }) {
  const { data: session, error, refetch, dataUpdatedAt } = useQuery(upstreamSessionQuery(serviceId));
  const logIn = useChange('post', '/api/manage/services/{serviceId}/session', {
    reloads: [],
    onSuccess: (opened) => queryClient.setQueryData(upstreamSessionQuery(serviceId).queryKey, opened),
  });
  const end = useChange('delete', '/api/manage/services/{serviceId}/session', {
    reloads: [['services', serviceId, 'session']],
  });
  if (session === undefined)
    return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const isProvided = session.provided !== null;
  return (
    <Section
      title="Session now"
      description={
        isProvided
          ? 'A program hands in the token, with the management API. It is never shown.'
          : `One login for all calls, with ${session.login}. The token is never shown.`
      }
      actions={
        <Group gap="sm">
          {!isProvided && (
            <Button
              variant="default"
              loading={logIn.isPending}
              disabled={session.open}
              onClick={() =>
                logIn.mutate(
                  { path: { serviceId }, body: {} },
                  {
                    onSuccess: ({ open }) => {
                      if (open) showDone('Logged in');
                    },
                  },
                )
              }
            >
              Log in now
            </Button>
          )}
          <Button
            variant="subtle"
            color="red"
            loading={end.isPending}
            disabled={!session.open}
            onClick={() =>
              end.mutate({ path: { serviceId } }, { onSuccess: () => showDone('Session ended') })
            }
          >
            End session
          </Button>
        </Group>
      }
    >
      <ErrorNotice error={logIn.error ?? end.error} />
      {end.data !== undefined && end.data.failure !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The logout failed">
          {end.data.failure}
        </Alert>
      )}
      <div role="status">
        <Status session={session} now={dataUpdatedAt} />
      </div>
      <LastErrors failures={session.failures} now={dataUpdatedAt} />
    </Section>
  );
}

/** Recent failures, also before a login that succeeded. */
function LastErrors({
  failures,
  now,
}: {
  readonly failures: UpstreamSession['failures'];
  readonly now: number;
}) {
  if (failures.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5" id="last-errors">
        Last errors
      </Title>
      <ul className={classes['rows']} aria-labelledby="last-errors">
        {failures.map(({ message, times, firstAt, lastAt }) => (
          <li key={message} className={classes['row']}>
            <Text size="sm" className={classes['member'] ?? ''}>
              {message}
            </Text>
            <Text size="sm" c="dimmed">
              {times === 1
                ? describeTime(lastAt, now)
                : `${times} times, first ${describeTime(firstAt, now)}, last ${describeTime(lastAt, now)}`}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The description of a session whose login the design has. */
const OF_LOGINS = {
  open: 'Logged in',
  token: 'The login returned a token: hidden.',
  opened: 'Opened',
  renewed: 'Renewed',
  closed: 'No session',
  next: 'The next call logs in.',
  failed: 'The last login failed',
} as const;

/** The description of a session whose token a program hands in. */
const OF_TOKENS: Readonly<Record<keyof typeof OF_LOGINS, string>> = {
  open: 'There is a token',
  token: 'The token is hidden.',
  opened: 'Handed in',
  renewed: 'The next one is due',
  closed: 'No token',
  next: 'Calls fail until a program hands one in.',
  failed: 'The token was refused',
};

function Status({ session, now }: { readonly session: UpstreamSession; readonly now: number }) {
  const { open, openedAt, expiresAt, renewsAt, endpoint, answered, failure, logout, provided } = session;
  const words = provided === null ? OF_LOGINS : OF_TOKENS;
  return (
    <Stack gap="sm">
      {open ? (
        <Alert color="soap" icon={<IconCircleCheck aria-hidden />} title={words.open}>
          <Stack gap={2}>
            <Text size="sm">{words.token}</Text>
            {answered !== null && answered.length > 0 && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                Its answer has {answered.join(', ')}.
              </Text>
            )}
            {openedAt !== null && (
              <Text size="sm">
                {words.opened} {describeTime(openedAt, now)}.
              </Text>
            )}
            <Text size="sm">
              {expiresAt === null
                ? 'Nothing says when it ends: it is renewed when the service refuses it.'
                : `Ends ${describeTime(expiresAt, now)}.`}
            </Text>
            {renewsAt !== null && (
              <Text size="sm">
                {words.renewed} {describeTime(renewsAt, now)}.
              </Text>
            )}
            {endpoint !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                Calls go to <Code>{endpoint}</Code>
              </Text>
            )}
            {logout === null && <Text size="sm">No logout: the service ends the session itself.</Text>}
          </Stack>
        </Alert>
      ) : (
        <Alert color="gray" icon={<IconClock aria-hidden />} title={words.closed}>
          {words.next}
        </Alert>
      )}
      {failure !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.failed}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {failure.message}
          </Text>
          <Text size="sm">
            Failed {describeTime(failure.at, now)}.
            {provided === null && ` Tried again ${describeTime(failure.retryAt, now)} at the earliest.`}
          </Text>
        </Alert>
      )}
    </Stack>
  );
}
