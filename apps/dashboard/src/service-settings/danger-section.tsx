import { Button, Code, Group, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ServiceDetail, useDeleteService } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { showDone } from '../components/notices/show-done.js';

/** Deletes a service permanently; the owner must type its name. */
export function DangerSection({ service }: { readonly service: ServiceDetail }) {
  const { slug, name } = service;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useDeleteService(useBase(service, asking));
  const [typed, setTyped] = useState('');
  const close = () => {
    setAsking(false);
    setTyped('');
  };
  return (
    <Section
      tone="danger"
      title="Delete"
      description="Stops the API and permanently deletes its revisions, settings and credentials."
    >
      <Group>
        <Button color="red" variant="outline" onClick={() => setAsking(true)}>
          Delete service
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={`Delete ${name}?`}
        confirm="Delete service"
        pending={remove.isPending}
        error={remove.error}
        disabled={typed.trim() !== slug}
        onConfirm={() =>
          remove.mutate(null, {
            onSuccess: () => {
              showDone(`${name} deleted`);
              void navigate({ to: '/services' });
            },
          })
        }
      >
        <Text>All calls to it will fail. This can’t be undone.</Text>
        <TextInput
          label={
            <>
              Type <Code>{slug}</Code> to confirm
            </>
          }
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </ConfirmDialog>
    </Section>
  );
}
