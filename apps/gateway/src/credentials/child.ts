/**
 * Opens the keys of one credential profile. The key determines how much work that is, and OpenSSL cannot be interrupted, so this runs in
 * its own process with a limit on processor time.
 */
import { parentChannel } from '../children/channel.js';
import { serveChecks } from './serve-checks.js';

serveChecks(parentChannel());
