import { setHashCost } from '../domain/accounts/password.js';

// A hash as in production takes 400 ms of a processor. Each hash states its cost, so gateways in other processes accept these too.
setHashCost(2 ** 10);
