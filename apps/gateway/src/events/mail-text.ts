import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { LinkPurpose } from '../domain/accounts/one-time-link.js';

/** The words of an email, which `printMail` writes as plain text and as HTML. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Why the person gets it. */
  readonly footer: string;
}

/** The maximum length of a subject in characters. Names of keys and services are part of it. */
const SUBJECT = 200;

/** The words of an email with a link that works once. */
export const LINK_TEXTS: Readonly<Record<LinkPurpose, (host: string) => Omit<MailText, 'link'>>> = {
  password: (host) => ({
    subject: `Reset your password for ${host}`,
    paragraphs: [
      `Somebody asked to reset the password of your account on ${host}. The link works once, for an hour.`,
      'If it was not you, ignore this email: your password stays as it is.',
    ],
    footer: `You get this email because an account on ${host} has this address.`,
  }),
  address: (host) => ({
    subject: `Verify your email address for ${host}`,
    paragraphs: [
      `Somebody entered this address for an account on ${host}. The link works once, for a day.`,
      'If it was not you, ignore this email: nothing happens.',
    ],
    footer: `You get this email because somebody entered this address on ${host}.`,
  }),
};

/** Notifies the previous address that the account has a new one. */
export function addressChangedText(host: string): MailText {
  return {
    subject: `Your account on ${host} has another email address`,
    paragraphs: [
      `The email address of your account on ${host} was changed. This address no longer belongs to it.`,
      'If it was not you, ask the operator of the gateway to reset your password.',
    ],
    footer: `You get this email because this was the address of an account on ${host}.`,
  };
}

/** Writes an email as plain text and as HTML. No value of a person becomes markup or a header. */
export function printMail({ subject, paragraphs, link, footer }: MailText): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const lines = paragraphs.map(onOneLine);
  const shown = link === undefined ? [] : [`${link.label}:\n${link.url}`];
  const button =
    link === undefined
      ? ''
      : `<p><a href="${escapeAttribute(link.url)}">${escapeAttribute(link.label)}</a></p>\n`;
  return {
    subject: onOneLine(subject).slice(0, SUBJECT),
    text: `${[...lines, ...shown, `-- \n${onOneLine(footer)}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeAttribute(onOneLine(subject))}</title></head>
<body>
${lines.map((line) => `<p dir="auto">${escapeAttribute(line)}</p>\n`).join('')}${button}<p><small>${escapeAttribute(onOneLine(footer))}</small></p>
</body>
</html>
`,
  };
}

/** Replaces line breaks and other control characters, which would end a header, and marks that turn the direction of text. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
