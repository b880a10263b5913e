import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { beginRegistration, type Registered } from '../api/registration.js';
import { useImport } from '../api/use-import.js';
import { ErrorNotice } from '../components/error-notice.js';
import { PageHeader } from '../components/page-header.js';
import { Section } from '../components/section.js';
import { ImportProgress } from './import-progress.js';
import { type Naming, NamingFields } from './naming-fields.js';
import { SourceFields } from './source-fields.js';
import { useSource } from './use-source.js';

/** From a WSDL to an API: asks for the documents, shows what the gateway does with them, and leads to what became of them. */
export function RegisterPage() {
  const source = useSource();
  const [naming, setNaming] = useState<Naming>({ name: '', slug: '' });
  const registration = useImport<Parameters<typeof beginRegistration>[0], Registered>(beginRegistration);
  const navigate = useNavigate();

  async function register(event: FormEvent) {
    event.preventDefault();
    const sent = await source.read();
    if (sent === undefined) return;
    const { name, slug } = naming;
    const body = {
      ...sent,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
    };
    registration.start(body, ({ serviceId }) =>
      navigate({ to: '/services/$serviceId', params: { serviceId }, search: { registered: true } }),
    );
  }

  return (
    <Stack gap="lg" maw={720}>
      <PageHeader
        title="Register a service"
        description="A WSDL describes a SOAP service. The service’s provider publishes it."
      />
      {registration.running ? (
        <Section title="Creating your API">
          <ImportProgress job={registration.job} onCancel={registration.cancel} />
        </Section>
      ) : (
        <Section title="Where is the WSDL?">
          <form noValidate onSubmit={(event) => void register(event)}>
            <Stack gap="lg">
              <ErrorNotice error={registration.error} />
              <SourceFields {...source} />
              <NamingFields naming={naming} onChange={setNaming} error={registration.error} />
              <Group>
                <Button type="submit">Register</Button>
              </Group>
            </Stack>
          </form>
        </Section>
      )}
    </Stack>
  );
}
