import { type ServiceDetail, useChangeService } from '../api/services.js';
import { RenameForm } from '../components/rename-form.js';
import { Section } from '../components/section.js';

/** The display name of the service; its address never changes. */
export function NameSection({ service }: { readonly service: ServiceDetail }) {
  const { mutate, ...change } = useChangeService(service.serviceId);
  return (
    <Section title="Name" description="Shown in this dashboard only. The API’s URL does not change.">
      <RenameForm
        label="Name"
        name={service.name}
        rename={{ ...change, mutate: (name, options) => mutate({ name }, options) }}
      />
    </Section>
  );
}
