import { findingByNamespace, namespaceFinderOf, type Resolver } from './resolver.js';

/**
 * A resolver that looks among local documents first and fetches what is not there and has an http(s) address. Every door uses this
 * order: a bundle or a directory is meant to be complete, and a file that is missing there may still be on the network.
 *
 * @param remote fetches an address; `undefined`: nothing is fetched
 */
export function localThenRemote(local: Resolver, remote: Resolver | undefined): Resolver {
  const resolve: Resolver = async (uri, wanted) => {
    try {
      return await local(uri, wanted);
    } catch (error) {
      if (remote === undefined || !/^https?:/i.test(uri)) throw error;
    }
    return await remote(uri, wanted);
  };
  return findingByNamespace(resolve, namespaceFinderOf(local));
}
