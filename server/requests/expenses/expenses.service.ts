import { createHash } from "node:crypto";
import type { InferType } from "yup";
import type { ApprovalDecision } from "../../../shared/approvals/approvals/approvals.workflow";
import { userStream } from "../../../shared/kernel/events";
import { decimalsOf } from "../../../shared/kernel/money";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import {
  type CategoryLimits,
  claimTotal,
  homeAmountOf,
  isRefused,
  itemAmounts,
  type KilometreRates,
  kmRateOn,
  missingForSending,
  tooLargeErrors,
  type Violation,
} from "../../../shared/requests/expenses/expenses.rules";
import { type expenseClaimSchema, maxReceipts } from "../../../shared/requests/expenses/expenses.schema";
import { servicePeriodOf } from "../../../shared/requests/money/service-period.rules";
import { sendRequest } from "../../approvals/approvals/approvals-sending.service";
import { cancelRequest, decideRequest } from "../../approvals/approvals/approvals.service";
import { closeUndoWindow, undoDecision } from "../../approvals/approvals/decision-undo.service";
import { enforceDraftLimit } from "../../approvals/approvals/draft-limit";
import { requireOwnRequest, requireVisibleRequest } from "../../approvals/approvals/request-readers.policy";
import { RequestEntity, type RequestRow } from "../../approvals/approvals/request.entity";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FileEntity } from "../../platform/files/file.entity";
import type { Actor } from "../../platform/session";
import { planPaidChain } from "../money/paid-chain";
import { claimAdvances } from "../money/advances.slots";
import { exchangeRateOf, financeSettingsOf } from "../money/rates.read";
import { violationsByClaim } from "./expense-warnings.read";
import { expenseRules } from "./expenses.policy";
import { itemsWithReceipts, sendableItem } from "./expenses.present";
import * as statements from "./expenses.sql";
import type { ExpenseRow, ItemRow } from "./expenses.sql";

type Input = InferType<typeof expenseClaimSchema>;
type ItemInput = Partial<NonNullable<Input["items"]>[number]>;

export const loadVisibleExpense = async (tx: Tx, actor: Actor, id: number): Promise<ExpenseRow> =>
  requireVisibleRequest(tx, actor, await tx.one<ExpenseRow>(statements.findExpense, [id]));

/**
 * Like `loadVisibleExpense`, with the claim locked until the transaction ends.
 * @throws Problem 404; 409 when `version` is stale.
 */
export const loadLockedExpense = async (tx: Tx, actor: Actor, id: number, version?: number): Promise<ExpenseRow> =>
  requireVisibleRequest(tx, actor, await tx.one<ExpenseRow>(statements.lockExpense, [id]), version);

/** Returns the known ids among those an item refers to; a claim may keep what it referred to before. */
async function knownReferences(tx: Tx, actor: Actor, items: readonly ItemInput[], before: readonly ItemRow[]) {
  const asked = items.flatMap(({ category_id }) => category_id ?? []);
  const categories = await tx.rows<CategoryLimits & KilometreRates & { id: number; archived: boolean }>(
    statements.categoriesByIds,
    [asked],
  );
  const kept = new Set(before.flatMap(({ category }) => category?.id ?? []));
  const projects = items.some(({ project_id }) => project_id != null)
    ? await tx.rows<{ id: number }>(statements.projectsOfUser, [actor.id])
    : [];
  return {
    categories: new Map(categories.filter(({ id, archived }) => !archived || kept.has(id)).map((one) => [one.id, one])),
    projects: new Set([...projects.map(({ id }) => id), ...before.flatMap(({ project }) => project?.id ?? [])]),
  };
}

/**
 * Stores the claim and its items. Amounts, VAT and totals are computed here; a draft is converted at the current rates.
 * @throws Problem 422 for unknown references and amounts that are too large.
 */
