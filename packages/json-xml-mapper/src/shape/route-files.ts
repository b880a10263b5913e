/** The key of the MIME parts that a binding names (AT-3). */
export const ATTACHMENTS = '$attachments';

/** Where a message has the bytes of a file. */
export interface FilePlace {
  /** The key of the only member, which is the name of its part in a form; absent for a message that is the value itself. */
  readonly key?: string;
  /** The keys from the message to the text of the file. Default: `key` alone, or none. */
  readonly path?: readonly string[];
  /** The key of the media type of the file, beside its text, if the JSON has it. */
  readonly typeKey?: string;
  /** Whether the media type cannot be left out. */
  readonly typeRequired?: true;
  readonly encoding: 'base64' | 'hex';
  /** Whether the type restricts the value, so that it is checked as a whole. */
  readonly restricted?: true;
  /** The media types that the WSDL declares, in lower case: `image/png`, `image/*`. */
  readonly mediaTypes?: readonly string[];
  /** Whether it is always a MIME part beside the envelope, to which a reference in it leads, or which the binding names. */
  readonly part?: 'referenced' | 'bound';
}

/** A part of a form that stands for a member of the body (PG-12). */
export interface FormPart {
  /** The key of the member. */
  readonly name: string;
  readonly required?: true;
  /** Whether each part of this name is an item of a list. */
  readonly many?: true;
  /** Where the value of the member has the file; absent for a text. */
  readonly file?: FilePlace;
  /** The type of the text, if it is not a string. */
  readonly json?: 'number' | 'boolean';
  /** Whether the member is one of `$attachments`. */
  readonly attachment?: true;
}

/** The part of a route that can be a file as it is (PG-7), or a form. Plain data. */
export interface RouteFiles {
  /** Where the body of a request has the file. */
  readonly body?: FilePlace;
  /** Where the result has it. */
  readonly result?: FilePlace;
  /** The parts of a form with the members of the body, if some of them are files. */
  readonly form?: readonly FormPart[];
}
