/** Why there is no token. Its message never repeats what the token service sent. */
export class TokenRefusal extends Error {}
