import { type ServiceDetail, useChangeService } from '../api/services.js';
import { RenameForm, useNameForm } from '../components/forms/rename-form.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';

/** The display name of the service; its address never changes. */
export function NameSection({ service }: { readonly service: ServiceDetail }) {
  const form = useNameForm(service.name);
  const { mutate, ...change } = useChangeService(useBase(service, form.isEdited));
  return (
    <Section
      title="Name"
      description="Shown in this dashboard and on the page for consumers. The API’s URL does not change."
    >
      <RenameForm
        label="Name"
        form={form}
        rename={{ ...change, mutate: (name, options) => mutate({ name }, options) }}
      />
    </Section>
  );
}
