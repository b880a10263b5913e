/**
 * The source of a member that the owner of a service fills (DF-1). Only the written form of a message has such members: no client sees
 * them, and no secret is part of a Shape.
 *
 * - `constant`: always this value
 * - `secret`, `header`: a text that the call brings under this name (`FillSource`)
 * - `generate`: a new text for each call
 * - `session`: the token of the session (DF-7)
 * - `whole`: an object in which nothing is left for clients
 * - `implied`: an object that clients may omit, because all that is left in it is optional
 * - `never`: an element of a branch that the design did not choose
 * - `omitted`: a member that the design leaves out (DF-8)
 */
export type Fill =
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'secret' | 'header'; readonly name: string }
  | { readonly kind: 'generate'; readonly what: 'uuid' | 'timestamp' }
  | { readonly kind: 'session'; readonly part?: string | undefined }
  | { readonly kind: 'whole' | 'implied' | 'never' | 'omitted' };
