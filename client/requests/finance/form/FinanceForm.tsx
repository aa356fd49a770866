import { SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useLayoutEffect } from "react";
import { readRequestDiscussion } from "../../../../shared/approvals/approvals/request-discussion.contract";
import { deleteFinance } from "../../../../shared/requests/finance/finance.contract";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import type { FinanceSettings } from "../../../../shared/requests/finance/finance-settings.contract";
import { grandTotals, isTaxed } from "../../../../shared/requests/finance/finance.items.rules";
import { type FinanceType, financeTypes } from "../../../../shared/requests/finance/finance.fields";
import { ChainPreview } from "../../../approvals/approvals/ChainPreview";
import { DraftFiles } from "../../../approvals/documents/DraftFiles";
import { RequestForm } from "../../../approvals/documents/RequestForm";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { Toolbar } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { discardTexts } from "../../money/request-texts";
import layout from "../../money/RequestFields.module.css";
import { BudgetPanel } from "./BudgetPanel";
import { CopyEarlierRequest } from "./CopyEarlierRequest";
import { DuplicateInvoiceNotice } from "./DuplicateInvoiceNotice";
import { FinanceFields } from "./FinanceFields";
import { copyFinanceValues, requiresInvoice } from "./finance.values";
import { ItemsSheet } from "./items/ItemsSheet";
import { itemsForType, pricedItem } from "./items/items.sheet";
import { TotalPanel } from "./TotalPanel";
import { useFinanceForm } from "./useFinanceForm";
import { useFinancePreview } from "./useFinancePreview";
import { useLastPrices } from "./useLastPrices";
import flow from "../../../ui/layout/flow.module.css";

interface FinanceFormProps {
  request: FinanceDetail | null;
  settings: FinanceSettings;
}

export function FinanceForm({ request, settings }: FinanceFormProps) {
  const text = useText();
  const { document, facts, chosenFiles, setChosenFiles } = useFinanceForm(request, settings);
  const { form, draft } = document;
  const { values } = form;
  const { type, currency } = values;
  const isSent = Boolean(request?.sent_at);
  const counted = itemsForType(type, values.items);
  const amounts = grandTotals(counted.map(pricedItem), currency);
  const draftId = draft.record?.id ?? null;
  const { debouncedTotal, preview, amountInHome } = useFinancePreview(values, amounts.total, draftId);
  const lastPriceOf = useLastPrices(values, draftId);
  const discussion = useEndpoint(readRequestDiscussion, { params: { id: draftId ?? 0 } }, { enabled: draftId !== null })
    .data?.data;
  const hasFile = (discussion?.attachments.length ?? 0) > 0;
  const isOverBudget = preview?.over_budget ?? false;
  useLayoutEffect(() => facts.update({ hasFile, isOverBudget }));
  const copy = (earlier: FinanceDetail) => {
    for (const [name, value] of Object.entries(copyFinanceValues(earlier))) form.setValue(name, value);
  };
  return (
    <RequestForm
      document={document}
      title={text(request?.number ? "finance.changeTitle" : `finance.new.${type}`, { number: request?.number })}
      toolbar={
        <Toolbar wraps>
          <SegmentedControl
            size="xs"
            aria-label={text("finance.kind")}
            readOnly={isSent}
            data={financeTypes.map((one) => ({ value: one, label: text(`finance.type.${one}`) }))}
            value={type}
            onChange={(one) => form.setValue("type", one as FinanceType)}
          />
          <span className={flow.grow} />
          {!isSent && <CopyEarlierRequest except={draftId} onChosen={copy} />}
        </Toolbar>
      }
      discard={{ endpoint: deleteFinance, texts: discardTexts }}
      saveLabel={isSent ? "finance.saveChanges" : "finance.saveDraft"}
      sendLabel={isSent ? "finance.resend" : "finance.send"}
      sendsOnEnter={false}
      isGuarded={document.isUnsaved}
      aside={
        <>
          <TotalPanel amounts={amounts} currency={currency} preview={preview} />
          {preview?.budget && <BudgetPanel budget={preview.budget} requestedAmount={amountInHome ?? "0"} />}
          <ChainPreview
            family="finance"
            type={type}
            amount={debouncedTotal}
            currency={currency}
            budgetYear={preview?.budget_year}
          />
        </>
      }
    >
      <FinanceFields form={form} values={values} settings={settings} />
      <DuplicateInvoiceNotice same={preview?.same_invoice ?? []} />
      <ItemsSheet
        items={values.items}
        counted={counted}
        taxed={isTaxed(type)}
        currency={currency}
        lastPriceOf={lastPriceOf}
        onChange={(items) => form.setValue("items", items)}
        errorAt={(row, field) => form.errorAt(`items.${row}.${field}`)}
        error={form.errorAt("items")}
      />
      <Panel padded>
        <div className={layout.stack}>
          <Textarea
            autosize
            minRows={3}
            label={<OptionalLabel label={text("finance.note")} />}
            {...form.field("note")}
          />
          {isOverBudget && (
            <Textarea
              autosize
              minRows={2}
              required
              label={text("finance.overBudgetWhy")}
              description={text("finance.overBudgetWhy.hint")}
              {...form.field("over_budget_reason")}
            />
          )}
          <DraftFiles
            id={draftId}
            discussion={discussion}
            chosen={chosenFiles}
            onChosen={setChosenFiles}
            onKeep={() => void document.saveQuietly()}
          />
          {requiresInvoice(type) && !hasFile && (
            <TextInput
              label={text("finance.noFileWhy")}
              description={text("finance.noFileWhy.hint")}
              {...form.field("no_file_reason")}
            />
          )}
        </div>
      </Panel>
    </RequestForm>
  );
}
