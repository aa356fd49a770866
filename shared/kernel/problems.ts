import type { Actor } from "./events";

/** All problem codes with their HTTP status. Users see the message `problem.<code>` of the shared message catalog. */
export const problemStatus = {
  "request.malformed": 400,
  "request.tooDeep": 400,
  "request.idempotencyKeyReused": 422,
  "request.tooLarge": 413,
  "request.tooMuch": 422,
  "request.unsupportedType": 415,
  "request.invalid": 422,
  "session.required": 401,
  "session.wrongCredentials": 422,
  "session.inactive": 422,
  "session.passwordKnown": 422,
  "session.passwordOfNames": 422,
  "session.passwordReused": 422,
  "session.registrationInvalid": 422,
  "session.resetTokenInvalid": 422,
  "session.wrongPassword": 422,
  "session.wrongCode": 422,
  "session.passkeyUnknown": 422,
  "session.passkeyLimit": 409,
  "session.secondStepExpired": 422,
  "session.confirmFirst": 403,
  "session.crossSite": 403,
  "session.needed": 403,
  "signOn.needed": 403,
  "signOn.off": 409,
  "signOn.exempt": 409,
  "scim.address": 403,
  "scim.role": 403,
  "signOn.role": 403,
  "signOn.refused": 422,
  "signOn.unknown": 422,
  "signOn.unreachable": 422,
  "scim.tokenUnknown": 401,
  "scim.versionChanged": 412,
  "apiToken.scopeMissing": 403,
  "apiToken.limit": 409,
  "session.ownFactor": 403,
  "session.factorMissing": 403,
  "session.passwordGiven": 403,
  "session.factorNeeded": 409,
  "session.factorThere": 409,
  "plan.expired": 402,
  "plan.notExpired": 409,
  "subscription.unsigned": 400,
  "subscription.live": 409,
  "subscription.notPossible": 409,
  "subscription.samePlan": 409,
  "subscription.overLimits": 409,
  "subscription.noCustomer": 409,
  "subscription.declined": 422,
  "subscription.providerRefused": 409,
  "subscription.providerAway": 503,
  feature_not_in_plan: 403,
  plan_limit_reached: 403,
  "permission.denied": 403,
  "viewing.readOnly": 403,
  "viewing.private": 403,
  "viewing.notAdministrator": 403,
  "viewing.administrator": 403,
  notFound: 404,
  "tenant.unknown": 404,
  "task.notFound": 404,
  "task.stale": 409,
  "task.archived": 409,
  "project.archived": 409,
  "project.stale": 409,
  "comment.stale": 409,
  "demoTodos.unreachable": 424,
  "news.stale": 409,
  "news.notNow": 409,
  "news.justReminded": 409,
  "subtask.stale": 409,
  "view.stale": 409,
  "series.exists": 409,
  "series.stale": 409,
  "projectField.stale": 409,
  "projectField.titleTaken": 409,
  "projectField.valuesChanged": 409,
  "column.notEmpty": 409,
  "column.last": 409,
  "time.locked": 409,
  "time.handedIn": 409,
  "time.stale": 409,
  "timer.notRunning": 409,
  "timer.alreadyRuns": 409,
  "timer.ranSince": 409,
  "timer.timeChanged": 409,
  "timer.taskGone": 409,
  "week.wrongState": 409,
  "notification.linkInvalid": 422,
  "request.stale": 409,
  "request.wrongState": 409,
  "request.own": 403,
  "bankAccount.ownProposal": 403,
  "bankAccount.decided": 409,
  "request.decided": 409,
  "request.fourEyes": 403,
  "request.fourEyesPay": 403,
  "leave.changeByHr": 403,
  "request.inBatch": 409,
  "payment.fourEyes": 403,
  "payment.itemsRefused": 409,
  "accounting.notReady": 409,
  "accounting.nothing": 409,
  "accounting.changed": 409,
  "accounting.noDatevFile": 409,
  "accounting.imported": 409,
  "accounting.takenBack": 409,
  "accounting.exported": 409,
  "leave.ownBalance": 403,
  "request.undoActedOn": 409,
  "request.undoLate": 409,
  "approvalRule.stale": 409,
  "leave.batchStale": 409,
  "leave.balancesChanged": 409,
  "leave.undoBelow": 409,
  "leave.creditUsed": 409,
  "leave.typeInUse": 409,
  "leave.typeStale": 409,
  "organization.inUse": 409,
  "organization.stale": 409,
  "outage.booked": 409,
  "payroll.openPoints": 409,
  "payroll.fourEyes": 409,
  "payroll.wrongState": 409,
  "user.stale": 409,
  "user.self": 409,
  "user.ownEmployment": 403,
  "user.ownAccess": 403,
  "user.hasHistory": 409,
  "people.importInUse": 409,
  "user.notInvited": 409,
  "employment.overlaps": 409,
  "employment.since": 409,
  "employment.settled": 409,
  "employment.filesFull": 409,
  "employment.left": 409,
  "employment.works": 409,
  "role.administrator": 409,
  "role.lastAdministrator": 409,
  "role.needsSuccessor": 409,
  "role.notYours": 403,
  "role.seeded": 409,
  "booking.taken": 409,
  "booking.stale": 409,
  "booking.decided": 409,
  "booking.past": 409,
  "booking.chooseCar": 409,
  "booking.notNow": 409,
  "booking.tooManyAhead": 409,
  "booking.notYours": 403,
  "booking.notInvited": 403,
  "trip.notYours": 403,
  "trip.notStarted": 409,
  "trip.started": 409,
  "trip.ended": 409,
  "trip.carOut": 409,
  "trip.driverOut": 409,
  "trip.photosFull": 409,
  "form.inUse": 409,
  "form.newVersion": 409,
  conflict: 409,
  "tenant.brandContrast": 422,
  "tenant.closing": 409,
  "tenant.subscribed": 409,
  "tenant.notClosing": 409,
  "tenant.closed": 423,
  "export.running": 409,
  "tenant.inactive": 423,
  "operator.required": 401,
  "operator.wrong": 422,
  "backup.running": 409,
  "restore.running": 503,
  "restore.external": 409,
  "restore.requested": 409,
  "restore.unconfirmed": 409,
  "restore.none": 409,
  "restore.key": 409,
  "rate.limited": 429,
  internal: 500,
  maintenance: 503,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export type FieldErrors = Record<string, string[]>;

/**
 * An error returned to the caller. `errors` maps fields to message ids, `record` is the current state after a conflict (409), `values`
 * fills placeholders of the message.
 */
export class Problem extends Error {
  readonly status: number;

  constructor(
    readonly code: ProblemCode,
    readonly detail: {
      /** The user who made the conflicting change (409); null if it was not made by a user. */
      by?: Actor | null;
      errors?: FieldErrors;
      record?: unknown;
      values?: Record<string, string | number>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(code);
    this.name = "Problem";
    this.status = problemStatus[code];
  }
}

export function invalidFieldProblem(field: string, message: string): Problem {
  return new Problem("request.invalid", { errors: { [field]: [message] } });
}

export interface ProblemBody {
  message: string;
  code: ProblemCode;
  errors?: FieldErrors;
  data?: unknown;
  /** For a 409: the user who changed the record. */
  by?: Actor | null;
  status?: false;
}
