import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSave } from '../api/requests/use-change.js';
import type { ServiceDetail } from '../api/services.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { readHeaderBlocks } from './header-blocks.js';

/** SOAP header blocks that the gateway adds to every call, such as a session that the service requires. Write-only, like credentials. */
export function HeadersSection({ service }: { readonly service: ServiceDetail }) {
  const { serviceId, secrets } = service;
  const [editing, setEditing] = useState(false);
  const set = useSave('put', '/api/manage/services/{serviceId}/headers', {
    path: { serviceId },
    read: { etag: useBase(secrets.etags.headers, editing) },
  });
  const [text, setText] = useState('');
  const [locked, setLocked] = useState(true);
  const [problem, setProblem] = useState<string>();

  useUnsaved(editing && text !== '');

  function save(event: FormEvent) {
    event.preventDefault();
    const read = readHeaderBlocks(text);
    if ('problem' in read) return setProblem(read.problem);
    const body = { blocks: read.blocks, ...(locked ? { locked: Object.keys(read.blocks) } : {}) };
    set.mutate(body, {
      onSuccess: () => {
        setEditing(false);
        setText('');
        showDone('SOAP headers saved');
      },
    });
  }

  return (
    <Section
      title="SOAP headers"
      description="Header blocks that the gateway adds to every message, such as a session or a tenant."
    >
      <Text size="sm">{secrets.headers ? 'Stored; can’t be viewed.' : 'None.'}</Text>
      {editing ? (
        <form noValidate onSubmit={save}>
          <Stack gap="md" maw={560}>
            <ErrorNotice error={set.error} />
            <Textarea
              label="Header blocks"
              description="JSON with one member per block, named as in the WSDL. Try it lists the blocks of an operation."
              placeholder={'{\n  "Session": { "token": "…" }\n}'}
              autosize
              minRows={4}
              maxRows={16}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={text}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                setProblem(undefined);
              }}
              error={problem}
            />
            <Checkbox
              label="Clients can’t override these"
              checked={locked}
              onChange={({ currentTarget }) => setLocked(currentTarget.checked)}
            />
            <Group gap="sm">
              <Button type="submit" loading={set.isPending}>
                Save headers
              </Button>
              <Button variant="default" onClick={() => setEditing(false)}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Group gap="sm">
          <Button variant="default" onClick={() => setEditing(true)}>
            {secrets.headers ? 'Replace headers' : 'Add headers'}
          </Button>
          {secrets.headers && (
            <Button
              variant="subtle"
              color="red"
              loading={set.isPending}
              onClick={() => set.mutate(null, { onSuccess: () => showDone('SOAP headers removed') })}
            >
              Remove
            </Button>
          )}
        </Group>
      )}
    </Section>
  );
}
