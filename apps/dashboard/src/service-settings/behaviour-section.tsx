import { Select, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { usePlan } from '../api/plans.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { PlanNotice } from '../components/plan-notice.js';
import { Section } from '../components/section.js';
import { SettingsForm } from '../components/settings-form.js';
import { UNWRAP_CHOICES } from './unwrap-choices.js';

const NUMBERS = [
  { value: 'number', label: 'As JSON numbers, digit for digit' },
  { value: 'string', label: 'As strings, for programs whose numbers are too small' },
];

const WILDCARDS = [
  { value: 'known', label: 'Allow where the WSDL has no schema for their namespace' },
  { value: 'lax', label: 'Allow' },
  { value: 'strict', label: 'Reject' },
];

/** How calls are taken, and how answers look. */
export function BehaviourSection({ service }: { readonly service: ServiceDetail }) {
  const { serviceId, settings } = service;
  const plan = usePlan();
  const change = useChangeService(serviceId);
  const { methodPolicy, numbers, unwrap, wildcards, strictResponses, allowUndeclaredHeaders, mock } =
    settings;
  const form = useForm({
    initialValues: {
      methodPolicy,
      numbers,
      unwrap,
      wildcards,
      strictResponses,
      allowUndeclaredHeaders,
      mock,
    },
  });
  const check = (name: 'strictResponses' | 'allowUndeclaredHeaders' | 'mock') =>
    form.getInputProps(name, { type: 'checkbox' });
  return (
    <Section
      title="Calls and answers"
      description="Counts for every client at once. Changing how answers look can break programs that work today."
    >
      <SettingsForm
        form={form}
        change={change}
        changeOf={(settings) => ({ settings })}
        done="The settings are changed"
      >
        <Select
          label="How operations are called"
          description="Unless an operation chooses for itself. GET only counts for operations whose input fits into a query string."
          data={[
            { value: 'POST', label: 'POST only' },
            { value: 'GET + POST', label: 'GET where possible, and POST' },
            { value: 'GET', label: 'GET where possible' },
          ]}
          allowDeselect={false}
          {...form.getInputProps('methodPolicy')}
        />
        {plan?.get === false && (
          <PlanNotice title="GET is part of Starter and Pro">
            Until then every operation takes POST, whatever is chosen here.
          </PlanNotice>
        )}
        <Select
          label="What of an answer is shown"
          data={UNWRAP_CHOICES}
          allowDeselect={false}
          {...form.getInputProps('unwrap')}
        />
        <Select
          label="How long numbers are written"
          description="XML has numbers that JavaScript rounds, such as 9007199254740993."
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
          label="Refuse answers that break their own WSDL"
          description="Otherwise they are passed on with a warning."
          {...check('strictResponses')}
        />
        <Switch
          label="Pass on SOAP headers that the WSDL does not declare"
          {...check('allowUndeclaredHeaders')}
        />
        <Switch
          label="Offer made-up answers"
          description="Clients that send X-Mock: true get an answer made from the WSDL. The service is not called."
          {...check('mock')}
        />
      </SettingsForm>
    </Section>
  );
}
