import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WsdlLogin } from '../api/connection.js';
import { type Draft, type DraftChange, useChangeDraft, usePublishDraft } from '../api/drafts.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useOnce } from '../components/forms/use-once.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { rememberLogin } from './kept-logins.js';

/** Publishes a draft; asks for confirmation if the account already has a service from the same WSDL. */
export function PublishButton({
  draft,
  typed,
  login,
  disabled,
}: {
  readonly draft: Draft;
  readonly typed: DraftChange;
  /** The login at the server of the WSDL that the service keeps. */
  readonly login: WsdlLogin | undefined;
  /** Whether the name or the path is missing. */
  readonly disabled: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const change = useChangeDraft(draft.draftId);
  const publish = usePublishDraft(draft.draftId, login);
  const navigate = useNavigate();
  const [same] = draft.same;
  const ready = draft.ports.some(({ operations }) => operations.some(({ exposedAs }) => exposedAs !== null));
  const full = draft.room.most !== null && draft.room.services >= draft.room.most;
  const error = change.error ?? publish.error;
  // The draft is published before the page of its service is shown: a click in between must not ask about a second service.
  const pending = change.isPending || publish.isPending || publish.isSuccess;

  const send = useOnce(async () => {
    try {
      if (Object.keys(typed).length > 0) await change.mutateAsync(typed);
      const { serviceId, isLoginKept } = await publish.mutateAsync();
      rememberLogin(draft.draftId, undefined);
      if (!isLoginKept) showDone('The login of the WSDL was not kept. Add it in Settings');
      await navigate({ to: '/services/$serviceId', params: { serviceId }, search: { registered: true } });
    } catch {
      // Shown below, from the errors of the mutations.
    }
  });

  return (
    <Stack gap="sm">
      {!asking && <ErrorNotice error={error} />}
      <div>
        <Button
          onClick={() => (same === undefined ? send() : setAsking(true))}
          loading={pending && !asking}
          disabled={!ready || full || disabled}
        >
          Publish
        </Button>
      </div>
      {!ready && (
        <Text size="sm" c="dimmed">
          There is no operation to publish yet.
        </Text>
      )}
      {same !== undefined && (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title="Publish this WSDL a second time?"
          confirm="Publish a second service"
          tone="plain"
          pending={pending}
          error={error}
          onConfirm={send}
        >
          <Text size="sm">
            {same.name} was registered from this WSDL or another version of it. A second service has its own
            URL and counts toward your plan. To update {same.name}, import the WSDL on its Revisions page
            instead.
          </Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
