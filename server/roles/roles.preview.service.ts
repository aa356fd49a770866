import { contract } from "../../shared/contract";
import type { Permission } from "../../shared/kernel/permissions";
import type { RoleEffect } from "../../shared/roles/roles.contract";
import { desertedRequests } from "../approvals/approvals.waiting.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { countsOutside } from "./roles.policy";
import type { Holder } from "./role-holders.service";
import { type Changes, plan, write } from "./roles.service";
import * as statements from "./roles.sql";

/**
 * What changes would do. They are made, looked at, and taken back in the same transaction: nothing is computed twice in
 * two ways. @throws Problem as `plan`.
 */
export async function previewRoles(tx: Tx, actor: Actor, changes: Changes): Promise<RoleEffect> {
  const planned = await plan(tx, actor, changes);
  const before = new Set(await desertedRequests(tx));
  await tx.rows(statements.savepoint);
  await write(tx, planned);
  const after = await desertedRequests(tx);
  await tx.rows(statements.rollBack);
  const deserted = after.filter((id) => !before.has(id));
  const stranded = await tx.rows<RoleEffect["stranded"][number]>(statements.strandedRequests, [deserted]);
  const ids = planned.map(({ role }) => role.id);
  const holders = await tx.rows<Holder & { role_id: number }>(statements.holdersOf, [ids]);
  const affected = (of: "gained" | "lost") =>
    holders.filter((holder) =>
      planned.some(
        (one) => one.role.id === holder.role_id && one[of].some((code) => !holder.external || countsOutside(code)),
      ),
    ).length;
  return {
    losing: affected("lost"),
    gaining: affected("gained"),
    changes: planned.flatMap(({ role, gained, lost }) =>
      [...lost, ...gained].map((permission) => {
        const people = holders.filter((one) => one.role_id === role.id && (!one.external || countsOutside(permission)));
        return {
          role_id: role.id,
          permission,
          gained: gained.includes(permission),
          people: people.slice(0, 5).map(({ id, fullname, image }) => ({ id, fullname, image })),
          count: people.length,
          you: people.some(({ id }) => id === actor.id),
          calls: callsOf(permission),
        };
      }),
    ),
    stranded,
  };
}

/** The calls that ask for this permission. */
function callsOf(permission: Permission): string[] {
  return Object.values(contract)
    .filter(({ permission: wanted }) => (Array.isArray(wanted) ? wanted : [wanted]).includes(permission))
    .map(({ method, path }) => `${method} ${path}`);
}
