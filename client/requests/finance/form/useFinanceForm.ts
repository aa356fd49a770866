import { useState } from "react";
import { createFinance, updateFinance } from "../../../../shared/requests/finance/finance.contract";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import type { FinanceSettings } from "../../../../shared/requests/finance/finance-settings.contract";
import { useRequestForm } from "../../../approvals/documents/useRequestForm";
import { useText } from "../../../platform/intl/useText";
import { call } from "../../../platform/api";
import { validationErrors } from "../../../ui/form/form";
import {
  financeFormSchema,
  type FinanceValues,
  initialFinanceValues,
  isUntouchedForm,
  SubmissionFacts,
  toFinanceBody,
  toFinanceValues,
} from "./finance.values";

const draftSchema = financeFormSchema(() => true, "");

/** Document of a finance request. Files are uploaded once the request is stored, so one with chosen files is first stored as a draft. */
export function useFinanceForm(request: FinanceDetail | null, settings: FinanceSettings) {
  const sample = useText()("finance.sampleItem");
  const [facts] = useState(() => new SubmissionFacts());
  const [chosenFiles, setChosenFiles] = useState<readonly File[]>([]);
  const document = useRequestForm<FinanceValues, FinanceDetail>({
    family: "finance",
    record: request,
    initialValues: () => (request ? toFinanceValues(request) : initialFinanceValues(sample, startCurrency(settings))),
    schema: (isDraft) => financeFormSchema(isDraft, sample, facts),
    create: (values, { draft, idempotencyKey }) =>
      call(createFinance, { body: toFinanceBody(values, draft), idempotencyKey }),
    update: ({ id, version }, values, { draft }) =>
      call(updateFinance, { params: { id }, body: toFinanceBody(values, draft, version) }),
    draftTarget: (values, isStored) => {
      // An unedited sample item isn't saved as a draft, even in another currency.
      if (!isStored && isUntouchedForm(values, sample)) return "none";
      return Object.keys(validationErrors(draftSchema, values)).length === 0 ? "server" : "invalid";
    },
    needsStoredDraft: chosenFiles.length > 0,
  });
  return { document, facts, chosenFiles, setChosenFiles };
}

/** US dollars (specification section 9), unless the tenant doesn't use them. */
function startCurrency({ currency, currencies }: FinanceSettings): string {
  return currency === "USD" || currencies.some(({ code }) => code === "USD") ? "USD" : currency;
}
