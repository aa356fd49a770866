import { createHash } from "node:crypto";
import type { InferType } from "yup";
import { type FieldValues, mergeFields } from "../../../shared/approvals/documents/document-fields";
import { userStream } from "../../../shared/kernel/events";
import { decimalsOf } from "../../../shared/kernel/money";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { type ClaimFields, claimFields } from "../../../shared/requests/expenses/expenses.fields";
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
import { expenseLifecycle } from "../../../shared/requests/expenses/expenses.workflow";
import { servicePeriodOf } from "../../../shared/requests/money/service-period.rules";
import { sendRequest } from "../../approvals/approvals/approvals-sending.service";
import { RequestEntity } from "../../approvals/approvals/request.entity";
import type { StoredBytes } from "../../approvals/documents/serve-document";
import { fieldParameters } from "../../approvals/documents/document-fields";
import { defineDocument } from "../../approvals/documents/document.service";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { planPaidChain } from "../money/paid-chain";
import { claimAdvances } from "../money/advances.slots";
import { takeNumber } from "../money/paid-request.service";
import { exchangeRateOf, financeSettingsOf } from "../money/rates.read";
import { violationsByClaim } from "./expense-warnings.read";
import { expenseRules } from "./expenses.policy";
import { itemsWithReceipts, sendableItem } from "./expenses.present";
import * as statements from "./expenses.sql";
import type { ExpenseRow, ItemRow } from "./expenses.sql";

type Input = InferType<typeof expenseClaimSchema>;
type ItemInput = Partial<NonNullable<Input["items"]>[number]>;

/** Returns the categories and projects that items may refer to; a claim may keep what it referred to before. */
async function readReferences(tx: Tx, actor: Actor, items: readonly ItemInput[], before: readonly ItemRow[]) {
  const categoryIds = items.flatMap(({ category_id }) => category_id ?? []);
  const categories = await tx.rows<CategoryLimits & KilometreRates & { id: number; archived: boolean }>(
    statements.categoriesByIds,
    [categoryIds],
  );
  const categoryIdsBefore = new Set(before.flatMap(({ category }) => category?.id ?? []));
  const projects = items.some(({ project_id }) => project_id != null)
    ? await tx.rows<{ id: number }>(statements.projectsOfUser, [actor.id])
    : [];
  return {
    categories: new Map(
      categories.filter(({ id, archived }) => !archived || categoryIdsBefore.has(id)).map((one) => [one.id, one]),
    ),
    projects: new Set([...projects.map(({ id }) => id), ...before.flatMap(({ project }) => project?.id ?? [])]),
  };
}

interface ClaimContent<Item> {
  fields: FieldValues<ClaimFields>;
  items: readonly Item[];
}

/**
 * Computes amounts, VAT and totals; items are converted at the current rates.
 * @param before the stored claim with its items; null for a new one.
 * @returns a function that stores the claim with an id.
 * @throws Problem 422 for unknown references and amounts that are too large.
 */
