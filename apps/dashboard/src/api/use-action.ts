import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A mutation that ignores a repetition of what it is doing: a second click, or a key that is held. The same variables start again only
 * after the first have settled, which a reference knows in the same frame, before anything is rendered. Every change to the gateway is
 * such an action.
 */
export function useAction<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const running = useRef(new Map<string, Promise<Data>>());
  const mutation = useMutation(options);
  const { mutateAsync: begin } = mutation;
  const mutateAsync = useCallback<typeof begin>(
    (...given) => {
      const key = JSON.stringify(given[0]) ?? '';
      const first = running.current.get(key);
      if (first !== undefined) return first;
      const result = begin(...given).finally(() => running.current.delete(key));
      running.current.set(key, result);
      return result;
    },
    [begin],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    // The mutation shows its error.
    (...given) => void mutateAsync(...given).catch(() => {}),
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
