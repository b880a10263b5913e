import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { isSecondPress } from '../../repeated-clicks/ignore-double-press.js';
import { RunningActions } from './running-actions.js';

/**
 * A mutation that ignores a repetition of what it is doing: a second click, or a key that is held. The same variables start again only
 * after the first have settled, which is known in the same frame, before anything is rendered. `mutate` also ignores the second click of a
 * double click, which may meet another button at the same place: "Remove" where "Save" was. Every change to the gateway is such an action.
 */
export function useAction<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const [running] = useState(() => new RunningActions<Data>());
  const mutation = useMutation(options);
  const { mutateAsync: begin } = mutation;
  const mutateAsync = useCallback<typeof begin>(
    (...given) => running.join(given[0], () => begin(...given)),
    [begin, running],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    (...given) => {
      // The mutation shows its error.
      if (!isSecondPress()) void mutateAsync(...given).catch(() => {});
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
