import { DOORS, type Door, type KindName } from '@soapstone/credentials/doors';

/** The kinds of credentials that services ask for, the most common first. */
export const CREDENTIAL_KINDS: readonly KindName[] = Object.keys(DOORS) as KindName[];

/** Returns the title of a kind by the gateway's name for it. */
export function titleOf(kind: string): string {
  return doorOf(kind)?.title ?? kind;
}

function doorOf(kind: string): Door | undefined {
  return Object.hasOwn(DOORS, kind) ? DOORS[kind as KindName] : undefined;
}
