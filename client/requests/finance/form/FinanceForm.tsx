import { SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { isWithinMax } from "../../../../shared/kernel/money";
import { readRequestDiscussion } from "../../../../shared/approvals/approvals/request-discussion.contract";
import { previewFinance } from "../../../../shared/requests/finance/finance.contract";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import type { FinanceSettings } from "../../../../shared/requests/finance/finance-settings.contract";
import { grandTotals, homeAmount, isTaxed } from "../../../../shared/requests/finance/finance.items.rules";
import { type FinanceType, financeTypes } from "../../../../shared/requests/finance/finance.schema";
import { ChainPreview } from "../../../approvals/approvals/ChainPreview";
import { ReturnReason } from "../../../approvals/approvals/ReturnReason";
import { paths } from "../../../platform/paths";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { type DraftConflict, isDraftConflict, useAutosave } from "../../../ui/form/draft";
import { DraftConflictNotice } from "../../../ui/form/DraftConflictNotice";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { StoredDraftNotice } from "../../../ui/form/StoredDraftNotice";
import { useRestoredCopy, useUnsavedCopy } from "../../../ui/form/unsaved-copy";
import { DraftStatus } from "../../../ui/form/DraftStatus";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { PageHead, Toolbar } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { toast } from "../../../ui/toast/toast";
import { BudgetPanel } from "./BudgetPanel";
import { DraftFiles } from "./DraftFiles";
import { copyPlace, useFinanceDraft } from "./useFinanceDraft";
import { useLastPrices } from "./useLastPrices";
import { isSameEditor } from "./editor-state";
import { CopyEarlierRequest } from "./CopyEarlierRequest";
import head from "../../../ui/form/HeadActions.module.css";
import layout from "../../money/RequestFields.module.css";
import classes from "./FinanceForm.module.css";
import { FinanceFields } from "./FinanceFields";
import { FormButtons } from "./FormButtons";
import {
  copyFinanceValues,
  type FinanceValues,
  hasInvoice,
  hasSupplier,
  isUntouchedForm,
  initialFinanceValues,
  SendMode,
  toFinanceValues,
} from "./finance.values";
import { ItemsSheet } from "./items/ItemsSheet";
import { countedItems, type ItemField, pricedItem, type SheetItem } from "./items/items.sheet";
import { DuplicateInvoiceNotice } from "./DuplicateInvoiceNotice";
import { TotalPanel } from "./TotalPanel";

interface FinanceFormProps {
  request: FinanceDetail | null;
  settings: FinanceSettings;
  /** Called when a new request was saved as a draft. */
  onKept: (id: number) => void;
}

export function FinanceForm({ request, settings, onKept }: FinanceFormProps) {
  const text = useText();
  const navigate = useNavigate();
  const sample = text("finance.sampleItem");
  const [start] = useState<FinanceValues>(() =>
    request ? toFinanceValues(request) : initialFinanceValues(sample, startCurrency(settings)),
  );
  const restored = useRestoredCopy(copyPlace(request?.id), start);
  const [asRestored, setAsRestored] = useState(restored !== null);
  const draft = useFinanceDraft(
    request && restored?.version ? { ...request, version: restored.version } : request,
    onKept,
  );
  const [mode] = useState(() => new SendMode(sample));
  /** True if the draft button started the current submission, false if the submit button did. */
  const [asDraft, setAsDraft] = useState(false);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const latest = useRef<FinanceValues | null>(null);
  const form = useForm(mode.schema, {
    initialValues: restored?.value ?? start,
    onSubmit: async () => {
      try {
        const how = { draft: mode.isDraft, hasChosenFiles: chosen.length > 0 };
        const answer = await draft.submit(latest.current as FinanceValues, how);
        toast.done(answer.message ?? "");
        if (!mode.isDraft) void navigate(paths.invoice("view", answer.data.id), { replace: true });
      } catch (error) {
        if (!isDraftConflict(error)) throw error;
      }
    },
  });
  const { values } = form;
  useLayoutEffect(() => {
    latest.current = values;
  });
  /** True after the draft was discarded: stops saving and skips the prompt for unsaved changes. */
  const [leaving, setLeaving] = useState(false);
  const busy = form.sending || leaving;
  const present = JSON.stringify(values);
  // An unedited sample item isn't saved as a draft, even in another currency.
  const written =
    (form.dirty || asRestored) && (request !== null || draft.record !== null || !isUntouchedForm(values, sample));
  useAutosave(present, written && !busy && !draft.has(values), () => draft.saveQuietly(values));
  const kept = draft.record?.id;
  useUnsavedCopy(
    leaving ? null : copyPlace(kept),
    values,
    written && !draft.has(values),
    () => draft.record?.version ?? null,
  );
  const unsaved = written && !draft.has(values) && !busy;
  useEffect(() => {
    if (leaving) void navigate(paths.invoices, { replace: true });
  }, [leaving, navigate]);

  const { type, currency } = values;
  const counted = countedItems(type, values.items);
  const amounts = grandTotals(counted.map(pricedItem), currency);
  const { total } = amounts;
  const [asked] = useDebouncedValue(total, 250);
  const [invoice] = useDebouncedValue(JSON.stringify(invoiceOf(values)), 400);
  const preview = useEndpoint(
    previewFinance,
    {
      query: {
        type,
        currency: currency as FinanceQueryCurrency,
        amount: isWithinMax(asked) ? asked : undefined,
        ...(JSON.parse(invoice) as ReturnType<typeof invoiceOf>),
        ...(invoice === "{}" || draft.record === null ? {} : { id: draft.record.id }),
      },
    },
    { placeholderData: (before) => before, retry: false },
  ).data?.data;
  const inHome = preview?.rate ? homeAmount(total, preview.rate, preview.home_currency) : preview?.home_amount;
  const draftId = draft.record?.id ?? null;
  const lastPriceOf = useLastPrices(values, draftId);
  const talk = useEndpoint(readRequestDiscussion, { params: { id: draftId ?? 0 } }, { enabled: draftId !== null }).data
    ?.data;
  const hasFile = (talk?.attachments.length ?? 0) > 0;
  const submit = (keep: boolean) => {
    mode.facts = { hasFile, isOverBudget: preview?.over_budget ?? false };
    mode.choose(keep);
    setAsDraft(keep);
    void form.submit();
  };
  const saveMine = (conflict: DraftConflict) => {
    draft.takeOver(conflict.version);
    if (conflict.draft) void draft.saveQuietly(values);
    else submit(false);
  };
  const copy = (earlier: FinanceDetail) => {
    for (const [name, value] of Object.entries(copyFinanceValues(earlier))) form.setValue(name, value);
  };
  return (
    <Form form={form} className={`${head.form} ${layout.form}`}>
      <DraftGuard dirty={unsaved} stays={isSameEditor} />
      <PageHead
        title={text(request?.number ? "finance.changeTitle" : `finance.new.${type}`, { number: request?.number })}
        status={<DraftStatus state={draft.state} restoredAt={asRestored ? restored?.at : undefined} />}
      />
      <Toolbar wraps>
        <SegmentedControl
          size="xs"
          aria-label={text("finance.kind")}
          readOnly={Boolean(request?.sent_at)}
          data={financeTypes.map((one) => ({ value: one, label: text(`finance.type.${one}`) }))}
          value={type}
          onChange={(one) => form.setValue("type", one as FinanceType)}
        />
        <span className={classes.grow} />
        {!request?.sent_at && <CopyEarlierRequest except={draft.record?.id ?? null} onChosen={copy} />}
      </Toolbar>
      <div className={layout.columns}>
        <div className={layout.stack}>
          {request && <ReturnReason request={request} />}
          {restored && asRestored && (request?.sent_at || draft.conflict) && (
            <StoredDraftNotice
              at={restored.at}
              onDiscard={() => {
                if (request) draft.takeOver(request.version);
                setAsRestored(false);
                form.reset({ values: start });
              }}
            />
          )}
          <DraftConflictNotice conflict={draft.conflict} onSaveMine={saveMine} />
          <FinanceFields form={form} values={values} settings={settings} />
          <DuplicateInvoiceNotice same={preview?.same_invoice ?? []} />
          <ItemsSheet
            items={values.items}
            counted={counted}
            taxed={isTaxed(type)}
            currency={currency}
            lastPriceOf={lastPriceOf}
            onChange={(items: SheetItem[]) => form.setValue("items", items)}
            errorAt={(row: number, field: ItemField) => errorOf(form, `items.${row}.${field}`)}
            error={errorOf(form, "items")}
          />
          <Panel padded>
            <div className={layout.stack}>
              <Textarea
                autosize
                minRows={3}
                label={<OptionalLabel label={text("finance.note")} />}
                {...form.field("note")}
              />
              {preview?.over_budget && (
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
                talk={talk}
                chosen={chosen}
                onChosen={setChosen}
                onKeep={() => void draft.saveQuietly(values)}
              />
              {hasInvoice(type) && !hasFile && (
                <TextInput
                  label={text("finance.noFileWhy")}
                  description={text("finance.noFileWhy.hint")}
                  {...form.field("no_file_reason")}
                />
              )}
            </div>
          </Panel>
        </div>
        <aside className={layout.stack}>
          <TotalPanel amounts={amounts} currency={currency} preview={preview} />
          {preview?.budget && <BudgetPanel budget={preview.budget} asked={inHome ?? "0"} />}
          <ChainPreview family="finance" type={type} amount={asked} currency={currency} />
        </aside>
      </div>
      <div className={head.actions}>
        <FormButtons
          kept={draft.record?.id ?? null}
          sent={Boolean(request?.sent_at)}
          sending={form.sending}
          asDraft={asDraft}
          onSubmit={submit}
          onDiscarded={() => setLeaving(true)}
        />
      </div>
    </Form>
  );
}

type FinanceQueryCurrency = NonNullable<Parameters<typeof useEndpoint<typeof previewFinance>>[1]>["query"] extends
  | { currency?: infer C }
  | undefined
  ? C
  : never;

/** Returns the supplier and number that identify an invoice, or an empty object unless both are set. */
function invoiceOf({
  type,
  supplier,
  invoice_number: number,
}: FinanceValues): Partial<Record<"supplier" | "invoice_number", string>> {
  const [from, of] = [supplier.trim(), number.trim()];
  return hasSupplier(type) && from !== "" && of !== "" ? { supplier: from, invoice_number: of } : {};
}

/** US dollars (specification section 9), unless the tenant doesn't use them. */
function startCurrency({ currency, currencies }: FinanceSettings): string {
  return currency === "USD" || currencies.some(({ code }) => code === "USD") ? "USD" : currency;
}

function errorOf(form: Pick<ReturnType<typeof useForm>, "choice">, path: string): string | undefined {
  const { error } = form.choice<unknown>(path);
  return typeof error === "string" ? error : undefined;
}
