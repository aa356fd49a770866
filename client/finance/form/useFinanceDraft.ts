import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { createFinance, updateFinance } from "../../../shared/finance/finance.contract";
import type { FinanceDetail } from "../../../shared/finance/finance-reply.contract";
import { call } from "../../platform/api";
import { useDraft } from "../../ui/form/draft";
import { errorsOf } from "../../ui/form/form";
import { bodyOf, type FinanceValues, formSchema } from "./finance.values";

const draftSchema = formSchema(() => true, "");

/** Keeps what is being written as a draft while one types, and sends it. */
export function useFinanceDraft(request: FinanceDetail | null, onKept: (id: number) => void) {
  const draft = useDraft<FinanceValues, ReplyOf<typeof updateFinance>>(request, {
    create: (values, { draft: asDraft, idempotencyKey }) =>
      call(createFinance, { body: bodyOf(values, asDraft), idempotencyKey }),
    update: ({ id, version }, values, { draft: asDraft }) =>
      call(updateFinance, { params: { id }, body: bodyOf(values, asDraft, version) }),
    onSaved: ({ data }, { draft: asDraft, begun }) => asDraft && begun && onKept(data.id),
  });
  const saveQuietly = async (values: FinanceValues) => {
    if (Object.keys(errorsOf(draftSchema, values)).length > 0) draft.cannotSave();
    else await draft.save(values, { draft: true }).catch(() => undefined); // said beside the title
  };
  return { ...draft, saveQuietly };
}
