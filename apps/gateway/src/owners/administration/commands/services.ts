import { Argument, Command } from 'commander';
import { type AdministrationContext, runApply, runExport } from '../services/run.js';

/** `apply FILE`: makes the services, policies, credentials and keys of an account match a file. */
export function applyCommand(context: AdministrationContext): Command {
  return new Command('apply')
    .description('Bring the services and keys of an account to the state that a YAML or JSON file describes.')
    .addArgument(new Argument('<file>', 'the file; what it does not mention stays'))
    .option('--dry-run', 'list the differences without changing anything')
    .option('--account <id>', 'apply it to this account instead of the one that the file names')
    .action(async (file: string, options: { readonly dryRun?: true; readonly account?: string }) => {
      const { dryRun = false, account } = options;
      await runApply(file, { dryRun, account }, context);
    });
}

/** `export ACCOUNT`: writes the file that `apply` reads. */
export function exportCommand(context: AdministrationContext): Command {
  return new Command('export')
    .description('Print the services and keys of an account as YAML for apply, without secrets.')
    .addArgument(new Argument('<account>', 'the account id, acc_…'))
    .action((account: string) => runExport(account, context));
}
