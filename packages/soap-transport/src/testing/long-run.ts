const { SOAPSTONE_LONG } = process.env;

/** Whether this is the long run before a release (`SOAPSTONE_LONG=1`), where the figures of the issue are shown in full. */
export const longRun: boolean = SOAPSTONE_LONG === '1';
