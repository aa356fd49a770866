import { maxParticipants } from "../../../../shared/bookings/bookings/bookings.schema";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { BookingRow } from "../bookings.present";
import { insertParticipants, deleteOtherParticipants, selectInvitableUsers } from "../bookings.sql";

/** Inviting a group invites its current members. */
export interface Invitees {
  participants?: readonly number[] | undefined;
  groups?: readonly number[] | undefined;
}

const selectGroupsWithPeople = sql(
  "participants.ofGroups",
  `SELECT g.id, ARRAY(SELECT u.id FROM user_group_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
     WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id AND u.active AND NOT u.external ORDER BY u.id) AS people
   FROM user_group g WHERE g.tenant_id = current_tenant() AND g.id = ANY($1)`,
);

/** Members of these groups who can be invited. @throws Problem 422 for an unknown group. */
async function peopleOfGroups(tx: Tx, groups: readonly number[] = []): Promise<number[]> {
  const groupIds = [...new Set(groups)];
  if (groupIds.length === 0) return [];
  const foundGroups = await tx.rows<{ people: number[] }>(selectGroupsWithPeople, [groupIds]);
  if (foundGroups.length < groupIds.length) throw invalidFieldProblem("groups", "field.unknown");
  return foundGroups.flatMap(({ people }) => people);
}

/**
 * Users invited directly and through groups, deduplicated and without `owner`. Users already invited to one of `bookings` stay allowed.
 * @throws Problem 422 for users who can't be invited, unknown groups, and too many participants.
 */
export async function resolveInvitees(
  tx: Tx,
  { participants = [], groups }: Invitees,
  owner: number,
  bookings: readonly number[] = [],
): Promise<number[]> {
  const userIds = [...new Set(participants)].filter((id) => id !== owner);
  const foundUsers = userIds.length > 0 ? await tx.rows<{ id: number }>(selectInvitableUsers, [bookings, userIds]) : [];
  if (foundUsers.length < userIds.length) throw invalidFieldProblem("participants", "field.unknown");
  const all = new Set([...userIds, ...(await peopleOfGroups(tx, groups))]);
  all.delete(owner);
  enforceInvitationLimit(all.size);
  return [...all];
}

function enforceInvitationLimit(count: number): void {
  if (count > maxParticipants) throw invalidFieldProblem("groups", "field.tooMany");
}

/**
 * Limit of dates × participants × recipients: each participant is sent every date with its participants, over 1 GB for 200 dates with 200
 * participants. Twelve dates with 200 participants fit, or 200 dates with 50.
 */
const maxNotifications = 500_000;

/** @throws Problem 422 for too many participants on too many dates. */
export function enforceNotificationLimit(dates: number, people: number): void {
  if (dates * people * people > maxNotifications) throw invalidFieldProblem("participants", "field.tooMany");
}

/**
 * Limit of invitations across a user's upcoming bookings, because lists contain all participants: 2,000 bookings with 200 participants each
 * blocked the process for seconds per list.
 */
const maxInvited = 20_000;
const countUpcomingParticipants = sql(
  "participants.invitedAhead",
  `SELECT count(*)::int AS count FROM booking b JOIN booking_participant i ON i.tenant_id = b.tenant_id AND i.booking_id = b.id
   WHERE b.tenant_id = current_tenant() AND b.requester_id = $1 AND b.starts_at > now() AND b.status IN ('pending', 'approved')`,
);

/** Invites the users to each of the owner's bookings. @throws Problem 422 when the owner's limit is exceeded. */
export async function inviteParticipants(
  tx: Tx,
  owner: number,
  bookings: readonly number[],
  users: readonly number[],
): Promise<void> {
  if (users.length === 0 || bookings.length === 0) return;
  await tx.rows(insertParticipants, [bookings, users]);
  const ahead = await tx.one<{ count: number }>(countUpcomingParticipants, [owner]);
  if ((ahead?.count ?? 0) > maxInvited) throw invalidFieldProblem("participants", "field.tooMany");
}

/**
 * Sets the participants. If only groups are passed, their members are added to the current participants. Individually edited dates
 * (`apart`) only gain and lose the participants that `row` gains and loses. The caller holds the locks of all rows.
 * @throws Problem 422.
 */
export async function setParticipants(
  tx: Tx,
  row: BookingRow,
  changes: readonly BookingRow[],
  invited: Invitees,
  apart: readonly BookingRow[] = [],
): Promise<void> {
  const owner = row.requester?.id;
  // A booking made at a door screen has no requester until people are invited, and no participants.
  if (owner === undefined || (!invited.participants && !invited.groups?.length)) return;
  const alike = changes.filter((each) => !apart.includes(each));
  const idsOf = (rows: readonly BookingRow[]) => rows.map(({ id }) => id);
  const peopleOf = (each: BookingRow) => each.participants.map(({ id }) => id);
  const users = await resolveInvitees(tx, invited, owner, idsOf(changes));
  const added = users.filter((id) => !peopleOf(row).includes(id));
  const editedDates = apart.map((each) => ({
    id: each.id,
    users: peopleOf(each).filter((id) => !invited.participants || users.includes(id) || !peopleOf(row).includes(id)),
  }));
  if (invited.participants) {
    await tx.rows(deleteOtherParticipants, [idsOf(alike), users]);
    for (const each of editedDates) await tx.rows(deleteOtherParticipants, [[each.id], each.users]);
  }
  const counts = [
    ...alike.map((each) => new Set([...(invited.participants ? [] : peopleOf(each)), ...users]).size),
    ...editedDates.map((each) => new Set([...each.users, ...added]).size),
  ];
  for (const count of counts) enforceInvitationLimit(count);
  enforceNotificationLimit(changes.length, Math.max(...counts));
  await inviteParticipants(tx, owner, idsOf(alike), users);
  await inviteParticipants(tx, owner, idsOf(apart), added);
}
