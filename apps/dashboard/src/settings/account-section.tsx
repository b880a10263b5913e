import { Button, Group, Input, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRenameAccount } from '../api/account.js';
import { useSession } from '../api/session.js';
import { CopyLine } from '../components/copy-line.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';
import { showDone } from '../components/show-done.js';

/** The name of the account, and the id that stands in every address. */
export function AccountSection() {
  const { account } = useSession();
  const rename = useRenameAccount();
  const form = useForm({
    initialValues: { name: account.name },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name' : null) },
  });
  return (
    <Section title="Account">
      <form
        noValidate
        onSubmit={form.onSubmit(({ name }) =>
          rename.mutate(name.trim(), { onSuccess: () => showDone('The name is changed') }),
        )}
      >
        <ErrorNotice error={rename.error} />
        <Group align="flex-end" gap="sm" maw={560}>
          <TextInput label="Account name" maxLength={100} flex="1 1 220px" {...form.getInputProps('name')} />
          <Button
            type="submit"
            variant="default"
            loading={rename.isPending}
            disabled={form.values.name.trim() === account.name}
          >
            Rename
          </Button>
        </Group>
      </form>
      <Input.Wrapper
        component="div"
        labelElement="div"
        label="Account id"
        description="Part of the address of every API that you publish. It is not secret and never changes."
        inputWrapperOrder={['label', 'description', 'input']}
      >
        <CopyLine value={account.accountId} what="the account id" />
      </Input.Wrapper>
    </Section>
  );
}
