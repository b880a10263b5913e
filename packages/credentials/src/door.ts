/** The texts of a credential kind for people, and the doors of the product through which they can pass it. */
export interface Door {
  readonly title: string;
  /** One sentence below the title. */
  readonly description: string;
  /** The function of `@soapstone/client` that makes such credentials. */
  readonly client: string;
  readonly cli: readonly CliOption[] | Missing;
  readonly form: CredentialForm | OwnForm;
}

/** The reason why a kind has no door. */
export interface Missing {
  /** A sentence that says where such credentials can be passed. */
  readonly why: string;
}

/** A form of the dashboard with code of its own, because its fields depend on one another or on other kinds. */
export interface OwnForm {
  readonly own: true;
}

/** An option of the command line that fills in a kind. */
export interface CliOption {
  /** The option with its value, as the help prints it: `--ca <file>`. */
  readonly flags: string;
  readonly help: string;
  /** The member that the option fills in, as a JSON Pointer into the kind. `''`: all of it. */
  readonly at: string;
  /**
   * How the value is read. `pair`: `name:password`, a name whose password is in the environment, or `@file`; `file`: the name of a file, which
   * errors may repeat; `header`: `name: value`; `switch`: no value.
   */
  readonly value: 'pair' | 'file' | 'header' | 'switch';
  /** Whether the option says how to reach a server, also that of a WSDL, or what is in a message. */
  readonly group: 'access' | 'message';
}

/** A form that follows from its fields. */
export interface CredentialForm {
  readonly fields: readonly FormField[];
  /** Members of which one is enough; the first that has a value is sent. */
  readonly either?: { readonly members: readonly string[]; readonly missing: string };
  /** Members of the profile that the form does not ask for. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

/** A field of a form. */
export interface FormField {
  /** The member of the kind; `''` if the kind is one value. */
  readonly member: string;
  readonly label: string;
  readonly description?: string;
  /** `text-file`: a file whose text is the value; `base64-file`: one whose bytes are. */
  readonly input: 'text' | 'password' | 'text-file' | 'base64-file' | 'seconds' | 'choice';
  /** The files to offer. */
  readonly accept?: string;
  /** The values of a `choice`. The first one is the default. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** The problem of a field without a value. Default: the field may be empty, and the member is left out. */
  readonly missing?: string;
  /** A check of the value, with its problem. */
  readonly form?: { readonly accepts: (text: string) => boolean; readonly problem: string };
}

/** The accepted files of a certificate in PEM. */
export const CERTIFICATE_FILES = '.pem,.crt,.cer';

const BOTH = 'Enter the user name and password';

/** The fields of a name and a password, both of which are needed. */
export const NAME_AND_PASSWORD: readonly FormField[] = [
  { member: 'username', label: 'User name', input: 'text', missing: BOTH },
  { member: 'password', label: 'Password', input: 'password', missing: BOTH },
];

/** The field for the certificate of a service. */
export const SERVICE_CERTIFICATE: FormField = {
  member: 'certificate',
  label: 'Certificate of the service (PEM)',
  input: 'text-file',
  accept: CERTIFICATE_FILES,
  missing: 'Choose the certificate of the service',
};
