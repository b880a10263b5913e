import { Redis } from 'ioredis';

/** Returns the address with this password in it. */
export function withPassword(url: string, password: string): string {
  const given = new URL(url);
  given.password = password;
  return given.href;
}

/** Sets the password of a Redis server. Resolves to its URL with the password. */
export async function requirePassword(url: string, password: string): Promise<string> {
  const client = new Redis(url);
  await client.config('SET', 'requirepass', password);
  client.disconnect();
  return withPassword(url, password);
}
