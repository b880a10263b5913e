import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { problemOf } from '../api/requests/explain-error.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { SettingsForm } from '../components/forms/settings-form.js';
import { useBase } from '../components/forms/use-base.js';
import { useSettings } from '../components/forms/use-settings.js';
import { Section } from '../components/layout/section.js';

/** The minimum timeout of a call, in seconds. */
const LEAST = 0.1;

const ADDRESSING = [
  { value: 'auto', label: 'If the WSDL requires it' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' },
];

const BLOCKS = ['Action', 'To', 'MessageID', 'From', 'ReplyTo', 'FaultTo'] as const;

type Settings = ServiceDetail['settings'];
type Properties = NonNullable<Settings['addressingProperties']>;

type StoredEndpoint = {
  endpoint: string;
  seconds: number | '';
  lenientHttp: boolean;
  allowUndeclaredAttachments: boolean;
  addressing: Settings['addressing'];
  to: string;
  replyTo: string;
  mustUnderstand: NonNullable<Properties['mustUnderstand']>[number][];
};

/** The endpoint of the service, the timeout of a call, and its WS-Addressing. */
export function EndpointSection({ service }: { readonly service: ServiceDetail }) {
  const { settings, address, limits } = service;
  const most = limits.timeoutMs / 1000;
  const { addressingProperties: properties } = settings;
  const stored: StoredEndpoint = {
    endpoint: settings.endpoint ?? '',
    seconds: settings.timeoutMs === null ? '' : settings.timeoutMs / 1000,
    lenientHttp: settings.lenientHttp === true,
    allowUndeclaredAttachments: settings.allowUndeclaredAttachments === true,
    addressing: settings.addressing,
    to: properties?.to ?? '',
    replyTo: properties?.replyTo ?? '',
    mustUnderstand: [...(properties?.mustUnderstand ?? [])],
  };
  const form = useSettings(stored, {
    endpoint: (value) =>
      value.trim() === '' || /^https?:\/\/\S+$/i.test(value.trim())
        ? null
        : 'The URL must begin with https:// or http://',
    seconds: (value) =>
      value === '' || (value >= LEAST && value <= most) ? null : `Between ${LEAST} and ${most} seconds`,
  });
  const change = useChangeService(useBase(service, form.isDirty()));
  return (
    <Section title="Endpoint">
      <SettingsForm
        form={form}
        change={change}
        changeOf={({
          endpoint,
          seconds,
          lenientHttp,
          allowUndeclaredAttachments,
          addressing,
          ...chosen
        }) => ({
          settings: {
            endpoint: endpoint.trim() === '' ? null : endpoint.trim(),
            timeoutMs: seconds === '' ? null : Math.round(seconds * 1000),
            // Absent is off, so that a service that never needed it keeps no setting.
            lenientHttp: lenientHttp ? true : null,
            allowUndeclaredAttachments: allowUndeclaredAttachments ? true : null,
            addressing,
            addressingProperties: propertiesOf(properties, chosen),
          },
        })}
        done="Connection saved"
      >
        <TextInput
          label="Endpoint URL"
          description={
            address === null
              ? 'Required: the WSDL has no endpoint.'
              : 'Leave empty to use the endpoint in the WSDL. End it with /* to replace only the host and keep the path of each port.'
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
        <Checkbox
          label="Lenient HTTP"
          description="Read responses of old servers that break the syntax of HTTP."
          {...form.getInputProps('lenientHttp', { type: 'checkbox' })}
        />
        <Checkbox
          label="Allow attachments that the WSDL does not declare"
          description="Callers may then send any file to the service, and see such files of its responses."
          {...form.getInputProps('allowUndeclaredAttachments', { type: 'checkbox' })}
        />
        <Select
          label="WS-Addressing"
          description="Header blocks that some services use to route messages."
          data={ADDRESSING}
          allowDeselect={false}
          {...form.getInputProps('addressing')}
        />
        <TextInput
          label="WS-Addressing To"
          description="Leave empty to use the endpoint that is called."
          maxLength={2048}
          {...form.getInputProps('to')}
          error={problemOf(change.error, '/settings/addressingProperties/to')}
        />
        <TextInput
          label="WS-Addressing ReplyTo"
          description="Leave empty to get responses on the connection of the call."
          maxLength={2048}
          {...form.getInputProps('replyTo')}
          error={problemOf(change.error, '/settings/addressingProperties/replyTo')}
        />
        <MultiSelect
          label="Must be understood"
          description="The WS-Addressing blocks with mustUnderstand."
          data={BLOCKS}
          {...form.getInputProps('mustUnderstand')}
        />
      </SettingsForm>
    </Section>
  );
}

/** Returns the stored properties with those of the form; null if there are none. Properties that the form lacks stay. */
function propertiesOf(
  stored: Settings['addressingProperties'],
  { to, replyTo, mustUnderstand }: Pick<StoredEndpoint, 'to' | 'replyTo' | 'mustUnderstand'>,
): Properties | null {
  const { to: _to, replyTo: _replyTo, mustUnderstand: _mustUnderstand, ...others } = stored ?? {};
  const chosen: Properties = {
    ...others,
    ...(to.trim() !== '' && { to: to.trim() }),
    ...(replyTo.trim() !== '' && { replyTo: replyTo.trim() }),
    ...(mustUnderstand.length > 0 && { mustUnderstand }),
  };
  return Object.keys(chosen).length === 0 ? null : chosen;
}
