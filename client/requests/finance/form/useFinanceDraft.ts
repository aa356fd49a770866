import { createFinance, updateFinance } from "../../../../shared/requests/finance/finance.contract";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { call } from "../../../platform/api";
import { useDraft } from "../../../ui/form/draft";
import { validationErrors } from "../../../ui/form/form";
import { financeFormSchema, type FinanceValues, toFinanceBody } from "./finance.values";

const draftSchema = financeFormSchema(() => true, "");

export function useFinanceDraft(request: FinanceDetail | null, onKept: (id: number) => void) {
  const draft = useDraft<FinanceValues, ReplyOf<typeof updateFinance>>(request, {
    create: (values, { draft: asDraft, idempotencyKey }) =>
      call(createFinance, { body: toFinanceBody(values, asDraft), idempotencyKey }),
    update: ({ id, version }, values, { draft: asDraft }) =>
      call(updateFinance, { params: { id }, body: toFinanceBody(values, asDraft, version) }),
    copyPlace,
    onSaved: ({ data }, { draft: asDraft, begun }) => asDraft && begun && onKept(data.id),
  });
  const saveQuietly = async (values: FinanceValues) => {
    if (Object.keys(validationErrors(draftSchema, values)).length > 0) draft.cannotSave();
    else await draft.save(values, { draft: true }).catch(() => undefined); // the error is shown next to the title
  };
  /** Files can only be attached to a stored request, so a new one with chosen files is stored as a draft before it is sent. */
  const submit = async (values: FinanceValues, how: { draft: boolean; hasChosenFiles: boolean }) => {
    if (!how.draft && how.hasChosenFiles && draft.latestId() === null) await draft.save(values, { draft: true });
    return draft.save(values, { draft: how.draft });
  };
  return { ...draft, saveQuietly, submit };
}

export const copyPlace = (id: number | undefined): string => `finance:${id ?? "new"}`;
