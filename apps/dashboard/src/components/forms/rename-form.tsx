import { Button, Group, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { ErrorNotice } from '../notices/error-notice.js';
import { showDone } from '../notices/show-done.js';
import { useUnsaved } from './unsaved.js';

/** A name as it is edited. */
interface NameForm {
  /** The stored name. */
  readonly name: string;
  readonly fields: UseFormReturnType<{ name: string }>;
  readonly isEdited: boolean;
}

/** The state of a form that changes `name`. */
export function useNameForm(name: string): NameForm {
  const fields = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name' : null) },
  });
  return { name, fields, isEdited: fields.values.name !== name };
}

/** A name that can be changed. `rename` is the mutation that changes it. */
export function RenameForm({
  label,
  form: { name, fields: form, isEdited },
  rename,
}: {
  readonly label: string;
  readonly form: NameForm;
  readonly rename: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (name: string, options: { readonly onSuccess: () => void }) => void;
  };
}) {
  useUnsaved(isEdited);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        rename.mutate(values.name.trim(), { onSuccess: () => showDone('Name saved') }),
      )}
    >
      <ErrorNotice error={rename.error} />
      <Group align="flex-end" gap="sm" maw={560}>
        <TextInput label={label} maxLength={100} flex="1 1 220px" {...form.getInputProps('name')} />
        <Button
          type="submit"
          variant="default"
          loading={rename.isPending}
          disabled={form.values.name.trim() === name}
        >
          Rename
        </Button>
      </Group>
    </form>
  );
}
