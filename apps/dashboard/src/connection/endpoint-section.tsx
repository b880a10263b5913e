import { NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { problemOf } from '../api/explain-error.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { Section } from '../components/section.js';
import { SettingsForm } from '../components/settings-form.js';

/** Seconds: the gateway takes no shorter time for a call. */
const LEAST = 0.1;

const ADDRESSING = [
  { value: 'auto', label: 'Where the WSDL asks for it' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' },
];

/** Where the service is, and how long a call may take. */
export function EndpointSection({ service }: { readonly service: ServiceDetail }) {
  const { serviceId, settings, address, limits } = service;
  const change = useChangeService(serviceId);
  const most = limits.timeoutMs / 1000;
  const form = useForm({
    initialValues: {
      endpoint: settings.endpoint ?? '',
      seconds: settings.timeoutMs === null ? '' : settings.timeoutMs / 1000,
      addressing: settings.addressing,
    } as { endpoint: string; seconds: number | ''; addressing: typeof settings.addressing },
    validate: {
      endpoint: (value) =>
        value.trim() === '' || /^https?:\/\/\S+$/i.test(value.trim())
          ? null
          : 'The address must begin with https:// or http://',
      seconds: (value) =>
        value === '' || (value >= LEAST && value <= most) ? null : `Between ${LEAST} and ${most} seconds`,
    },
  });
  return (
    <Section title="Where it is">
      <SettingsForm
        form={form}
        change={change}
        changeOf={({ endpoint, seconds, addressing }) => ({
          settings: {
            endpoint: endpoint.trim() === '' ? null : endpoint.trim(),
            timeoutMs: seconds === '' ? null : Math.round(seconds * 1000),
            addressing,
          },
        })}
        done="The connection is changed"
      >
        <TextInput
          label="Address of the service"
          description={
            address === null
              ? 'The WSDL names none, so calls need one from you.'
              : 'Leave it empty to use the one that the WSDL names.'
          }
          placeholder={address ?? 'https://example.com/service'}
          type="url"
          maxLength={2048}
          {...form.getInputProps('endpoint')}
          error={form.errors['endpoint'] ?? problemOf(change.error, '/settings/endpoint')}
        />
        <NumberInput
          label="Time for one call"
          description={`When it is over, the client gets an error. Empty: ${most} seconds, the most that this gateway waits.`}
          placeholder={`${most} seconds`}
          suffix=" seconds"
          min={LEAST}
          max={most}
          decimalScale={1}
          {...form.getInputProps('seconds')}
        />
        <Select
          label="WS-Addressing"
          description="Header blocks that some services need to find the right operation."
          data={ADDRESSING}
          allowDeselect={false}
          {...form.getInputProps('addressing')}
        />
      </SettingsForm>
    </Section>
  );
}
