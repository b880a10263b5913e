import type { QueryKey, UseMutationResult } from '@tanstack/react-query';
import { keyOf } from './query.js';
import { forget } from './query-client.js';
import { type AnswerOf, type Asked, type BodyOf, type PathOf, send } from './send.js';
import { useAction } from './use-action.js';
import { type Read, useEdit } from './use-edit.js';

type Change = 'post' | 'put' | 'patch' | 'delete';

interface After<Data> {
  /** The starts of the keys of queries that the change makes out of date. Default: everything below the first step of its path. */
  readonly reloads?: readonly QueryKey[];
  readonly onSuccess?: (data: Data) => unknown;
}

/** An action that sends a change to the management API, and reloads what it makes out of date. */
export function useChange<M extends Change, Path extends PathOf<M>>(
  method: M,
  path: Path,
  after: After<AnswerOf<M, Path>> = {},
): UseMutationResult<AnswerOf<M, Path>, Error, Asked<M, Path>> {
  return useAction({
    mutationFn: (asked: Asked<M, Path>) => send(method, path, asked),
    onSuccess: (data) => finish(path, after, data),
  });
}

interface Save<M extends Change, Path extends PathOf<M>> extends After<AnswerOf<M, Path>> {
  /** The names in the path. */
  readonly path?: Asked<M, Path>['path'];
  /** The values that filled the form: see `useEdit`. */
  readonly read: Read;
  readonly membersOf?: (current: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  readonly scope?: { readonly id: string };
}

/**
 * An action that saves an edit over what the owner read, and asks about conflicts: see `useEdit`. Its variables are the body of the
 * request, or null for a DELETE of the same path.
 */
export function useSave<M extends Change, Path extends PathOf<M>>(
  method: M,
  path: Path,
  { path: names, read, membersOf, scope, ...after }: Save<M, Path>,
): UseMutationResult<AnswerOf<M, Path>, Error, BodyOf<M, Path> | null> {
  return useEdit<AnswerOf<M, Path>, BodyOf<M, Path> | null>({
    read: () => read,
    ...(membersOf === undefined ? {} : { membersOf }),
    ...(scope === undefined ? {} : { scope }),
    send: (body, etag) => {
      const sent = body === null ? 'delete' : method;
      // A resource that can be removed has both methods.
      return send(sent as M, path, { path: names, body: body ?? undefined } as unknown as Asked<M, Path>, {
        etag,
      });
    },
    onSuccess: (data) => finish(path, after, data),
  });
}

async function finish<Data>(path: string, { reloads, onSuccess }: After<Data>, data: Data): Promise<void> {
  const [first] = keyOf(path);
  await Promise.all([...(reloads ?? [[first]]).map((key) => forget(key)), onSuccess?.(data)]);
}
