import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { proposalQuery, type StoredDesign } from '../api/design.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { changeSession, readSession, replaceSession } from '../design-file/session-lines.js';
import { PageLoading } from '../shell/page-loading.js';
import { SessionForm } from './session-form.js';
import { SessionStatus } from './session-status.js';
import type { DesignDraft } from './use-draft.js';

/** Whether the design that is live has a session. */
export function hasLiveSession({ json }: StoredDesign): boolean {
  return (JSON.parse(json) as { session?: unknown }).session != null;
}

/** Log in once for all calls: the detected login, the lines of the file as a form, and the session now. */
export function SessionSection({
  serviceId,
  draft,
  stored,
}: {
  readonly serviceId: string;
  readonly draft: DesignDraft;
  readonly stored: StoredDesign;
}) {
  const { data: proposal, error, refetch } = useQuery(proposalQuery(serviceId));
  if (proposal === undefined)
    return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const has = readSession(draft.json) !== undefined;
  const detected = proposal.session as { readonly login: { readonly operation: string } } | null;
  return (
    <Stack gap="lg">
      {hasLiveSession(stored) && <SessionStatus serviceId={serviceId} />}
      <Section
        title="Session"
        description="For services that want a login first: the gateway logs in once for all calls. Clients see neither the login nor the token."
      >
        {!has && detected !== null && (
          <Alert
            color="soap"
            icon={<IconLogin2 aria-hidden />}
            title={`${detected.login.operation} looks like a login`}
          >
            <Stack gap="xs">
              <Text size="sm">Its values become secrets, which you set below.</Text>
              <Group>
                <Button
                  size="xs"
                  disabled={draft.json === undefined}
                  onClick={() => draft.edit((text) => replaceSession(text, detected))}
                >
                  Use this login
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
        {!has && (
          <Group>
            <Button
              variant="default"
              disabled={draft.json === undefined}
              onClick={() =>
                draft.edit((text) =>
                  changeSession(text, ['login', 'operation'], proposal.inputs[0]?.operation ?? ''),
                )
              }
            >
              Add a session
            </Button>
          </Group>
        )}
        <SessionForm draft={draft} proposal={proposal} />
      </Section>
    </Stack>
  );
}
