import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';
import { showDone } from '../components/show-done.js';

/** How the service is called in these pages; its address never changes. */
export function NameSection({ service }: { readonly service: ServiceDetail }) {
  const change = useChangeService(service.serviceId);
  const form = useForm({
    initialValues: { name: service.name },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name' : null) },
  });
  return (
    <Section title="Name" description="Only these pages show it. The address of the API stays as it is.">
      <form
        noValidate
        onSubmit={form.onSubmit(({ name }) =>
          change.mutate({ name: name.trim() }, { onSuccess: () => showDone('The name is changed') }),
        )}
      >
        <ErrorNotice error={change.error} />
        <Group align="flex-end" gap="sm" maw={560}>
          <TextInput label="Name" maxLength={100} flex="1 1 220px" {...form.getInputProps('name')} />
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={form.values.name.trim() === service.name}
          >
            Rename
          </Button>
        </Group>
      </form>
    </Section>
  );
}
