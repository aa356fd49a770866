import { projectStream } from "../../../shared/kernel/events";
import { projectPermissions } from "../../../shared/kernel/permissions";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import {
  type RightExplanation,
  type RightsSubject,
  rightsActions,
} from "../../../shared/administration/roles/rights.contract";
import { mayHandOver, findDecisionAuthority } from "../../approvals/approvals/approvals.policy";
import { stepsOfRequests } from "../../approvals/approvals/approvals.present";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import type { RequestRow } from "../../approvals/approvals/request.entity";

import { bookingsForNotifications } from "../../bookings/bookings/bookings-due.service";
import { presentOneBooking } from "../../bookings/bookings/bookings-presenter.service";
import { canSeeBookings } from "../../bookings/bookings/bookings.policy";
import { isManagerOf } from "../../platform/management-line";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { type Actor, loadActor } from "../../platform/session";
import { mayInProject, mayFollowProject, projectAccess } from "../../work/access/projects.policy";
import { loadVisibleRequest } from "../../approvals/approvals/requests.service";
import { RoleEntity } from "./role.entity";

type Why = RightExplanation["why"];
interface Rights {
  title: string | null;
  rights: RightExplanation[];
}

const none: ReadonlySet<never> = new Set();
const right = (action: string, allowed: boolean, why: Why): RightExplanation => ({
  action,
  allowed,
  why: allowed ? why : [],
});
const by = (reason: Why[number]["by"], name: string | null = null): Why => [{ by: reason, name }];

/**
 * A user's permissions for an object, with reasons. Evaluates the policies as that user, and again without the permissions of their tenant
 * role to find the reason.
 * @throws Problem 404 when the caller can't see the object; 422 for an unknown or inactive user.
 */
export async function explainRights(tx: Tx, actor: Actor, subjectType: RightsSubject, id: number, userId: number) {
  const person = await loadActor(tx, actor, userId);
  const subjectRights = await of[subjectType](tx, actor, person ?? actor, id);
  if (!person) throw invalidFieldProblem("user_id", "field.unknown");
  return { ...subjectRights, role: await roleName(tx, person.roleId) };
}

const of: Record<RightsSubject, (tx: Tx, actor: Actor, person: Actor, id: number) => Promise<Rights>> = {
  project: rightsInProject,
  request: rightsOnRequest,
  booking: rightsOnBooking,
};

const roleName = async (tx: Tx, id: number) => (await tx.repo(RoleEntity).findOne({ id }))?.name ?? "";

const found = <Result>(request: Promise<Result>): Promise<Result | null> =>
  request.catch((error: unknown) => {
    if (error instanceof Problem && error.code === "notFound") return null;
    throw error;
  });

async function rightsInProject(tx: Tx, actor: Actor, person: Actor, id: number): Promise<Rights> {
  const { title } = await projectAccess(tx, actor, id);
  const access = await found(projectAccess(tx, person, id));
  const role = by("role", await roleName(tx, person.roleId));
  // The reason is a membership, direct or through a group, or a tenant role that sees all projects.
  const member = await found(projectAccess(tx, { ...person, permissions: none }, id));
  const inProject = by("project_role", member?.role ?? null);
  const rights = projectPermissions.map((permission) => {
    const allowed = access !== null && mayInProject(person, permission, access);
    const already = member !== null && mayInProject({ permissions: none }, permission, member);
    return right(permission, allowed, already ? inProject : role);
  });
  const follows = await mayFollowProject(tx, person, projectStream(id));
  return { title, rights: [right("see", follows, member ? inProject : role), ...rights] };
}

async function rightsOnRequest(tx: Tx, actor: Actor, person: Actor, id: number): Promise<Rights> {
  const request = await loadVisibleRequest(tx, actor, id);
  const role = by("role", await roleName(tx, person.roleId));
  const standing = await findDecisionAuthority(tx, person.id, id);
  const byApproval = !standing ? [] : standing.own ? by("asked") : by("delegation", standing.fullname);
  const visible = (await found(loadVisibleRequest(tx, person, id))) !== null;
  const steps = (await stepsOfRequests(tx, [id])).get(id) ?? [];
  return {
    title: null,
    rights: [
      right("see", visible, await whySeen(tx, person, request, byApproval, role)),
      right("decide", standing !== undefined, byApproval),
      right("hand_over", visible && mayHandOver(person, request, steps), role),
    ],
  };
}

async function whySeen(tx: Tx, person: Actor, request: RequestRow, approval: Why, role: Why): Promise<Why> {
  const above = await isManagerOf(tx, person.id, request.requesterId);
  const why = [
    ...(request.requesterId === person.id ? by("own") : []),
    ...approval,
    ...(above ? by("manager") : []),
    ...(canSeeAllRequests(person, request.family) ? role : []),
  ];
  // A former approver still sees the request.
  return why.length > 0 ? why : by("asked");
}

const selectParticipant = sql(
  "rights.participates",
  "SELECT FROM booking_participant WHERE tenant_id = current_tenant() AND booking_id = $1 AND user_id = $2",
);

async function rightsOnBooking(tx: Tx, actor: Actor, person: Actor, id: number): Promise<Rights> {
  if (!canSeeBookings(actor)) throw new Problem("notFound");
  const [row] = await bookingsForNotifications(tx, [id]);
  if (!row) throw new Problem("notFound");
  const booking = await presentOneBooking(tx, actor, row);
  // If the caller sees a booking only as busy time, checking each user's permissions must not reveal its participants.
  if (booking.title === null) throw new Problem("notFound");
  const role = by("role", await roleName(tx, person.roleId));
  const own = row.requester?.id === person.id;
  const invited = (await tx.one(selectParticipant, [id, person.id])) !== undefined;
  const why = own ? by("own") : invited ? by("invited") : role;
  const { can } = await presentOneBooking(tx, person, row);
  const sees = canSeeBookings(person);
  const actions = rightsActions.booking.filter((action) => action !== "see");
  return {
    title: booking.title,
    rights: [
      right("see", sees, own || invited ? why : role),
      ...actions.map((action) =>
        right(action, sees && can[action], action === "answer" || action === "check_in" ? why : own ? by("own") : role),
      ),
    ],
  };
}
