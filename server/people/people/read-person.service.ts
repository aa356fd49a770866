import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { directoryStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { readUser } from "../../../shared/people/people/users.contract";
import { actingOfUser } from "../acting/acting.service";
import { streamPosition } from "../../platform/live/subscribe";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { selectDottedManagers, selectDottedReports } from "./dotted-lines.sql";
import { isOwnEmploymentBlocked } from "./own-employment.policy";
import { personActions, canReadAllFields, readableFieldGroups, canSeePerson } from "./people.policy";
import { presentPrivate, presentUser } from "./people.present";
import {
  selectGroupsOfUser,
  selectInvitationExpiry,
  selectManagersOfUser,
  type PrivateRow,
  selectPrivateFields,
  selectDirectReportsOfUser,
  type UserRow,
  selectSignatureOfUser,
  selectUserById,
} from "./people.sql";
import { setPrivateReader } from "./private-reader";
import { ownLeaderIds } from "./own-team.policy";

type Detail = ReplyOf<typeof readUser>["data"];
type Colleague = NonNullable<Detail["reports"]>[number];

export type VisibleUser = UserRow;

export async function loadVisibleUser(tx: Tx, actor: Actor, id: number): Promise<UserRow> {
  const row = await tx.one<UserRow>(selectUserById, [actor.id, id]);
  if (!row || !canSeePerson(actor, row)) throw new Problem("notFound");
  return row;
}

export async function readUserDetail(tx: Tx, actor: Actor, id: number): Promise<Detail> {
  const row = await loadVisibleUser(tx, actor, id);
  const reads = readableFieldGroups(actor, row);
  await setPrivateReader(tx, actor.id);
  const hidden = reads.has("private") ? await tx.one<PrivateRow>(selectPrivateFields, [id]) : undefined;
  const signature = reads.has("private")
    ? await tx.one<{ id: number; name: string }>(selectSignatureOfUser, [id])
    : undefined;
  const invitation = await tx.one<{ until: Date | null; on: string | null }>(selectInvitationExpiry, [id]);
  return {
    ...presentUser(
      actor,
      row,
      presentPrivate(hidden, signature ? `/files/${signature.id}/${encodeURIComponent(signature.name)}` : null),
    ),
    can: personActions(actor, row, {
      invited: row.invited && row.active,
      isOwnBlocked: await isOwnEmploymentBlocked(tx, actor, id),
      leads: canReadAllFields(actor) && (await ownLeaderIds(tx, actor)).includes(id),
    }),
    ...(actor.permissions.has("user-create")
      ? { invited_until: invitation?.until?.toISOString() ?? null, invited_on: invitation?.on ?? null }
      : {}),
    ...(reads.has("chart") && !actor.external ? await placeOf(tx, actor, id) : {}),
    groups: await tx.rows<{ id: number; title: string }>(selectGroupsOfUser, [id]),
    ...(await streamPosition(tx, directoryStream(actor.tenantId))),
  };
}

async function placeOf(tx: Tx, actor: Actor, id: number) {
  const acting = await actingOfUser(tx, id, canReadAllFields(actor));
  return {
    managers: await tx.rows<Colleague>(selectManagersOfUser, [id]),
    reports: await tx.rows<Colleague>(selectDirectReportsOfUser, [id]),
    dotted: await tx.rows<Colleague>(selectDottedManagers, [id]),
    dotted_reports: await tx.rows<Colleague>(selectDottedReports, [id]),
    acting: acting.filter(({ user }) => user.id === id),
    acts_for: acting.filter((one) => one.acting.id === id),
  };
}

/**
 * Like `userDetail`; reading other users requires `user-view`.
 * @throws Problem 403 for another user without `user-view`; 404 when the actor can't see the user.
 */
export async function readProfile(tx: Tx, actor: Actor, id: number): Promise<Detail> {
  if (id !== actor.id && !actor.permissions.has("user-view")) throw new Problem("permission.denied");
  return readUserDetail(tx, actor, id);
}
