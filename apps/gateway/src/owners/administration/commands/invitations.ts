import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { type Invitation, type InvitedRole, invitationLink } from '../../../domain/accounts/invitation.js';
import type { PlanName } from '../../../domain/accounts/plan.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import {
  assertInvitable,
  createInvitation,
  deleteInvitation,
  INVITATION_DAYS,
} from '../../management/use-cases/invite.js';
import { PLAN_NAMES, parseEmail } from '../arguments.js';
import { type CommandContext, printTable } from '../command-context.js';

interface CreateOptions {
  readonly administrator?: true;
  readonly email?: string;
  readonly plan?: PlanName;
  readonly days: number;
}

/** `admin invitations …`: links for signing up. */
export function invitationsCommand(context: CommandContext): Command {
  const command = new Command('invitations').description('Create, list and delete invitations to sign up.');
  command
    .command('create')
    .description('Print a link with which one person can sign up. It is printed only once.')
    .option('--administrator', 'the person also administers the gateway')
    .addOption(new Option('--email <email>', 'the only email address that may use it').argParser(parseEmail))
    .addOption(
      new Option('--plan <plan>', 'the plan of the new account; default: the plan for sign-ups').choices(
        PLAN_NAMES,
      ),
    )
    .addOption(
      new Option('--days <days>', 'how long it is valid').argParser(parseDays).default(INVITATION_DAYS),
    )
    .action(async ({ administrator, ...rest }: CreateOptions, self: Command) => {
      const role: InvitedRole = administrator === true ? 'administrator' : 'owner';
      const created = await context.withStore(async (administration) => {
        assertInvitable({ role }, administration.signUp);
        const { invitation, token } = await createInvitation({ role, ...rest }, administration, 'admin');
        return { ...show(invitation), link: invitationLink(administration.baseUrl, token) };
      });
      context.print(self, created, (value) => [value.link]);
    });
  command
    .command('list')
    .description('The invitations, newest first; never their links.')
    .action(async (_options: unknown, self: Command) => {
      const invitations = await context.withStore(({ store }) =>
        readAll((page: PageRequest) => store.invitations.list(page)),
      );
      context.print(self, { invitations: invitations.map(show) }, (value) =>
        printTable([
          ['INVITATION', 'ROLE', 'EXPIRES', 'USED', 'EMAIL'],
          ...value.invitations.map(({ id, role, expiresAt, usedAt, email }) => [
            id,
            role,
            expiresAt,
            usedAt ?? '-',
            email ?? 'any',
          ]),
        ]),
      );
    });
  command
    .command('delete')
    .description('Delete an invitation: its link stops working.')
    .addArgument(new Argument('<invitation>', 'the id of the invitation, as list prints it'))
    .action(async (id: string, _options: unknown, self: Command) => {
      await context.withStore((administration) => deleteInvitation(id, administration, 'admin'));
      context.print(self, { deleted: id }, (value) => [`deleted ${value.deleted}`]);
    });
  return command;
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 90) throw new InvalidArgumentError('Write 1 to 90.');
  return days;
}

function show({ id, role, email, plan, createdAt, expiresAt, usedAt }: Invitation) {
  return {
    id,
    role,
    email: email ?? null,
    plan: plan ?? null,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    usedAt: usedAt === undefined ? null : new Date(usedAt).toISOString(),
  };
}
