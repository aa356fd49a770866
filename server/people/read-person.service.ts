import type { ReplyOf } from "../../shared/kernel/endpoint";
import { directoryStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { readUser } from "../../shared/people/users.contract";
import { actingOf } from "../org-chart/acting.service";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { dottedOf, dottedReportsOf } from "./dotted-lines.sql";
import { isKeptFromEmployment } from "./own-employment.service";
import { whoIsKept } from "./own-lead.service";
import { canWith, readsAll, readsOf, seesPerson } from "./people.policy";
import { presentPrivate, presentUser } from "./people.present";
import {
  groupsOf,
  invitedUntil,
  managersOf,
  type PrivateRow,
  privateOf,
  reportsOf,
  type UserRow,
  signatureOf,
  userById,
} from "./people.sql";
import { readPrivateAs } from "./private-reader.service";

type Detail = ReplyOf<typeof readUser>["data"];
type Colleague = NonNullable<Detail["reports"]>[number];

/** Somebody as a reader who sees them reads their row. */
export type VisibleUser = UserRow;

/** @throws Problem 404 when there is nobody, or nobody whom the reader sees. */
export async function visibleUser(tx: Tx, actor: Actor, id: number): Promise<UserRow> {
  const row = await tx.one<UserRow>(userById, [actor.id, id]);
  if (!row || !seesPerson(actor, row)) throw new Problem("notFound");
  return row;
}

/** One person with all that the reader may read of them. @throws Problem 404. */
export async function userDetail(tx: Tx, actor: Actor, id: number): Promise<Detail> {
  const row = await visibleUser(tx, actor, id);
  const reads = readsOf(actor, row);
  await readPrivateAs(tx, actor.id);
  const hidden = reads.has("private") ? await tx.one<PrivateRow>(privateOf, [id]) : undefined;
  const signature = reads.has("private") ? await tx.one<{ url: string }>(signatureOf, [id]) : undefined;
  const until = (await tx.one<{ until: Date | null }>(invitedUntil, [id]))?.until;
  return {
    ...presentUser(actor, row, presentPrivate(hidden, signature?.url ?? null)),
    can: canWith(actor, row, {
      invited: row.invited && row.active,
      kept: await isKeptFromEmployment(tx, actor, id),
      leads: readsAll(actor) && (await whoIsKept(tx, actor)).includes(id),
    }),
    ...(actor.permissions.has("user-create") ? { invited_until: until?.toISOString() ?? null } : {}),
    ...(reads.has("chart") && !actor.external ? await placeOf(tx, actor, id) : {}),
    groups: await tx.rows<{ id: number; title: string }>(groupsOf, [id]),
    revision: await streamRevision(tx, directoryStream(actor.tenantId)),
  };
}

/** Where somebody stands in the chart. */
async function placeOf(tx: Tx, actor: Actor, id: number) {
  const acting = await actingOf(tx, id, readsAll(actor));
  return {
    managers: await tx.rows<Colleague>(managersOf, [id]),
    reports: await tx.rows<Colleague>(reportsOf, [id]),
    dotted: await tx.rows<Colleague>(dottedOf, [id]),
    dotted_reports: await tx.rows<Colleague>(dottedReportsOf, [id]),
    acting: acting.filter(({ user }) => user.id === id),
    acts_for: acting.filter((one) => one.acting.id === id),
  };
}

/** As above; of others only with `user-view`. @throws Problem 403, 404. */
export async function profileOf(tx: Tx, actor: Actor, id: number): Promise<Detail> {
  if (id !== actor.id && !actor.permissions.has("user-view")) throw new Problem("permission.denied");
  return userDetail(tx, actor, id);
}
