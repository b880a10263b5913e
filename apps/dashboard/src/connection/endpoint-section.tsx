import { NumberInput, Select, TextInput } from '@mantine/core';
import { problemOf } from '../api/explain-error.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { Section } from '../components/section.js';
import { SettingsForm } from '../components/settings-form.js';
import { useSettings } from '../components/use-settings.js';

/** The minimum timeout of a call, in seconds. */
const LEAST = 0.1;

const ADDRESSING = [
  { value: 'auto', label: 'If the WSDL requires it' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' },
];

/** The endpoint of the service, and the timeout of a call. */
export function EndpointSection({ service }: { readonly service: ServiceDetail }) {
  const { serviceId, settings, address, limits } = service;
  const change = useChangeService(serviceId);
  const most = limits.timeoutMs / 1000;
  const stored: { endpoint: string; seconds: number | ''; addressing: typeof settings.addressing } = {
    endpoint: settings.endpoint ?? '',
    seconds: settings.timeoutMs === null ? '' : settings.timeoutMs / 1000,
    addressing: settings.addressing,
  };
  const form = useSettings(stored, {
    endpoint: (value) =>
      value.trim() === '' || /^https?:\/\/\S+$/i.test(value.trim())
        ? null
        : 'The URL must begin with https:// or http://',
    seconds: (value) =>
      value === '' || (value >= LEAST && value <= most) ? null : `Between ${LEAST} and ${most} seconds`,
  });
  return (
    <Section title="Endpoint">
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
        done="Connection saved"
      >
        <TextInput
          label="Endpoint URL"
          description={
            address === null
              ? 'Required: the WSDL has no endpoint.'
              : 'Leave empty to use the endpoint in the WSDL.'
          }
          placeholder={address ?? 'https://example.com/service'}
          type="url"
          maxLength={2048}
          {...form.getInputProps('endpoint')}
          error={form.errors['endpoint'] ?? problemOf(change.error, '/settings/endpoint')}
        />
        <NumberInput
          label="Timeout"
          description={`Calls that take longer fail. Default and maximum: ${most} seconds.`}
          placeholder={`${most} seconds`}
          suffix=" seconds"
          min={LEAST}
          max={most}
          decimalScale={1}
          {...form.getInputProps('seconds')}
        />
        <Select
          label="WS-Addressing"
          description="Header blocks that some services use to route messages."
          data={ADDRESSING}
          allowDeselect={false}
          {...form.getInputProps('addressing')}
        />
      </SettingsForm>
    </Section>
  );
}
