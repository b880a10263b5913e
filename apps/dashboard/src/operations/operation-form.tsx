import { Alert, Button, Group, NumberInput, Radio, Select, Stack } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { usePlan } from '../api/plans.js';
import { useSave } from '../api/requests/use-change.js';
import type { Operation, ServiceDetail } from '../api/services.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useBase } from '../components/forms/use-base.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { PlanNotice } from '../components/notices/plan-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { UNWRAP_CHOICES } from '../service-settings/unwrap-choices.js';
import { judgeGet } from './describe-methods.js';

type Policy = Operation['methodPolicy'];

/** The settings of one operation: its method, caching and response shape. */
export function OperationForm({
  service: { serviceId, settings },
  operation,
  onSaved,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation;
  readonly onSaved: () => void;
}) {
  const plan = usePlan();
  const [methodPolicy, setPolicy] = useState<Policy>(operation.methodPolicy);
  const [cacheSeconds, setCache] = useState<number | string>(operation.cacheSeconds);
  const [unwrap, setUnwrap] = useState<Operation['unwrap']>(operation.unwrap);
  const isEdited =
    methodPolicy !== operation.methodPolicy ||
    Number(cacheSeconds) !== operation.cacheSeconds ||
    unwrap !== operation.unwrap;
  const { etag, ...base } = useBase(operation, isEdited);
  const set = useSave('put', '/api/manage/services/{serviceId}/operations/{operation}', {
    path: { serviceId, operation: base.name },
    read: {
      etag,
      members: { methodPolicy: base.methodPolicy, cacheSeconds: base.cacheSeconds, unwrap: base.unwrap },
    },
  });
  const get = judgeGet(operation, plan?.get ?? false);
  const inForce = methodPolicy === 'Inherit' ? settings.methodPolicy : methodPolicy;
  const cached = get.possible && inForce !== 'POST';

  const forget = useUnsaved(isEdited, 'drawer');

  function save(event: FormEvent) {
    event.preventDefault();
    const change = { methodPolicy, cacheSeconds: Number(cacheSeconds) || 0, unwrap };
    set.mutate(change, {
      onSuccess: () => {
        forget();
        showDone('Saved');
        onSaved();
      },
    });
  }

  return (
    <form onSubmit={save}>
      <Stack gap="md">
        <ErrorNotice error={set.error} />
        <Radio.Group
          label="Allowed methods"
          value={methodPolicy}
          onChange={(value) => setPolicy(value as Policy)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="Inherit" label={`Service default (${settings.methodPolicy})`} />
            <Radio value="POST" label="POST only" />
            <Radio value="GET + POST" label="GET and POST" disabled={!get.possible} />
            <Radio value="GET" label="GET only" disabled={!get.possible} />
          </Stack>
        </Radio.Group>
        {plan !== undefined && (
          <GetNotice verdict={get} needsPlan={operation.queryRefused === null && !plan.get} />
        )}
        {cached && (
          <NumberInput
            label="Cache GET responses for"
            description="In seconds, up to a day. 0 turns caching off."
            min={0}
            max={86_400}
            allowDecimal={false}
            suffix=" s"
            value={cacheSeconds}
            onChange={setCache}
          />
        )}
        <Select
          label="Response shape"
          data={[{ value: '', label: 'Service default' }, ...UNWRAP_CHOICES]}
          value={unwrap ?? ''}
          onChange={(value) => setUnwrap(value === '' ? null : (value as Operation['unwrap']))}
          allowDeselect={false}
        />
        <Group>
          <Button type="submit" loading={set.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whether the operation can be called with GET, and why not; `needsPlan` if only the plan does not allow it. */
function GetNotice({
  verdict: { possible, careful, title, reason },
  needsPlan,
}: {
  readonly verdict: ReturnType<typeof judgeGet>;
  readonly needsPlan: boolean;
}) {
  if (needsPlan) return <PlanNotice title={title}>{reason}</PlanNotice>;
  return (
    <Alert
      color={careful ? 'yellow' : possible ? 'soap' : 'gray'}
      icon={possible && !careful ? <IconCircleCheck aria-hidden /> : <IconInfoCircle aria-hidden />}
      title={title}
    >
      {reason}
    </Alert>
  );
}