async function computeClaim(
  tx: Tx,
  actor: Actor,
  { fields, items: inputItems }: ClaimContent<ItemInput>,
  before: ClaimContent<ItemRow> | null,
): Promise<(id: number) => Promise<void>> {
  const itemsBefore = before?.items ?? [];
  const { currency: home } = await financeSettingsOf(tx);
  const { categories, projects } = await readReferences(tx, actor, inputItems, itemsBefore);
  const unclaimedIds = new Set(itemsBefore.map((item) => item.id));
  const rates = new Map<string, string | null>();
  for (const currency of new Set([home, ...inputItems.flatMap((item) => item.currency ?? [])]))
    rates.set(currency, (await exchangeRateOf(tx, currency))?.rate ?? null);
  const errors: FieldErrors = {};
  const items = [];
  for (const [position, item] of inputItems.entries()) {
    const { id: itemId = null, category_id = null, project_id = null } = item;
    const category = category_id === null ? null : categories.get(category_id);
    if (category === undefined) errors[`items.${position}.category_id`] = ["field.unknown"];
    if (project_id !== null && !projects.has(project_id)) errors[`items.${position}.project_id`] = ["field.unknown"];
    if (itemId !== null && !unclaimedIds.delete(itemId)) errors[`items.${position}.id`] = ["field.unknown"];
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
  const { advance_id: advanceId } = fields;
  if (advanceId !== null && advanceId !== before?.fields.advance_id) {
    const openAdvances = await claimAdvances.filling.openAdvancesOf(tx, actor.id);
    if (!openAdvances.some((advance) => advance.id === advanceId)) errors["advance_id"] = ["field.unknown"];
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  const total = claimTotal(
    items.map(({ home_amount }) => home_amount),
    home,
  );
  const decimals = decimalsOf(home);
  const storedItems = items.filter((item) => item.id !== null);
  const newItems = items.filter((item) => item.id === null);
  return async (id) => {
    await tx.rows(statements.deleteItemsExcept, [id, storedItems.map((item) => item.id)]);
    await tx.rows(statements.upsertClaim, [id, home, total, ...fieldParameters(claimFields, fields)]);
    if (storedItems.length > 0) await tx.rows(statements.updateItems, [id, JSON.stringify(storedItems), decimals]);
    if (newItems.length > 0) await tx.rows(statements.insertItems, [id, JSON.stringify(newItems), decimals]);
  };
}

const inputOf = ({ category, project, ...item }: ItemRow) =>
  ({ ...item, category_id: category?.id ?? null, project_id: project?.id ?? null }) as ItemInput;

const selectItems = (tx: Tx, claimId: number) => tx.rows<ItemRow>(statements.itemsOfClaims, [[claimId]]);

const readRequester = async (tx: Tx, userId: number) =>
  (await tx.one<{ departmentId: number | null; today: string }>(statements.requesterFacts, [userId])) as {
    departmentId: number | null;
    today: string;
  };

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
async function refuseIncomplete(tx: Tx, claim: ExpenseRow, today: string): Promise<void> {
  await tx.rows(statements.lockRequester, [claim.requesterId]);
  const items = await itemsWithReceipts(tx, claim);
  const errors = missingForSending(items.map(sendableItem), today);
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

async function releaseAdvance(tx: Tx, actor: Actor, { id, advance_id: advanceId }: ExpenseRow): Promise<void> {
  if (advanceId === null) return;
  await tx.rows(statements.setAdvanceAmount, [id, "0"]);
  await claimAdvances.filling.releaseClaim(tx, actor, advanceId, id);
}

export const expenseDocument = defineDocument<ExpenseRow, Input>({
  family: "expense",
  workflow: expenseLifecycle,
  rules: () => expenseRules,
  find: (tx, id) => tx.one<ExpenseRow>(statements.findExpense, [id]),
  lock: (tx, id) => tx.one<ExpenseRow>(statements.lockExpense, [id]),
  async prepare(tx, actor, input, before) {
    const itemsBefore = before && (await selectItems(tx, before.id));
    const fields = mergeFields(claimFields, input, before);
    const items = input.items ?? itemsBefore?.map(inputOf) ?? [];
    const stored = before && { fields: before, items: itemsBefore ?? [] };
    const store = await computeClaim(tx, actor, { fields, items }, stored);
    const { departmentId } = before ?? (await readRequester(tx, actor.id));
    return { departmentId, type: "expense", store };
  },
  async refresh(tx, actor, claim) {
    const items = await selectItems(tx, claim.id);
    const content = { fields: claim, items: items.map(inputOf) };
    await (await computeClaim(tx, actor, content, { fields: claim, items }))(claim.id);
  },
  /** Assigns the number. The last stored rates are kept. */
  async send(tx, actor, claim) {
    const { departmentId, today } = await readRequester(tx, actor.id);
    await refuseIncomplete(tx, claim, today);
    const { id, currency, amount } = claim;
    if (departmentId !== claim.departmentId) await tx.repo(RequestEntity).update({ id }, { departmentId });
    const chain = await planPaidChain(tx, "expense", {
      requester_id: actor.id,
      department_id: departmentId,
      type: "expense",
      amount,
      amounts: { [currency]: amount },
    });
    const number = await takeNumber(tx, claim);
    await tx.rows(statements.recordSending, [id, number.last, number.year]);
    await sendRequest(tx, expenseRules, claim, chain);
  },
  emitSaved: (tx, userId, id, version) => tx.emit("expense.draft", userStream(userId), { id, version }),
  /** The last approval enters the claim in its advance. */
  async afterDecision(tx, actor, { id, code, amount, advance_id: advanceId }, { status }) {
    if (status !== "approved" || advanceId === null) return;
    const claim = { id, code: code ?? "", amount };
    const coveredAmount = await claimAdvances.filling.settleByClaim(tx, actor, advanceId, claim);
    await tx.rows(statements.setAdvanceAmount, [id, coveredAmount]);
  },
  afterUndo: releaseAdvance,
  afterCancelling: releaseAdvance,
});

/**
 * Returns the claim if the actor may change its receipts now.
 * @throws Problem 404; 403 for another user's claim; 409 when it can't be edited; 422 for an unknown item or too many receipts.
 */
export async function authorizeReceipt(tx: Tx, actor: Actor, id: number, itemId: number): Promise<ExpenseRow> {
  const claim = await expenseDocument.authorizeFileChange(tx, actor, id);
  const item = (await itemsWithReceipts(tx, claim)).find((one) => one.id === itemId);
  if (!item) throw invalidFieldProblem("item_id", "field.unknown");
  if (item.receipts.length >= maxReceipts) throw invalidFieldProblem("file", "field.tooMany");
  return claim;
}

export async function storeReceipt(
  tx: Tx,
  actor: Actor,
  id: number,
  itemId: number,
  { bytes, insert }: StoredBytes,
): Promise<void> {
  const claim = await authorizeReceipt(tx, actor, id, itemId);
  const hash = createHash("sha256").update(bytes).digest("hex");
  await tx.rows(statements.insertReceipt, [itemId, (await insert()).id, hash]);
  await expenseDocument.markFilesChanged(tx, actor, claim);
}

/** @throws Problem 404, 403, 409. */
export async function deleteReceipt(tx: Tx, actor: Actor, id: number, fileId: number): Promise<void> {
  const claim = await expenseDocument.authorizeFileChange(tx, actor, id);
  if (!(await tx.one(statements.deleteReceipt, [id, fileId]))) throw new Problem("notFound");
  await expenseDocument.markFilesChanged(tx, actor, claim);
}