async function saveClaim(
  tx: Tx,
  actor: Actor,
  id: number,
  input: Pick<Input, "title" | "note" | "advance_id"> & { items: readonly ItemInput[] },
  before: readonly ItemRow[],
  advanceBefore: number | null = null,
): Promise<void> {
  const { currency: home } = await financeSettingsOf(tx);
  const { categories, projects } = await knownReferences(tx, actor, input.items, before);
  const stored = new Set(before.map((item) => item.id));
  const rates = new Map<string, string | null>();
  for (const currency of new Set([home, ...input.items.flatMap((item) => item.currency ?? [])]))
    rates.set(currency, (await exchangeRateOf(tx, currency))?.rate ?? null);
  const errors: FieldErrors = {};
  const items = [];
  for (const [position, item] of input.items.entries()) {
    const { id: itemId = null, category_id = null, project_id = null } = item;
    const category = category_id === null ? null : categories.get(category_id);
    if (category === undefined) errors[`items.${position}.category_id`] = ["field.unknown"];
    if (project_id !== null && !projects.has(project_id)) errors[`items.${position}.project_id`] = ["field.unknown"];
    if (itemId !== null && !stored.delete(itemId)) errors[`items.${position}.id`] = ["field.unknown"];
    const amounts = itemAmounts(
      {
        amount: item.amount,
        currency: item.currency ?? home,
        kilometres: item.kilometres,
        vat_rate: item.vat_rate,
        vat_amount: item.vat_amount,
      },
      category ? kmRateOn(category, item.spent_on ?? null) : null,
      home,
    );
    const rate = rates.get(amounts.currency) ?? null;
    const { spent_on = null, supplier = null, note = null } = item;
    const home_amount = homeAmountOf(amounts.amount, rate, home);
    items.push({
      id: itemId,
      position,
      spent_on,
      ...servicePeriodOf(item.service_from ?? null, item.service_to ?? null),
      category_id,
      supplier,
      note,
      project_id,
      ...amounts,
      rate,
      home_amount,
    });
  }
  Object.assign(errors, tooLargeErrors(items, home));
  const { advance_id: advanceId = null } = input;
  if (advanceId !== null && advanceId !== advanceBefore) {
    const offered = await claimAdvances.filling.openAdvancesOf(tx, actor.id);
    if (!offered.some((one) => one.id === advanceId)) errors["advance_id"] = ["field.unknown"];
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  const kept = items.flatMap((item) => item.id ?? []);
  await tx.rows(statements.dropItems, [id, kept]);
  const total = claimTotal(
    items.map(({ home_amount }) => home_amount),
    home,
  );
  await tx.rows(statements.storeClaim, [id, input.title ?? "", input.note ?? null, home, total, advanceId]);
  const decimals = decimalsOf(home);
  const [changed, added] = [items.filter((item) => item.id !== null), items.filter((item) => item.id === null)];
  if (changed.length > 0) await tx.rows(statements.updateItems, [id, JSON.stringify(changed), decimals]);
  if (added.length > 0) await tx.rows(statements.insertItems, [id, JSON.stringify(added), decimals]);
}

/** Creates and sends a claim, or saves a draft. @throws Problem 422 naming missing fields, or when the draft limit is reached. */
export async function createExpense(tx: Tx, actor: Actor, input: Input): Promise<number> {
  if (input.draft) await enforceDraftLimit(tx, actor.id, "expense");
  const { departmentId } = await factsOf(tx, actor.id);
  const facts = { family: "expense" as const, requesterId: actor.id, type: "expense", departmentId };
  const { id } = await tx.repo(RequestEntity).insert(facts);
  await saveClaim(tx, actor, id, { ...input, items: input.items ?? [] }, []);
  if (input.draft) emitDraft(tx, actor.id, id, 1);
  else await send(tx, actor, await reload(tx, id));
  return id;
}

const factsOf = async (tx: Tx, userId: number) =>
  (await tx.one<{ departmentId: number | null; today: string }>(statements.requesterFacts, [userId])) as {
    departmentId: number | null;
    today: string;
  };

const reload = async (tx: Tx, id: number) => (await tx.one<ExpenseRow>(statements.lockExpense, [id])) as ExpenseRow;

const emitDraft = (tx: Tx, userId: number, id: number, version: number) =>
  tx.emit("expense.draft", userStream(userId), { id, version });

/**
 * Updates a draft or a returned claim; without `draft` it is also sent. Omitted fields keep their value.
 * @throws Problem 404; 403 for another user's claim; 409 when it was already sent or the version is stale; 422.
 */
export async function updateExpense(tx: Tx, actor: Actor, id: number, input: Input): Promise<void> {
  const claim = await loadLockedExpense(tx, actor, id, input.version);
  requireOwnRequest(actor, claim);
  refuseUnlessSendable(claim);
  const before = await tx.rows<ItemRow>(statements.itemsOfClaims, [[id]]);
  const version = claim.version + 1;
  await tx.repo(RequestEntity).update({ id }, { version, updatedAt: () => "now()" });
  const items = input.items ?? before.map(inputOf);
  const { title = claim.title, note = claim.note, advance_id = claim.advanceId } = input;
  await saveClaim(tx, actor, id, { title, note, advance_id, items }, before, claim.advanceId);
  if (input.draft) emitDraft(tx, actor.id, id, version);
  else await send(tx, actor, await reload(tx, id));
}

const inputOf = ({ category, project, ...item }: ItemRow) =>
  ({ ...item, category_id: category?.id ?? null, project_id: project?.id ?? null }) as ItemInput;

export async function sendExpense(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const claim = await loadLockedExpense(tx, actor, id, version);
  requireOwnRequest(actor, claim);
  refuseUnlessSendable(claim);
  const before = await tx.rows<ItemRow>(statements.itemsOfClaims, [[id]]);
  // Save the claim again so that today's exchange rates apply.
  const { title, note, advanceId: advance_id } = claim;
  await saveClaim(tx, actor, id, { title, note, advance_id, items: before.map(inputOf) }, before, advance_id);
  await send(tx, actor, await reload(tx, id));
}

/** @throws Problem 409 unless the claim is a draft or was returned. */
function refuseUnlessSendable({ status }: Pick<ExpenseRow, "status">): void {
  const action = status === "draft" ? "SEND" : "RESUBMIT";
  if (!expenseRules.workflow.after({ status, steps: ["manager"], at: 0 }, action))
    throw new Problem("request.wrongState");
}

const violatedField = { item_limit: "amount", day_limit: "amount", receipt: "receipts" } as const;
const violationMessage = {
  item_limit: "expense.overItemLimit",
  day_limit: "expense.overDayLimit",
  receipt: "expense.receiptMissing",
} as const;

/**
 * @throws Problem 422 for incomplete items, currencies without a rate, violations of categories that refuse them, and those that no note
 *   explains.
 */
async function refuseIncomplete(tx: Tx, claim: ExpenseRow): Promise<void> {
  await tx.rows(statements.lockRequester, [claim.requesterId]);
  const items = await itemsWithReceipts(tx, claim);
  const errors = missingForSending(items.map(sendableItem), (await factsOf(tx, claim.requesterId)).today);
  for (const [at, { rate }] of items.entries())
    if (rate === null) errors[`items.${at}.currency`] ??= ["finance.noRate"];
  const violations: Violation[] = (await violationsByClaim(tx, [claim.id])).get(claim.id) ?? [];
  for (const { item_id, kind, strict } of violations) {
    const at = items.findIndex((item) => item.id === item_id);
    if (strict) errors[`items.${at}.${violatedField[kind]}`] ??= [violationMessage[kind]];
    else if (isRefused({ strict }, items[at]?.note)) errors[`items.${at}.note`] ??= ["expense.reasonMissing"];
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Assigns the number and starts the approval. The last stored rates are kept. */
async function send(tx: Tx, actor: Actor, claim: ExpenseRow): Promise<void> {
  refuseUnlessSendable(claim);
  await refuseIncomplete(tx, claim);
  const { id, code, currency, amount } = claim;
  const { departmentId } = await factsOf(tx, actor.id);
  if (departmentId !== claim.departmentId) await tx.repo(RequestEntity).update({ id }, { departmentId });
  const chain = await planPaidChain(tx, "expense", {
    requester_id: actor.id,
    department_id: departmentId,
    type: "expense",
    amount,
    amounts: { [currency]: amount },
  });
  const taken = code === null ? await tx.one<{ year: number; last: number }>(statements.takeExpenseNumber) : undefined;
  await tx.rows(statements.recordSending, [id, taken?.last ?? null, taken?.year ?? null]);
  await sendRequest(tx, expenseRules, claim, chain);
}

/**
 * The last approval enters the claim in its advance.
 * @throws Problem 404; 403 for the actor's own claim, or when the actor isn't an approver; 409 when the version is stale or the claim is
 *   already decided.
 */
export async function decideExpense(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: ApprovalDecision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const claim = await loadLockedExpense(tx, actor, id);
  const { status } = await decideRequest(tx, expenseRules, actor, claim, decision, how);
  if (status !== "approved" || claim.advanceId === null) return;
  const { amount, code } = claim;
  const covered = await claimAdvances.filling.settleByClaim(tx, actor, claim.advanceId, {
    id,
    code: code ?? "",
    amount,
  });
  await tx.rows(statements.setAdvanceAmount, [id, covered]);
}

async function releaseAdvance(tx: Tx, actor: Actor, { id, advanceId }: ExpenseRow): Promise<void> {
  if (advanceId === null) return;
  await tx.rows(statements.setAdvanceAmount, [id, "0"]);
  await claimAdvances.filling.releaseClaim(tx, actor, advanceId, id);
}

export async function undoExpenseDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const claim = await loadLockedExpense(tx, actor, id);
  const undone = await undoDecision(tx, actor, claim);
  await releaseAdvance(tx, actor, claim);
  return undone;
}

/** @throws Problem 404; 403 for another user's claim; 409 for a draft and once it is paid. */
export async function cancelExpense(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const claim = await loadLockedExpense(tx, actor, id, version);
  requireOwnRequest(actor, claim);
  if (claim.code === null) throw new Problem("request.wrongState"); // drafts can be deleted but not cancelled
  await cancelRequest(tx, expenseRules, claim);
  await releaseAdvance(tx, actor, claim);
}

/**
 * Deletes a draft with its receipts.
 * @throws Problem 404; 403 for another user's draft; 409 once it was sent.
 */
export async function deleteExpense(tx: Tx, actor: Actor, id: number): Promise<void> {
  const claim = await loadLockedExpense(tx, actor, id);
  requireOwnRequest(actor, claim);
  if (claim.status !== "draft" || claim.code !== null) throw new Problem("request.wrongState");
  await tx.repo(RequestEntity).delete({ id });
  emitDraft(tx, actor.id, id, claim.version);
}

/** Deletes a claim that was never sent, or cancels one that has a number. @throws Problem 404, 409. */
export async function withdrawExpense(tx: Tx, requester: Actor, { id }: { id: number }): Promise<void> {
  const { code } = await loadLockedExpense(tx, requester, id);
  await (code === null ? deleteExpense : cancelExpense)(tx, requester, id);
}

/**
 * Returns the claim if the actor may change its receipts now.
 * @throws Problem 404; 403 for another user's claim; 409 when it can't be edited; 422 for an unknown item or too many receipts.
 */
export async function authorizeReceipt(tx: Tx, actor: Actor, id: number, itemId?: number): Promise<ExpenseRow> {
  const claim = await loadLockedExpense(tx, actor, id);
  requireOwnRequest(actor, claim);
  refuseUnlessSendable(claim);
  if (itemId === undefined) return claim;
  const item = (await itemsWithReceipts(tx, claim)).find((one) => one.id === itemId);
  if (!item) throw invalidFieldProblem("item_id", "field.unknown");
  if (item.receipts.length >= maxReceipts) throw invalidFieldProblem("file", "field.tooMany");
  return claim;
}

export async function storeReceipt(
  tx: Tx,
  actor: Actor,
  { id, itemId, bytes }: { id: number; itemId: number; bytes: Buffer },
  keep: () => Promise<FileEntity>,
): Promise<void> {
  const claim = await authorizeReceipt(tx, actor, id, itemId);
  const hash = createHash("sha256").update(bytes).digest("hex");
  await tx.rows(statements.insertReceipt, [itemId, (await keep()).id, hash]);
  await receiptsChanged(tx, actor, claim);
}

/** @throws Problem 404, 403, 409. */
export async function deleteReceipt(tx: Tx, actor: Actor, id: number, fileId: number): Promise<void> {
  const claim = await authorizeReceipt(tx, actor, id);
  if (!(await tx.one(statements.deleteReceipt, [id, fileId]))) throw new Problem("notFound");
  await receiptsChanged(tx, actor, claim);
}

/** The version stays unchanged, so that items edited concurrently can still be saved. */
async function receiptsChanged(tx: Tx, actor: Actor, { id, version }: ExpenseRow): Promise<void> {
  await closeUndoWindow(tx, id);
  await tx.repo(RequestEntity).update({ id }, { updatedAt: () => "now()" });
  emitDraft(tx, actor.id, id, version);
}
