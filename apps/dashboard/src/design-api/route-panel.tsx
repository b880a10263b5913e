import { Checkbox, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { DataTable } from '../components/show/data-table.js';
import { changeLine } from '../design-file/operation-edits.js';
import type { PanelProps } from './api-rows.js';
import { InlineText } from './inline-text.js';
import { LineProblems } from './line-problems.js';

/** The statuses that a fault can have; any other one is written in the file. */
const STATUSES: readonly (readonly [string, string])[] = [
  ['400', 'Bad Request'],
  ['401', 'Unauthorized'],
  ['403', 'Forbidden'],
  ['404', 'Not Found'],
  ['409', 'Conflict'],
  ['410', 'Gone'],
  ['412', 'Precondition Failed'],
  ['422', 'Unprocessable Content'],
  ['423', 'Locked'],
  ['429', 'Too Many Requests'],
  ['500', 'Internal Server Error'],
  ['503', 'Service Unavailable'],
  ['504', 'Gateway Timeout'],
];
/** The status of a fault without a line. */
const DEFAULT = '502';
const ALL = '*';

/** The body of a route, its `Location`, and the statuses of the faults that its operation declares. */
export function RoutePanel({
  row: { name, lines },
  proposal,
  bodies,
  problems,
  search,
  disabled,
  onEdit,
}: PanelProps) {
  const { route, body, faults, location, safe, status } = lines;
  const declared = proposal.faults.find(({ operation }) => operation === name)?.faults ?? [];
  const names = [...new Set([...declared, ...faults.keys()])].filter((fault) =>
    fault.toLowerCase().includes(search),
  );
  const at = ['operations', name];
  const hasBody = route !== undefined && route.method !== 'GET' && route.method !== 'DELETE';
  const choices = [...new Set([...bodies, ...(body === undefined ? [] : [body])])].filter(
    (each) => each !== ALL,
  );
  const creates = route !== undefined && route.method !== 'GET' && (status === '201' || status === '202');
  if (route === undefined && faults.size === 0 && (body ?? location) === undefined && !safe)
    return <Text size="sm">Choose a method first: a body and statuses of faults belong to a route.</Text>;
  return (
    <Stack gap="md">
      {(hasBody || body !== undefined) && (
        <div>
          <NativeSelect
            label="Body"
            description="The member that is the whole body of the request."
            data={[{ value: ALL, label: 'All members that are not in the path' }, ...choices]}
            value={body ?? ALL}
            disabled={disabled}
            onChange={({ currentTarget: { value } }) =>
              onEdit((text) => changeLine(text, name, ['body'], value === ALL ? undefined : value))
            }
          />
          <LineProblems problems={problems} keys={[...at, 'body']} />
        </div>
      )}
      {(creates || location !== undefined) && (
        <div>
          <Text size="sm" fw={500}>
            Location
          </Text>
          <InlineText
            label={`Location of ${name}`}
            value={location ?? ''}
            placeholder="/users/{result.userId}"
            disabled={disabled}
            onWrite={(path) =>
              onEdit((text) => changeLine(text, name, ['location'], path === '' ? undefined : path))
            }
          />
          <LineProblems problems={problems} keys={[...at, 'location']} />
        </div>
      )}
      {(route?.method === 'GET' || safe) && (
        <div>
          <Checkbox
            label={`${name} only reads`}
            description="Only needed for a GET if the name of the operation does not say so."
            checked={safe}
            disabled={disabled}
            onChange={({ currentTarget: { checked } }) =>
              onEdit((text) => changeLine(text, name, ['safe'], checked ? true : undefined))
            }
          />
          <LineProblems problems={problems} keys={[...at, 'safe']} />
        </div>
      )}
      {names.length === 0 ? (
        <Text size="sm">{search === '' ? `${name} declares no faults.` : 'No fault is found.'}</Text>
      ) : (
        <DataTable minWidth={220} columns={['Fault', 'Status']}>
          {names.map((fault) => (
            <Table.Tr key={fault}>
              <Table.Td>
                {fault}
                <LineProblems problems={problems} keys={[...at, 'faults', fault]} />
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={`Status of ${fault}`}
                  data={statusesWith(faults.get(fault))}
                  value={faults.get(fault) ?? DEFAULT}
                  disabled={disabled}
                  onChange={({ currentTarget: { value } }) =>
                    onEdit((text) =>
                      changeLine(
                        text,
                        name,
                        ['faults', fault],
                        value === DEFAULT ? undefined : Number(value),
                      ),
                    )
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Stack>
  );
}

function statusesWith(status: string | undefined) {
  const known = STATUSES.map(([value, phrase]) => ({ value, label: `${value} ${phrase}` }));
  const isOther = status !== undefined && status !== DEFAULT && !known.some(({ value }) => value === status);
  return [
    { value: DEFAULT, label: `${DEFAULT} Bad Gateway (default)` },
    ...known,
    ...(isOther ? [{ value: status, label: status }] : []),
  ];
}
