/** One module of undici, which has no declarations of its own. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}
