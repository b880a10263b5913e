import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll } from 'vitest';
import { createRestApi, type RestApi, type RestOptions } from '../index.js';

/** A user directory and the APIs in front of it, which end with the tests of the file. */
export interface RestScene {
  readonly directory: UserDirectory;
  open(options?: RestOptions): Promise<RestApi>;
}

/** Starts the directory before the tests of a file. */
export function setRestScene(): RestScene {
  const opened: RestApi[] = [];
  let directory: UserDirectory;
  beforeAll(async () => {
    directory = await startUserDirectory();
  });
  afterAll(async () => {
    await Promise.all(opened.map((api) => api.close()));
    await directory.stop();
  });
  return {
    get directory() {
      return directory;
    },
    async open(options) {
      const api = await createRestApi(directory.wsdlAddress, options);
      opened.push(api);
      return api;
    },
  };
}

export const postTo = (url: string, body: string, headers: Record<string, string> = {}): Request =>
  new Request(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
