import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../notices/error-notice.js';
import { showDone } from '../notices/show-done.js';
import { useUnsaved } from './unsaved.js';

/** Settings that are saved together, once one of them differs. `change` is the mutation that saves them. */
export function SettingsForm<Values, Change>({
  form,
  change,
  changeOf,
  done,
  children,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly change: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (change: Change, options: { readonly onSuccess: () => void }) => void;
  };
  readonly changeOf: (values: Values) => Change;
  /** The message shown after saving. */
  readonly done: string;
  readonly children: ReactNode;
}) {
  useUnsaved(form.isDirty());
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        change.mutate(changeOf(values), {
          onSuccess: () => {
            form.resetDirty();
            showDone(done);
          },
        }),
      )}
    >
      <Stack gap="lg" maw={560}>
        <ErrorNotice error={change.error} />
        {children}
        <Group>
          <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
