import type { RequestSummary } from "../../shared/approvals/approvals.contract";
import { financeFamily } from "../../shared/finance/finance.family";
import type { FinanceEvents } from "../../shared/finance/finance.events";
import { userStream } from "../../shared/kernel/events";
import type { Tx } from "../platform/database/unit-of-work";
import { type FinanceRow, whoSeesAll } from "./finance.sql";

export type Told = Pick<FinanceRow, "id" | "type" | "status" | "version">;

export const referenceOf = ({ id, type, status, version }: Told) => ({
  id,
  family: "finance" as const,
  type,
  status,
  version,
});

/** What people are told of a request by name. */
export const nameOf = (request: FinanceRow): FinanceEvents["request.archived"] => ({
  ...referenceOf(request),
  requester: request.requester,
  number: request.code ?? "",
  title: [request.code, request.title].filter(Boolean).join(" "),
});

/** Sums that sent requests are part of are another one now. Drafts are nobody's business. */
export async function tellFinance(tx: Tx, requests: readonly RequestSummary[]): Promise<void> {
  const sent = requests.filter(({ sent_at }) => sent_at !== null).map((request) => referenceOf(request as Told));
  if (sent.length === 0) return;
  for (const id of await financePeople(tx)) for (const data of sent) tx.emit("finance.changed", userStream(id), data);
}

/** Everyone who sees all requests. */
export const financePeople = (tx: Tx): Promise<number[]> =>
  holdersOf(tx, financeFamily.permissions.seeAll, financeFamily.permissions.list);

/** Everyone with one of these permissions, and with the other one where one is named. */
export async function holdersOf(tx: Tx, permissions: readonly string[], and: string | null = null): Promise<number[]> {
  return (await tx.rows<{ id: number }>(whoSeesAll, [permissions, and])).map(({ id }) => id);
}
