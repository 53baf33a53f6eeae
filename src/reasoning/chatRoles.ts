/** Every role of `Reasoner` for a chat model. */
import type { Roles } from './reasoner.ts';
import { baselineRoles } from './roles/baselineRoles.ts';
import type { ChatRolesOf } from './roles/chatRole.ts';
import { composeRoles } from './roles/composeRoles.ts';
import { cuqaRoles } from './roles/cuqaRoles.ts';
import { drrRoles } from './roles/drrRoles.ts';
import { judgeRoles } from './roles/judgeRoles.ts';
import { liteRoles } from './roles/liteRoles.ts';
import { leapRoles } from './roles/leapRoles.ts';
import { readRoles } from './roles/readRoles.ts';
import { selfDcRoles } from './roles/selfDcRoles.ts';
import { sunarRoles } from './roles/sunarRoles.ts';
import { tableRoles } from './roles/tableRoles.ts';
import { threadRoles } from './roles/threadRoles.ts';

export const chatRoles: ChatRolesOf<Roles> = {
  ...readRoles,
  ...sunarRoles,
  ...leapRoles,
  ...selfDcRoles,
  ...drrRoles,
  ...baselineRoles,
  ...liteRoles,
  ...judgeRoles,
  ...cuqaRoles,
  ...tableRoles,
  ...composeRoles,
  ...threadRoles,
};
