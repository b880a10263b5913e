import { useMutation } from '@tanstack/react-query';
import { answer, client } from './client.js';
import { queryClient } from './query-client.js';

export function useRenameAccount() {
  return useMutation({
    mutationFn: (name: string) => answer(client.PATCH('/api/manage/account', { body: { name } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
}
