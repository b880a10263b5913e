import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { BodyOf } from '../../api/requests/send.js';
import { useSave } from '../../api/requests/use-change.js';
import { ErrorNotice } from '../notices/error-notice.js';
import { showDone } from '../notices/show-done.js';
import { useUnsaved } from './unsaved.js';
import { useBase } from './use-base.js';

/** Secrets of a service that have a resource of their own. */
type SecretPath = `/api/manage/services/{serviceId}/${'headers' | 'proxy-login' | 'wsdl-login'}`;

/** What a form would send: a body, what is wrong with its fields, or nothing while one of them is empty. */
type Written<Path extends SecretPath> = { readonly body: BodyOf<'put', Path> } | { readonly problem: string };

/** A secret of a service that can be set, replaced and removed, but not read: its state, its buttons and the form that replaces it. */
export function SecretForm<Path extends SecretPath, Draft extends object>({
  serviceId,
  path,
  etag,
  what,
  isStored,
  state,
  empty,
  write,
  children,
}: {
  readonly serviceId: string;
  readonly path: Path;
  readonly etag: string;
  /** Its name within the text of a button: "WSDL login". */
  readonly what: string;
  readonly isStored: boolean;
  /** Tells whether one is stored. */
  readonly state: string;
  /** The fields of a new form. */
  readonly empty: Draft;
  readonly write: (draft: Draft) => Written<Path> | undefined;
  /** The fields. `problem`: why the form could not be sent. */
  readonly children: (
    draft: Draft,
    change: (part: Partial<Draft>) => void,
    problem: string | undefined,
  ) => ReactNode;
}) {
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<string>();
  const set = useSave('put', path as SecretPath, {
    path: { serviceId },
    read: { etag: useBase(etag, draft !== undefined) },
  });
  useUnsaved(draft !== undefined && draft !== empty);

  if (draft === undefined)
    return (
      <Stack gap="xs">
        <Text size="sm">{state}</Text>
        <ErrorNotice error={set.error} />
        <Group gap="sm">
          <Button variant="default" onClick={() => setDraft(empty)}>
            {`${isStored ? 'Replace' : 'Add'} ${what}`}
          </Button>
          {isStored && (
            <Button
              variant="subtle"
              color="red"
              loading={set.isPending}
              onClick={() => set.mutate(null, { onSuccess: () => showDone(`${sentence(what)} removed`) })}
            >
              {`Remove ${what}`}
            </Button>
          )}
        </Group>
      </Stack>
    );

  const written = write(draft);
  const close = () => {
    setDraft(undefined);
    setProblem(undefined);
  };
  function save(event: FormEvent) {
    event.preventDefault();
    if (written === undefined) return;
    if ('problem' in written) return setProblem(written.problem);
    set.mutate(written.body as BodyOf<'put', SecretPath>, {
      onSuccess: () => {
        close();
        showDone(`${sentence(what)} saved`);
      },
    });
  }
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setProblem(undefined);
  };
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="md" maw={560}>
        <ErrorNotice error={set.error} />
        {children(draft, change, problem)}
        <Group gap="sm">
          <Button type="submit" loading={set.isPending} disabled={written === undefined}>
            {`Save ${what}`}
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function sentence(what: string): string {
  return what.charAt(0).toUpperCase() + what.slice(1);
}
