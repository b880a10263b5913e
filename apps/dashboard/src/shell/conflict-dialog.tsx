import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { queryClient } from '../api/requests/query-client.js';
import { type Conflict, type Decision, onConflict } from '../api/requests/use-edit.js';
import { describeValue, labelOf } from '../text/describe-member.js';

/** A conflict, and how it is settled. */
interface Question {
  readonly conflict: Conflict;
  readonly settle: (decision: Decision) => void;
}

/**
 * Asks what to do with an edit of something that someone else has changed in the meantime: shows both values of each member. `onCurrent` is
 * called when the owner takes the current values, once the page has them: its forms have to be filled again.
 */
export function ConflictDialog({ onCurrent }: { readonly onCurrent: () => void }) {
  const [question, setQuestion] = useState<Question>();
  const [loading, setLoading] = useState(false);
  useEffect(
    () =>
      onConflict(
        (conflict) =>
          new Promise((resolve) => {
            setQuestion({
              conflict,
              settle: (decision) => {
                setQuestion(undefined);
                resolve(decision);
              },
            });
          }),
      ),
    [],
  );
  const takeCurrent = async () => {
    setLoading(true);
    await queryClient.invalidateQueries();
    setLoading(false);
    question?.settle('current');
    onCurrent();
  };
  const isSecret = question?.conflict.members.length === 0;
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.settle('later')}
      title="Changed meanwhile"
      size="lg"
      zIndex={305}
    >
      <Stack gap="md">
        <Text size="sm">
          {isSecret
            ? 'Someone else changed these after you opened this page. Stored values can’t be shown.'
            : 'Someone else saved other values after you opened this page.'}
        </Text>
        {question !== undefined && !isSecret && <Comparison conflict={question.conflict} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" loading={loading} onClick={() => void takeCurrent()}>
            Use current
          </Button>
          <Button data-once disabled={loading} onClick={() => question?.settle('mine')}>
            Save mine
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Comparison({ conflict }: { readonly conflict: Conflict }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Setting</Table.Th>
          <Table.Th scope="col">Yours</Table.Th>
          <Table.Th scope="col">Current</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {conflict.members.map(({ path, mine, current }) => (
          <Table.Tr key={path.join('.')}>
            <Table.Th scope="row" fw={500}>
              {labelOf(path)}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {mine === undefined ? 'Unchanged' : describeValue(mine)}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{describeValue(current)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
