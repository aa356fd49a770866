import type { InferType } from "yup";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { type CountedDay, daysIn } from "../../shared/leave/leave.days.rules";
import type { leaveRequestSchema } from "../../shared/leave/leave.schema";
import { grantedLeave, type LeaveStatus, undecidedLeave } from "../../shared/leave/leave.workflow";
import { RequestEntity } from "../approvals/request.entity";
import { cancelRequest, decideRequest } from "../approvals/approvals.service";
import type { RequestRow } from "../approvals/request.entity";
import { undoDecision } from "../approvals/decision-undo.service";
import { requireRoomForDraft } from "../approvals/drafts.service";
import type { FileEntity } from "../files/file.entity";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { releaseDays, returnDays, takeDays, untakeDays } from "./leave-balance.service";
import { countLeave } from "./leave.calendar";
import { LeaveRequestEntity, LeaveTypeEntity } from "./leave.entity";
import { authorizeSeeing } from "../approvals/request-readers.policy";
import { authorizeCancelling, isHr, isUnsent, leaveRules } from "./leave.policy";
import { enter, ledgerOf, send, setAsideAgain, tellCalendars } from "./leave-sending.service";
import { colleague, findLeave, type LeavePerson, type LeaveRow, lockLeave, lockPerson } from "./leave.sql";

type Input = InferType<typeof leaveRequestSchema>;

/** @throws Problem 404 when it doesn't exist or isn't theirs to see. */
export async function visibleLeave(tx: Tx, actor: Actor, id: number): Promise<LeaveRow> {
  const request = await tx.one<LeaveRow>(findLeave, [id]);
  if (!request) throw new Problem("notFound");
  await authorizeSeeing(tx, actor, request);
  return request;
}

/** The same, locked until the transaction ends. @throws Problem 409 when `version` isn't the present one. */
async function lockedLeave(tx: Tx, actor: Actor, id: number, version: number | undefined): Promise<LeaveRow> {
  const request = await tx.one<LeaveRow>(lockLeave, [id]);
  if (!request) throw new Problem("notFound");
  await authorizeSeeing(tx, actor, request);
  if (version !== undefined && version !== request.version) {
    throw new Problem("request.stale", { record: { id, status: request.status, version: request.version } });
  }
  return request;
}

interface Facts {
  type: LeaveTypeEntity;
  counted: CountedDay[];
  row: Pick<
    LeaveRequestEntity,
    "leaveTypeId" | "startDate" | "endDate" | "fromNoon" | "toNoon" | "days" | "reason" | "substituteId"
  >;
}

async function factsOf(tx: Tx, userId: number, input: Input): Promise<Facts> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: input.leave_type_id });
  if (!type) throw invalid("leave_type_id", "field.unknown");
  const substituteId = input.substitute_id ?? null;
  await requireSubstitute(tx, userId, substituteId);
  const counted = await countLeave(tx, userId, type, input);
  return {
    type,
    counted,
    row: {
      leaveTypeId: type.id,
      startDate: input.start_date,
      endDate: input.end_date,
      fromNoon: input.start_half === "afternoon",
      toNoon: input.end_half === "morning",
      days: daysIn(counted),
      reason: input.reason ?? null,
      substituteId,
    },
  };
}

async function requireSubstitute(tx: Tx, userId: number, id: number | null): Promise<void> {
  if (id === null) return;
  if (id === userId) throw invalid("substitute_id", "leave.substituteSelf");
  if (!(await tx.one(colleague, [id]))) throw invalid("substitute_id", "field.unknown");
}

/** Makes the row of a document that came with the call. */
export type KeepFile = () => Promise<Pick<FileEntity, "id">>;

/** Asks for leave, or keeps a draft of it. @throws Problem 422 with everything that stands against it, and for one draft too many. */
export async function createLeave(tx: Tx, actor: Actor, input: Input, keep?: KeepFile): Promise<number> {
  const userId = await forWhom(tx, actor, input);
  const person = await lockedPerson(tx, actor, userId);
  if (input.draft) await requireRoomForDraft(tx, userId, "leave");
  const { type, row } = await factsOf(tx, userId, input);
  const facts = {
    family: "leave" as const,
    requesterId: userId,
    departmentId: person.departmentId,
    type: String(type.id),
  };
  const { id } = await tx.repo(RequestEntity).insert(facts);
  const fileId = keep ? (await keep()).id : null;
  await tx.repo(LeaveRequestEntity).insert({ id, userId, ...row, fileId });
  if (input.draft) tellDraft(tx, actor, id, 1);
  else await (userId === actor.id ? send : enter)(tx, await own(tx, id), person);
  return id;
}

/**
 * Changes a draft or what was sent back; without `draft` it is sent as well.
 * @throws Problem 404, 403 for another's, 409 (sent already; stale), 422.
 */
