import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { type CheckedDesign, type StoredDesign, useCheckDesign, usePublishDesign } from '../api/design.js';
import { ApiError } from '../api/requests/errors.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { type DesignProblem, keysOfPointer } from '../design-file/design-text.js';
import { Changes, ChangesVerdict } from '../revisions/change-list.js';
import { formatPlural } from '../text/format.js';
import type { DesignDraft } from './use-draft.js';

/** The gateway's verdict on a text. */
export interface Verdict {
  /** The design that was checked, as JSON. */
  readonly json: string;
  readonly problems: readonly DesignProblem[];
  /** The changes that publishing it makes, if it was checked. */
  readonly checked?: CheckedDesign;
}

/** Checks the edited design, and publishes it after the owner has seen what changes for clients. */
export function PublishSection({
  serviceId,
  draft,
  stored,
  verdict,
  onVerdict,
}: {
  readonly serviceId: string;
  readonly draft: DesignDraft;
  readonly stored: StoredDesign;
  /** The gateway's verdict on the current text. */
  readonly verdict: Verdict | undefined;
  readonly onVerdict: (verdict: Verdict | undefined) => void;
}) {
  const { json, isEdited } = draft;
  const [asking, setAsking] = useState<CheckedDesign>();
  const check = useCheckDesign(serviceId);
  const publish = usePublishDesign(serviceId, useBase(stored.etag, isEdited));
  const forget = useUnsaved(isEdited);
  const begin = (asks: boolean) => {
    if (json === undefined) return;
    check.mutate(json, {
      onSuccess: (result) => {
        onVerdict({ json, problems: result.problems, checked: result });
        if (asks && result.problems.length === 0) setAsking(result);
      },
    });
  };
  const close = () => {
    publish.reset();
    setAsking(undefined);
  };
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          onClick={() => begin(true)}
          disabled={json === undefined || !isEdited}
          loading={check.isPending}
        >
          Publish
        </Button>
        <Button
          variant="default"
          onClick={() => begin(false)}
          disabled={json === undefined || check.isPending}
        >
          Check
        </Button>
        <Button variant="default" onClick={draft.undo} disabled={!draft.canUndo}>
          Undo
        </Button>
        <Button variant="default" onClick={draft.redo} disabled={!draft.canRedo}>
          Redo
        </Button>
        <Button variant="subtle" onClick={draft.discard} disabled={!isEdited}>
          Discard edits
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {isEdited ? 'Edited, not published' : `Live in revision ${stored.revision}`}
          {verdict !== undefined && `: ${describe(verdict)}`}
        </Text>
      </Group>
      <ErrorNotice error={check.error} />
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={close}
        title="Publish this design?"
        confirm="Publish"
        tone={asking?.breaking === true ? 'danger' : 'plain'}
        pending={publish.isPending}
        error={publish.error}
        onConfirm={() => {
          if (json === undefined) return;
          publish.mutate(
            { json, text: draft.text },
            {
              onSuccess: ({ number }) => {
                forget();
                close();
                onVerdict(undefined);
                showDone(`Revision ${number} is live`);
              },
              onError: (error) => onVerdict({ json, problems: problemsOf(error) }),
            },
          );
        }}
      >
        <Text size="sm">Takes effect immediately for all clients. You can roll back.</Text>
        {asking !== undefined && (
          <>
            <ChangesVerdict changes={asking.changes} breaking={asking.breaking} />
            <Text size="sm">{missing(asking)}</Text>
          </>
        )}
      </ConfirmDialog>
    </Stack>
  );
}

/** The changes for clients when a design is published. */
export function CheckResult({ checked }: { readonly checked: CheckedDesign }) {
  return (
    <Section title="Check">
      <Alert color="soap" icon={<IconCircleCheck aria-hidden />} title="The design fits the service">
        {missing(checked)}
      </Alert>
      <ChangesVerdict changes={checked.changes} breaking={checked.breaking} />
      <Changes changes={checked.changes} />
    </Section>
  );
}

function describe({ problems }: Verdict): string {
  return problems.length === 0 ? 'it fits' : formatPlural(problems.length, 'problem');
}

function missing({ secrets }: CheckedDesign): string {
  const names = secrets.filter(({ stored }) => !stored).map(({ name }) => name);
  return names.length === 0
    ? ''
    : `Not set yet: ${names.join(', ')}. Calls that need them fail until you set them.`;
}

function problemsOf(error: Error): readonly DesignProblem[] {
  if (!(error instanceof ApiError)) return [];
  return error.problems.flatMap(({ path, message }) => {
    const at = keysOfPointer(path);
    return at === undefined ? [] : [{ at, message }];
  });
}
