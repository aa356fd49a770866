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

/** Lists of those who see everything show it as it is now. Drafts are nobody's business. */
export async function tellFinance(tx: Tx, request: Told): Promise<void> {
  for (const id of await financePeople(tx)) tx.emit("finance.changed", userStream(id), referenceOf(request));
}

/** Everyone who sees all requests. */
export const financePeople = (tx: Tx): Promise<number[]> => holdersOf(tx, ["payment-pay", "payment-settings"]);

/** Everyone with one of these permissions. */
export async function holdersOf(tx: Tx, permissions: readonly string[]): Promise<number[]> {
  return (await tx.rows<{ id: number }>(whoSeesAll, [permissions])).map(({ id }) => id);
}
