import type { RequestSummary } from "../approvals/approvals.contract";
import type { ListRules } from "../approvals/request-lists.rules";
import type { Endpoint } from "../kernel/endpoint";

/** What is called with a family's requests, and what happens to them, as both sides must agree on it. */
export interface FamilyCalls<Events> {
  /** Its contracts by the name that stands before each call's: `leaveTypes` for `leaveTypes.listLeaveTypes`. */
  readonly contracts: Readonly<Record<string, object>>;
  /** One request, and the three decisions on it. */
  readonly read: Endpoint;
  readonly approve: Endpoint;
  readonly reject: Endpoint;
  readonly requestChanges: Endpoint;
  /** Its list, and how an event of a request changes it. */
  readonly list: Endpoint;
  readonly listRules: ListRules<RequestSummary>;
  /** The kinds of its own events; what happens to requests of every family is the engine's to tell. */
  readonly events: { readonly [Kind in keyof Events]: true };
  /** For the compiler alone: what its events tell. */
  readonly told?: Events;
}

/** A family's calls, with its events as types: `defineCalls<LeaveEvents>()({ … })`. */
export const defineCalls =
  <Events = Record<never, never>>() =>
  <Calls extends FamilyCalls<Events>>(calls: Calls): Calls & { readonly told?: Events } =>
    calls;
