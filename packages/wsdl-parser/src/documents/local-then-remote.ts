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

/** A resolver that asks a second one for what the first does not have, by location and by namespace. */
export function inTurn(first: Resolver, second: Resolver): Resolver {
  const resolve: Resolver = (uri, wanted) => first(uri, wanted).catch(() => second(uri, wanted));
  const finders = [first, second].flatMap((each) => namespaceFinderOf(each) ?? []);
  if (finders.length === 0) return resolve;
  return findingByNamespace(resolve, async (namespace) => {
    for (const find of finders) {
      const found = await find(namespace);
      if (found !== undefined) return found;
    }
    return undefined;
  });
}
