import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../api/keys.js';

/** Names what a call was made with: an API key, or this dashboard. */
export function useKeyNames(): (keyId: string) => string {
  const { data: keys } = useQuery(keysQuery);
  return (keyId) =>
    keyId === 'try-it' ? 'Dashboard' : (keys?.find(({ id }) => id === keyId)?.name ?? 'Unknown key');
}
