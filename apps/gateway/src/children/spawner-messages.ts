/** A module that runs in its own process, by its path without an extension. */
export type ChildPath = 'owners/registration/child' | 'credentials/child' | 'owners/description/child';

/** To the spawner. `id` names a child of it. */
export type ToSpawner =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly file: string;
      readonly execArgv: readonly string[];
    }
  | { readonly kind: 'send'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'kill'; readonly id: number };

/** From the spawner. */
export type FromSpawner =
  | { readonly kind: 'message'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly message: string }
  | {
      readonly kind: 'exit';
      readonly id: number;
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
    };
