/**
 * A module for Workers, Deno (`deno serve`) and Bun: the address of the WSDL is a variable of the environment. A Worker reads no files, and
 * calls the SOAP service with `fetch`.
 */
import { createRestApi, type RestApi } from '@soapstone/rest';

let api: Promise<RestApi> | undefined;

export default {
  async fetch(request: Request, { WSDL_URL }: { readonly WSDL_URL: string }): Promise<Response> {
    // Read with the first request: a Worker may not fetch before one.
    api ??= createRestApi(WSDL_URL, { client: { fetch } });
    return await (await api).fetch(request);
  },
};
