import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { useBase } from '../components/forms/use-base.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';

/** The owner's words about an operation, which models read in place of the documentation of the WSDL. */
export function DescriptionForm({
  service,
  operation,
}: {
  readonly service: ServiceDetail;
  readonly operation: string;
}) {
  const stored = descriptionOf(service, operation);
  const [draft, setDraft] = useState(stored);
  const read = useBase(service, draft !== stored);
  const change = useChangeService(read);
  const save = () => {
    const { [operation]: _, ...others } = read.settings.agentDescriptions ?? {};
    const text = draft.trim();
    const next = text === '' ? others : { ...others, [operation]: text };
    change.mutate(
      { settings: { agentDescriptions: Object.keys(next).length === 0 ? null : next } },
      { onSuccess: () => showDone('Description saved') },
    );
  };
  return (
    <Stack gap="sm">
      <Textarea
        label="Your description"
        description="What the operation does and when to use it. Empty: the documentation of the WSDL."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={800}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <ErrorNotice error={change.error} />
      <Group>
        <Button
          variant="default"
          loading={change.isPending}
          disabled={draft.trim() === stored}
          onClick={save}
        >
          Save description
        </Button>
      </Group>
    </Stack>
  );
}

function descriptionOf({ settings: { agentDescriptions } }: ServiceDetail, operation: string): string {
  if (agentDescriptions === null || !Object.hasOwn(agentDescriptions, operation)) return '';
  return agentDescriptions[operation] ?? '';
}
