import { mostParticipants } from "../../../shared/bookings/bookings.schema";
import { invalid } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { BookingRow } from "../bookings.present";
import { addParticipants, dropParticipants, mayBeInvited } from "../bookings.sql";

/** Groups are invited as the people who are in them now (docs/decisions/0273-groups-are-invited-as-their-people.md). */
export interface Invited {
  participants?: readonly number[] | undefined;
  groups?: readonly number[] | undefined;
}

const groupsWithPeople = sql(
  "participants.ofGroups",
  `SELECT g.id, ARRAY(SELECT u.id FROM user_group_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
     WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id AND u.active AND NOT u.external ORDER BY u.id) AS people
   FROM user_group g WHERE g.tenant_id = current_tenant() AND g.id = ANY($1)`,
);

/** Who can be invited of those who are in these groups. @throws Problem 422 for a group that isn't there. */
async function peopleOfGroups(tx: Tx, groups: readonly number[] = []): Promise<number[]> {
  const wanted = [...new Set(groups)];
  if (wanted.length === 0) return [];
  const known = await tx.rows<{ people: number[] }>(groupsWithPeople, [wanted]);
  if (known.length < wanted.length) throw invalid("groups", "field.unknown");
  return known.flatMap(({ people }) => people);
}

/**
 * People by name and by group, each once and without `owner`, who comes anyhow; `bookings`: who is invited to one of them
 * already may be named again.
 * @throws Problem 422 for people who can't be invited, groups that aren't there, and too many of them.
 */
export async function invitedPeople(
  tx: Tx,
  { participants = [], groups }: Invited,
  owner: number,
  bookings: readonly number[] = [],
): Promise<number[]> {
  const named = [...new Set(participants)].filter((id) => id !== owner);
  const known = named.length > 0 ? await tx.rows<{ id: number }>(mayBeInvited, [bookings, named]) : [];
  if (known.length < named.length) throw invalid("participants", "field.unknown");
  const all = new Set([...named, ...(await peopleOfGroups(tx, groups))]);
  all.delete(owner);
  requireFew(all.size);
  return [...all];
}

function requireFew(many: number): void {
  if (many > mostParticipants) throw invalid("groups", "field.tooMany");
}

/**
 * Each of them is told of all dates, each date with everybody who comes: of two hundred dates with two hundred people more than a
 * gigabyte. Twelve with two hundred are as much as fits, or two hundred with fifty.
 */
const mostTold = 500_000;

/** @throws Problem 422 for too many people on too many dates. */
export function requireTellable(dates: number, people: number): void {
  if (dates * people * people > mostTold) throw invalid("participants", "field.tooMany");
}

/**
 * Of all that somebody has booked ahead: lists answer each booking with everybody who comes. Two thousand of them with two hundred
 * people each stopped the process for seconds with every list, and a few lists at once would have ended it.
 */
const mostInvited = 20_000;
const invitedAhead = sql(
  "participants.invitedAhead",
  `SELECT count(*)::int AS count FROM booking b JOIN booking_participant i ON i.tenant_id = b.tenant_id AND i.booking_id = b.id
   WHERE b.tenant_id = current_tenant() AND b.requester_id = $1 AND b.starts_at > now() AND b.status IN ('pending', 'approved')`,
);

/** Invites these people to each of these bookings of somebody's. @throws Problem 422 for more than one person invites. */
export async function invite(
  tx: Tx,
  owner: number,
  bookings: readonly number[],
  users: readonly number[],
): Promise<void> {
  if (users.length === 0) return;
  await tx.rows(addParticipants, [bookings, users]);
  const ahead = await tx.one<{ count: number }>(invitedAhead, [owner]);
  if ((ahead?.count ?? 0) > mostInvited) throw invalid("participants", "field.tooMany");
}

/** Makes these the participants; groups without people by name come in addition. The bookings are locked. @throws Problem 422. */
export async function setParticipants(tx: Tx, changes: readonly BookingRow[], invited: Invited): Promise<void> {
  const [first] = changes;
  if (!first || (!invited.participants && !invited.groups?.length)) return;
  const ids = changes.map(({ id }) => id);
  const users = await invitedPeople(tx, invited, first.requester.id, ids);
  if (invited.participants) await tx.rows(dropParticipants, [ids, users]);
  const counts = changes.map((each) => new Set([...each.participants.map(({ id }) => id), ...users]).size);
  if (!invited.participants) for (const many of counts) requireFew(many);
  requireTellable(ids.length, invited.participants ? users.length : Math.max(...counts));
  await invite(tx, first.requester.id, ids, users);
}
