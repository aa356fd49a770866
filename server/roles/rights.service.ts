import { projectStream } from "../../shared/kernel/events";
import { projectPermissions } from "../../shared/kernel/permissions";
import { invalid, Problem } from "../../shared/kernel/problems";
import { type Right, type RightsThing, rightsActions } from "../../shared/roles/rights.contract";
import { mayHandOver, standingOn } from "../approvals/approvals.policy";
import { stepsOf } from "../approvals/approvals.present";
import { seesAll } from "../approvals/request-readers.policy";
import type { RequestRow } from "../approvals/request.entity";

import { bookingsToTell } from "../bookings/bookings-due.service";
import { presentOne } from "../bookings/bookings-presented.service";
import { seesBookings } from "../bookings/bookings.policy";
import { standsAbove } from "../people/management-line.policy";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { type Actor, actorSeen } from "../platform/session";
import { may, mayFollowProject, projectAccess } from "../projects/projects.policy";
import { visibleRequest } from "../requests/requests.service";
import { RoleEntity } from "./role.entity";

type Why = Right["why"];
interface Rights {
  title: string | null;
  rights: Right[];
}

const none: ReadonlySet<never> = new Set();
const right = (action: string, allowed: boolean, why: Why): Right => ({ action, allowed, why: allowed ? why : [] });
const by = (reason: Why[number]["by"], name: string | null = null): Why => [{ by: reason, name }];

/**
 * What somebody may do with a thing, and why. The policies that guard the calls are asked as that person; why, by asking them
 * again without what the role in the organisation adds.
 * @throws Problem 404 for what the asker doesn't see; 422 for who isn't there or active.
 */
export async function rightsOf(tx: Tx, actor: Actor, thing: RightsThing, id: number, userId: number) {
  const person = await actorSeen(tx, actor, userId);
  const seen = await of[thing](tx, actor, person ?? actor, id);
  if (!person) throw invalid("user_id", "field.unknown");
  return { ...seen, role: await roleName(tx, person.roleId) };
}

const of: Record<RightsThing, (tx: Tx, actor: Actor, person: Actor, id: number) => Promise<Rights>> = {
  project: rightsInProject,
  request: rightsOnRequest,
  booking: rightsOnBooking,
};

const roleName = async (tx: Tx, id: number) => (await tx.repo(RoleEntity).findOne({ id }))?.name ?? "";

const found = <Result>(asked: Promise<Result>): Promise<Result | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Problem && error.code === "notFound") return null;
    throw error;
  });

async function rightsInProject(tx: Tx, actor: Actor, person: Actor, id: number): Promise<Rights> {
  const { title } = await projectAccess(tx, actor, id);
  const access = await found(projectAccess(tx, person, id));
  const role = by("role", await roleName(tx, person.roleId));
  // In the project by name or by a group, or because their role sees every project.
  const member = await found(projectAccess(tx, { ...person, permissions: none }, id));
  const inProject = by("project_role", member?.role ?? null);
  const rights = projectPermissions.map((permission) => {
    const allowed = access !== null && may(person, permission, access);
    const already = member !== null && may({ permissions: none }, permission, member);
    return right(permission, allowed, already ? inProject : role);
  });
  const follows = await mayFollowProject(tx, person, projectStream(id));
  return { title, rights: [right("see", follows, member ? inProject : role), ...rights] };
}

async function rightsOnRequest(tx: Tx, actor: Actor, person: Actor, id: number): Promise<Rights> {
  const request = await visibleRequest(tx, actor, id);
  const role = by("role", await roleName(tx, person.roleId));
  const standing = await standingOn(tx, person.id, id);
  const asked = !standing ? [] : standing.own ? by("asked") : by("delegation", standing.fullname);
  const visible = (await found(visibleRequest(tx, person, id))) !== null;
  const steps = (await stepsOf(tx, [id])).get(id) ?? [];
  return {
    title: null,
    rights: [
      right("see", visible, await whySeen(tx, person, request, asked, role)),
      right("decide", standing !== undefined, asked),
      right("hand_over", visible && mayHandOver(person, request, steps), role),
    ],
  };
}

async function whySeen(tx: Tx, person: Actor, request: RequestRow, asked: Why, role: Why): Promise<Why> {
  const above = await standsAbove(tx, person.id, request.requesterId);
  const why = [
    ...(request.requesterId === person.id ? by("own") : []),
    ...asked,
    ...(above ? by("manager") : []),
    ...(seesAll(person, request.family) ? role : []),
  ];
  // Who has decided before goes on seeing it.
  return why.length > 0 ? why : by("asked");
}

const participates = sql(
  "rights.participates",
  "SELECT FROM booking_participant WHERE tenant_id = current_tenant() AND booking_id = $1 AND user_id = $2",
);

async function rightsOnBooking(tx: Tx, actor: Actor, person: Actor, id: number): Promise<Rights> {
  if (!seesBookings(actor)) throw new Problem("notFound");
  const [row] = await bookingsToTell(tx, [id]);
  if (!row) throw new Problem("notFound");
  const shown = await presentOne(tx, actor, row);
  // Somebody's private booking is busy to them: who is in it isn't told by asking for each person in turn.
  if (shown.title === null) throw new Problem("notFound");
  const role = by("role", await roleName(tx, person.roleId));
  const own = row.requester.id === person.id;
  const invited = (await tx.one(participates, [id, person.id])) !== undefined;
  const why = own ? by("own") : invited ? by("invited") : role;
  const { can } = await presentOne(tx, person, row);
  const sees = seesBookings(person);
  const actions = rightsActions.booking.filter((action) => action !== "see");
  return {
    title: shown.title,
    rights: [
      right("see", sees, own || invited ? why : role),
      ...actions.map((action) =>
        right(action, sees && can[action], action === "answer" || action === "check_in" ? why : own ? by("own") : role),
      ),
    ],
  };
}
