import { defined } from '@soapstone/options/defined';
import { Argument, Command, Option } from 'commander';
import type { Account } from '../../../domain/accounts/account.js';
import type { PlanName } from '../../../domain/accounts/plan.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import { showAccount } from '../../management/routes/account.js';
import {
  type AccountChange,
  createAccount,
  findAccount,
  updateAccount,
} from '../../management/use-cases/administer-accounts.js';
import { PLAN_NAMES, parseEmail, parseInstant, parseName, readPassword } from '../arguments.js';
import { type CommandContext, printable, printTable } from '../command-context.js';
import type { Administration } from '../open-administration.js';

/** The result of `showAccount`, plus what only an operator sees. */
interface ShownAccount {
  readonly accountId: string;
  readonly name: string;
  readonly status: Account['status'];
  readonly closesAt: string | null;
  readonly plan: {
    readonly name: string;
    readonly next: { readonly name: string; readonly at: string } | null;
  };
  readonly billingAnchor: string | null;
  readonly period: {
    readonly start: string;
    readonly end: string;
    readonly used: number;
    readonly remaining: number;
  };
}

const ACCOUNT = new Argument('<account>', 'the account id, acc_…');
const planOption = () => new Option('--plan <plan>', 'the plan').choices(PLAN_NAMES);
const anchorOption = () =>
  new Option(
    '--billing-anchor <instant>',
    'when billing periods begin, such as 2026-01-31T00:00:00Z',
  ).argParser(parseInstant);

/** `admin accounts …`: the account functions of the administration API. */
export function accountsCommand(context: CommandContext): Command {
  const command = new Command('accounts').description('Create, list and change accounts.');
  command
    .command('create')
    .description('Create an account; with --email, also its first user, who can log in.')
    .addOption(
      new Option('--name <name>', 'the name of the account').argParser(parseName).makeOptionMandatory(),
    )
    .addOption(planOption().default('Free'))
    .addOption(anchorOption())
    .addOption(
      new Option('--email <address>', 'its first user; the password is read from standard input').argParser(
        parseEmail,
      ),
    )
    .action(async (options: CreateOptions, self: Command) => {
      const { email, ...given } = options;
      const { terminal } = context;
      const user =
        email === undefined ? undefined : { email, password: await readPassword(terminal.readInput) };
      const account = await context.withStore(async (administration) =>
        show(await createAccount({ ...given, ...defined({ user }) }, administration), administration),
      );
      context.print(self, account, describe);
    });
  command
    .command('list')
    .description('Every account, oldest first.')
    .addOption(
      new Option('--search <text>', 'a part of the name, the id or the email address of a user').argParser(
        parseName,
      ),
    )
    .action(async ({ search }: { readonly search?: string }, self: Command) => {
      const accounts = await context.withStore(({ store }) =>
        readAll((page: PageRequest) => store.accounts.list({ ...page, ...defined({ search }) })),
      );
      const shown = accounts.map(({ id, name, status, closesAt, plan, createdAt }) => ({
        accountId: id,
        name,
        status,
        closesAt: closesAt === undefined ? null : new Date(closesAt).toISOString(),
        plan,
        createdAt: new Date(createdAt).toISOString(),
      }));
      context.print(self, { accounts: shown }, (value) =>
        printTable([
          ['ACCOUNT', 'PLAN', 'STATUS', 'CREATED', 'NAME'],
          ...value.accounts.map((each) => [
            each.accountId,
            each.plan,
            each.closesAt === null ? each.status : 'closing',
            each.createdAt,
            each.name,
          ]),
        ]),
      );
    });
  command
    .command('show')
    .description('An account, its plan and its billing period.')
    .addArgument(ACCOUNT)
    .action(async (id: string, _options: unknown, self: Command) => {
      const account = await context.withStore(async (administration) =>
        show(await findAccount(id, administration), administration),
      );
      context.print(self, account, describe);
    });
  const change = async (id: string, given: AccountChange, self: Command) => {
    const account = await context.withStore(async (administration) =>
      show(await updateAccount(id, given, administration), administration),
    );
    context.print(self, account, describe);
  };
  command
    .command('set-plan')
    .description('Change the plan: an upgrade applies immediately, a downgrade with the next period.')
    .addArgument(ACCOUNT)
    .addArgument(new Argument('<plan>', 'the plan').choices(PLAN_NAMES))
    .addOption(anchorOption())
    .action((id: string, plan: PlanName, options: { billingAnchor?: number }, self: Command) =>
      change(id, { plan, ...options }, self),
    );
  command
    .command('set-billing-anchor')
    .description('Change when billing periods begin. The current period changes with it.')
    .addArgument(ACCOUNT)
    .addArgument(new Argument('<instant>', 'such as 2026-01-31T00:00:00Z').argParser(parseInstant))
    .action((id: string, billingAnchor: number, _options: unknown, self: Command) =>
      change(id, { billingAnchor }, self),
    );
  command
    .command('suspend')
    .description('Reject every key and session of an account until it is resumed.')
    .addArgument(ACCOUNT)
    .action((id: string, _options: unknown, self: Command) => change(id, { status: 'suspended' }, self));
  command
    .command('resume')
    .description('End a suspension, or keep an account that its owner closed.')
    .addArgument(ACCOUNT)
    .action((id: string, _options: unknown, self: Command) => change(id, { status: 'active' }, self));
  return command;
}

interface CreateOptions {
  readonly name: string;
  readonly plan: PlanName;
  readonly billingAnchor?: number;
  readonly email?: string;
}

async function show(account: Account, administration: Administration): Promise<ShownAccount> {
  const shown = (await showAccount(account, administration)) as Omit<
    ShownAccount,
    'status' | 'billingAnchor'
  >;
  const { status, billingAnchor } = account;
  return {
    ...shown,
    status,
    billingAnchor: billingAnchor === undefined ? null : new Date(billingAnchor).toISOString(),
  };
}

function describe({
  accountId,
  name,
  status,
  closesAt,
  plan,
  billingAnchor,
  period,
}: ShownAccount): string[] {
  return [
    `account         ${accountId}`,
    `name            ${printable(name)}`,
    `status          ${closesAt === null ? status : `closing, is deleted at ${closesAt}`}`,
    `plan            ${plan.name}${plan.next === null ? '' : `, ${plan.next.name} from ${plan.next.at}`}`,
    `billing anchor  ${billingAnchor ?? 'none: periods are calendar months'}`,
    `period          ${period.start} to ${period.end}`,
    `calls           ${period.used} used, ${period.remaining} left`,
  ];
}
