import { Button, type ButtonProps, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ListedDraft } from '../api/drafts.js';
import { keyOf } from '../api/requests/query.js';
import { useChange } from '../api/requests/use-change.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';

/** Discards a draft after confirmation. `leave` then returns to the list of services. */
export function DiscardButton({
  draft,
  leave = false,
  children,
  ...button
}: {
  readonly draft: Pick<ListedDraft, 'draftId' | 'name'>;
  readonly leave?: boolean;
  readonly children: ReactNode;
} & Pick<ButtonProps, 'size'>) {
  const [asking, setAsking] = useState(false);
  const discard = useChange('delete', '/api/manage/drafts/{draftId}', {
    // Not the draft itself, which is still shown.
    reloads: [keyOf('/api/manage/drafts')],
  });
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="default"
        {...button}
        aria-label={`Discard ${draft.name}`}
        onClick={() => setAsking(true)}
      >
        {children}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Discard ${draft.name}?`}
        confirm="Discard"
        pending={discard.isPending}
        error={discard.error}
        onConfirm={() =>
          discard.mutate(
            { path: { draftId: draft.draftId } },
            {
              onSuccess: () => (leave ? void navigate({ to: '/services' }) : setAsking(false)),
            },
          )
        }
      >
        <Text size="sm">The imported files and your choices are deleted. Nothing was published.</Text>
      </ConfirmDialog>
    </>
  );
}
