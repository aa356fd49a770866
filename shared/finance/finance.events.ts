import type { Actor } from "../kernel/events";
import type { ArchiveRun } from "./finance-settings.contract";
import type { FinanceType } from "./finance.schema";

interface FinanceRef {
  id: number;
  family: "finance";
  type: FinanceType;
  status: string;
  version: number;
}

/** What people are told of a request by name. */
interface NamedFinance extends FinanceRef {
  requester: Actor;
  number: string;
  /** What people call it: its number, and what it is for. */
  title: string;
}

/** Screens read the request again; amounts are in none of these. */
export interface FinanceEvents {
  /** On the requester's stream and that of everyone who decided. */
  "request.paid": NamedFinance & { date: string; reference: string };
  "request.settled": NamedFinance & { settled: boolean };
  /** On the requester's stream, once for each. */
  "request.archived": NamedFinance;
  "request.restored": NamedFinance;
  /** On the requester's stream: kept, changed or thrown away before it was sent. */
  "finance.draft": Pick<FinanceRef, "id" | "version">;
  /** On the streams of everyone who sees all requests: one of them is another one now. */
  "finance.changed": FinanceRef;
  /** On the streams of those who may start it. */
  "archive_run.updated": Omit<ArchiveRun, "can">;
  /** On the tenant's stream, which everyone follows: no figures, and not whose. */
  "finance_settings.updated": { version: number };
  "budget.updated": Record<string, never>;
}
