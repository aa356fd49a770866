import type { RequestSummary } from "./approvals.contract";
import type { ListRules } from "./request-lists.rules";
import type { AnyObjectSchema } from "yup";
import type { Endpoint } from "../../kernel/endpoint";
import type { SearchAccess } from "../../kernel/search";

export interface FamilyCalls {
  /** Contracts by the prefix of their call names, such as `loadLeaveTypes` for `loadLeaveTypes.listLeaveTypes`. */
  readonly contracts: Readonly<Record<string, object>>;
  readonly read: Endpoint;
  readonly approve: Endpoint;
  readonly reject: Endpoint;
  readonly requestChanges: Endpoint;
  readonly list: Endpoint;
  readonly listRules: ListRules<RequestSummary>;
  /** The family's own events; events common to all requests belong to the approvals engine. */
  readonly events: Readonly<Record<string, AnyObjectSchema>>;
  /** Kinds of records that the search finds (`SearchKinds`). */
  readonly searches?: Readonly<Record<string, SearchAccess>>;
}

export const defineFamilyCalls = <const Calls extends FamilyCalls>(calls: Calls): Calls => calls;