export async function updateLeave(tx: Tx, actor: Actor, id: number, input: Input, keep?: KeepFile): Promise<void> {
  const userId = await forWhom(tx, actor, input);
  const person = await lockedPerson(tx, actor, userId);
  const request = await lockedLeave(tx, actor, id, input.version);
  if (request.requesterId !== userId) {
    throw userId === actor.id ? new Problem("permission.denied") : invalid("user_id", "field.unknown");
  }
  if (undecidedLeave.includes(request.status as LeaveStatus) || request.live || request.status === "cancelled") {
    throw new Problem("request.wrongState");
  }
  const { type, row } = await factsOf(tx, userId, input);
  const fileId = keep ? (await keep()).id : input.remove_attachment ? null : request.fileId;
  await tx.repo(LeaveRequestEntity).update({ id }, { ...row, fileId });
  const version = request.version + 1;
  await tx.repo(RequestEntity).update({ id }, { type: String(type.id), version, updatedAt: () => "now()" });
  if (input.draft) tellDraft(tx, actor, id, version);
  else await (userId === actor.id ? send : enter)(tx, await own(tx, id), person);
}

/**
 * Whose leave it is: HR may enter it for others, and for others alone.
 * @throws Problem 403 for who isn't HR; 422 for someone who isn't there, and for a draft.
 */
async function forWhom(tx: Tx, actor: Actor, { user_id: userId, draft }: Input): Promise<number> {
  if (userId === undefined || userId === null || userId === actor.id) return actor.id;
  if (!isHr(actor)) throw new Problem("permission.denied");
  if (!(await tx.one(colleague, [userId]))) throw invalid("user_id", "field.unknown");
  if (draft) throw invalid("draft", "leave.enteredAtOnce");
  return userId;
}

/** A closed year is HR's, whoever's leave it is. */
async function lockedPerson(tx: Tx, actor: Actor, userId: number): Promise<LeavePerson> {
  const person = (await tx.one<LeavePerson>(lockPerson, [userId])) as LeavePerson;
  return { ...person, hr: isHr(actor) };
}

/** @throws Problem 404, 403, 409, 422. */
export async function sendLeave(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const person = (await tx.one<LeavePerson>(lockPerson, [actor.id])) as LeavePerson;
  const request = await lockedLeave(tx, actor, id, version);
  requireOwn(actor, request);
  await send(tx, request, person);
}

/** Throws a draft away with its document. @throws Problem 404, 403 for another's, 409 once it was sent. */
export async function discardLeave(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await lockedLeave(tx, actor, id, undefined);
  requireOwn(actor, request);
  if (!isUnsent(request)) throw new Problem("request.wrongState");
  await tx.repo(RequestEntity).delete({ id });
  tellDraft(tx, actor, id, request.version);
}

/** Other screens of the same person follow. */
const tellDraft = (tx: Tx, actor: Actor, id: number, version: number) =>
  tx.emit("leave.draft", userStream(actor.id), { id, version });

const own = async (tx: Tx, id: number) => (await tx.one<LeaveRow>(lockLeave, [id])) as LeaveRow;

function requireOwn(actor: Actor, request: LeaveRow): void {
  if (request.requesterId !== actor.id) throw new Problem("permission.denied");
}

/** @throws Problem 404, 403 (own, or not asked), 409 (stale, decided already). */
export async function decideLeave(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: Decision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const request = await lockedLeave(tx, actor, id, undefined);
  const decided = await decideRequest(tx, leaveRules, actor, request, decision, how);
  const status = decided.status as LeaveStatus;
  if (undecidedLeave.includes(status)) return;
  tellCalendars(tx);
  if (grantedLeave.includes(status)) return takeDays(tx, ledgerOf(request), id);
  await tx.repo(LeaveRequestEntity).update({ id }, { live: false });
  await releaseDays(tx, ledgerOf(request), id);
}

/** As if it hadn't been decided: its days are set aside again. @throws Problem 404, 403, 409; 422 when they are gone. */
export async function undoLeaveDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const request = await lockedLeave(tx, actor, id, undefined);
  const undone = await undoDecision(tx, actor, request);
  const status = request.status as LeaveStatus;
  if (undecidedLeave.includes(status)) return undone;
  tellCalendars(tx);
  if (grantedLeave.includes(status)) await untakeDays(tx, ledgerOf(request), id);
  else await setAsideAgain(tx, request);
  return undone;
}

/** @throws Problem 404, 403, 409. */
export async function cancelLeave(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const person = (await tx.one<LeavePerson>(lockPerson, [actor.id])) as LeavePerson;
  const request = await lockedLeave(tx, actor, id, version);
  authorizeCancelling(actor, request, person.today);
  if (isUnsent(request)) throw new Problem("request.wrongState"); // a draft is thrown away instead
  await cancelRequest(tx, leaveRules, request);
  if (request.live) tellCalendars(tx);
  await tx.repo(LeaveRequestEntity).update({ id }, { live: false });
  if (grantedLeave.includes(request.status as LeaveStatus)) await returnDays(tx, ledgerOf(request), id);
  else await releaseDays(tx, ledgerOf(request), id);
}
