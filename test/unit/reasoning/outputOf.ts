import { roleOf, type RoleId, type Roles } from '../../../lab/simulation/allRoles.ts';

/** What a role makes of a reply, or what it finds wrong with it. */
export function outputOf<R extends RoleId>(
  roleId: R,
  input: Roles[R]['input'],
  reply: unknown,
  logprobs?: readonly number[],
): Roles[R]['output'] | string {
  const role = roleOf(roleId);
  const reading = role.read(reply, input, { text: typeof reply === 'string' ? reply : JSON.stringify(reply), logprobs });
  return reading.ok ? reading.outcome.output : reading.problem;
}
