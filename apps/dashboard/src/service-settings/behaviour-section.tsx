import { Select, Switch } from '@mantine/core';
import { usePlan } from '../api/plans.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { SettingsForm } from '../components/forms/settings-form.js';
import { useBase } from '../components/forms/use-base.js';
import { useSettings } from '../components/forms/use-settings.js';
import { Section } from '../components/layout/section.js';
import { PlanNotice } from '../components/notices/plan-notice.js';
import { UNWRAP_CHOICES } from './unwrap-choices.js';

const NUMBERS = [
  { value: 'number', label: 'JSON numbers, every digit exact' },
  { value: 'string', label: 'Strings, for clients that round large numbers' },
];

const WILDCARDS = [
  { value: 'known', label: 'Allow where the WSDL has no schema for their namespace' },
  { value: 'lax', label: 'Allow' },
  { value: 'strict', label: 'Reject' },
];

/** Which methods are allowed, and how responses look. */
export function BehaviourSection({ service }: { readonly service: ServiceDetail }) {
  const { settings } = service;
  const plan = usePlan();
  const { methodPolicy, numbers, unwrap, wildcards, strictResponses, allowUndeclaredHeaders, mock } =
    settings;
  const form = useSettings({
    methodPolicy,
    numbers,
    unwrap,
    wildcards,
    strictResponses,
    allowUndeclaredHeaders,
    mock,
  });
  const change = useChangeService(useBase(service, form.isDirty()));
  const check = (name: 'strictResponses' | 'allowUndeclaredHeaders' | 'mock') =>
    form.getInputProps(name, { type: 'checkbox' });
  return (
    <Section
      title="Calls and responses"
      description="Applies to all clients immediately. Changing the response shape can break existing clients."
    >
      <SettingsForm form={form} change={change} changeOf={(settings) => ({ settings })} done="Settings saved">
        <Select
          label="Default method"
          description="For operations without a setting of their own. GET needs an input that fits in a query string."
          data={[
            { value: 'POST', label: 'POST only' },
            { value: 'GET + POST', label: 'GET where possible, and POST' },
            { value: 'GET', label: 'GET where possible' },
          ]}
          allowDeselect={false}
          {...form.getInputProps('methodPolicy')}
        />
        {plan?.get === false && (
          <PlanNotice title="GET is available on Starter and Pro">
            On your plan, only POST is available.
          </PlanNotice>
        )}
        <Select
          label="Response shape"
          data={UNWRAP_CHOICES}
          allowDeselect={false}
          {...form.getInputProps('unwrap')}
        />
        <Select
          label="Large numbers"
          description="JavaScript rounds large numbers such as 9007199254740993."
          data={NUMBERS}
          allowDeselect={false}
          {...form.getInputProps('numbers')}
        />
        <Select
          label="Undeclared elements in wildcards"
          description="Applies to xs:any that asks for declared elements."
          data={WILDCARDS}
          allowDeselect={false}
          {...form.getInputProps('wildcards')}
        />
        <Switch
          label="Reject responses that violate the WSDL"
          description="Otherwise they are passed on with a warning."
          {...check('strictResponses')}
        />
        <Switch
          label="Allow SOAP headers that the WSDL does not declare"
          {...check('allowUndeclaredHeaders')}
        />
        <Switch
          label="Allow mock responses"
          description="Clients that send X-Mock: true get a sample response. The service is not called."
          {...check('mock')}
        />
      </SettingsForm>
    </Section>
  );
}
