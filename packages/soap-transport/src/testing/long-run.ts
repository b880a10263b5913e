/** Whether this is the long run before a release (`SOAPSTONE_DEPTH=100`): more repetitions and tight deadlines, for a quiet machine. */
export const longRun: boolean = Number(process.env['SOAPSTONE_DEPTH']) >= 100;
