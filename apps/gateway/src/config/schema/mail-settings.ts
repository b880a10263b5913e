import { Type } from 'typebox';

const text = { minLength: 1 };

/** The server that email is sent through. */
export const MAIL_SETTINGS = {
  SMTP_URL: Type.Optional(
    Type.String({
      ...text,
      pattern: '^smtps?://',
      description:
        'Server for outgoing email: `smtp://USER:PASSWORD@HOST:587` with STARTTLS, or `smtps://USER:PASSWORD@HOST:465`. Default: no email. [More](configuration.md#email)',
    }),
  ),
  SMTP_FROM: Type.Optional(
    Type.String({
      ...text,
      description: 'Sender of email: `gateway@example.com` or `Name <gateway@example.com>`.',
    }),
  ),
  SMTP_TLS: Type.Unsafe<'required' | 'off'>({
    enum: ['required', 'off'],
    default: 'required',
    description:
      '`off`: email to an address with `smtp://` is sent without TLS, for a relay on this machine. A login needs TLS.',
  }),
  SMTP_CA_FILE: Type.Optional(
    Type.String({
      ...text,
      description:
        'PEM file with the certificate authorities that sign the certificate of the mail server. Default: the public authorities.',
    }),
  ),
};
