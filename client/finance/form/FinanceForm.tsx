import { SegmentedControl, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { isWithinMax } from "../../../shared/kernel/money";
import { previewFinance } from "../../../shared/finance/finance.contract";
import type { FinanceDetail } from "../../../shared/finance/finance-reply.contract";
import type { FinanceSettings } from "../../../shared/finance/finance-settings.contract";
import { grandTotal, homeAmount } from "../../../shared/finance/finance.items.rules";
import { type FinanceType, financeTypes } from "../../../shared/finance/finance.schema";
import { ChainPreview } from "../../approvals/ChainPreview";
import { SentBack } from "../../approvals/SentBack";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useSavingAtRest } from "../../ui/form/draft";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { DraftLine } from "../../ui/form/DraftLine";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Optional } from "../../ui/fields/Optional";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import { BudgetPanel } from "./BudgetPanel";
import { isSameEditor } from "./editor-state";
import { DraftFiles } from "./DraftFiles";
import { EarlierRequest } from "./EarlierRequest";
import classes from "./FinanceForm.module.css";
import { FinanceFields } from "./FinanceFields";
import { FormButtons } from "./FormButtons";
import { copyOf, type FinanceValues, hasInvoice, isSample, newValues, SendMode, valuesOf } from "./finance.values";
import { ItemsSheet } from "./ItemsSheet";
import { isTooSmall, type SheetColumn, type SheetItem, safePrice } from "./items.sheet";
import { SameInvoice } from "./SameInvoice";
import { TotalPanel } from "./TotalPanel";
import { useFinanceDraft } from "./useFinanceDraft";

interface FinanceFormProps {
  /** Null: a new one. */
  request: FinanceDetail | null;
  settings: FinanceSettings;
  /** A new one has been kept as a draft. */
  onKept: (id: number) => void;
}

/** Asks for money: what it comes to, what is left of the budget and where it goes follow every key. */
export function FinanceForm({ request, settings, onKept }: FinanceFormProps) {
  const text = useText();
  const navigate = useNavigate();
  const draft = useFinanceDraft(request, onKept);
  const sample = text("finance.sampleItem");
  const [mode] = useState(() => new SendMode(sample));
  /** Which of the two buttons was pressed, for the attempt under way. */
  const [asDraft, setAsDraft] = useState(false);
  const latest = useRef<FinanceValues | null>(null);
  const form = useForm(mode.schema, {
    initialValues: request ? valuesOf(request) : newValues(sample, startCurrency(settings)),
    onSubmit: async () => {
      const answer = await draft.save(latest.current as FinanceValues, { draft: mode.isDraft });
      toast.done(answer.message ?? "");
      if (!mode.isDraft) void navigate(paths.invoice("view", answer.data.id), { replace: true });
    },
  });
  const { values } = form;
  useLayoutEffect(() => {
    latest.current = values;
  });
  /** It was thrown away: nothing is saved any more, and nobody is asked. */
  const [leaving, setLeaving] = useState(false);
  const busy = form.sending || leaving;
  const present = JSON.stringify(values);
  // What nobody has written isn't worth a draft: the sample in another currency stays on the screen.
  const written = form.dirty && (request !== null || draft.record !== null || !isSample(values, sample));
  useSavingAtRest(present, written && !busy && !draft.has(values), () => draft.saveQuietly(values));
  const unsaved = written && !draft.has(values) && !busy;
  useEffect(() => {
    if (leaving) void navigate(paths.invoices, { replace: true });
  }, [leaving, navigate]);

  const { type, currency } = values;
  const total = grandTotal(
    values.items.map((item) => ({ price: safePrice(item.price), quantity: item.quantity })),
    currency,
  );
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
  const submit = (keep: boolean) => {
    mode.choose(keep);
    setAsDraft(keep);
    void form.submit();
  };
  const copy = (earlier: FinanceDetail) => {
    for (const [name, value] of Object.entries(copyOf(earlier))) form.setValue(name, value);
  };
  return (
    <Form form={form} className={classes.form}>
      <DraftGuard dirty={unsaved} stays={isSameEditor} />
      <PageHead
        title={text(request?.number ? "finance.changeTitle" : `finance.new.${type}`, { number: request?.number })}
        sub={<DraftLine state={draft.state} />}
      >
        <FormButtons
          kept={draft.record?.id ?? null}
          sent={Boolean(request?.sent_at)}
          sending={form.sending}
          asDraft={asDraft}
          onSubmit={submit}
          onDiscarded={() => setLeaving(true)}
        />
      </PageHead>
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
        {!request?.sent_at && <EarlierRequest except={draft.record?.id ?? null} onChosen={copy} />}
      </Toolbar>
      <div className={classes.columns}>
        <div className={classes.stack}>
          {request && <SentBack request={request} />}
          <FinanceFields form={form} values={values} settings={settings} />
          <SameInvoice same={preview?.same_invoice ?? []} />
          <ItemsSheet
            items={values.items}
            currency={currency}
            onChange={(items: SheetItem[]) => form.setValue("items", items)}
            errorAt={(row: number, column: SheetColumn) =>
              errorOf(form, `items.${row}.${column}`) ??
              (column === "price" && isTooSmall(values.items[row], currency) ? text("finance.lineTooSmall") : undefined)
            }
            error={errorOf(form, "items")}
          />
          <Panel padded>
            <Textarea
              autosize
              minRows={3}
              maxLength={2000}
              label={<Optional label={text("finance.note")} />}
              {...form.field("note")}
            />
            <DraftFiles id={draft.record?.id ?? null} onKeep={() => void draft.saveQuietly(values)} />
          </Panel>
        </div>
        <aside className={classes.stack}>
          <TotalPanel total={total} currency={currency} preview={preview} />
          {preview?.budget && <BudgetPanel budget={preview.budget} asked={inHome ?? "0"} />}
          <ChainPreview family="finance" type={type} amount={asked} currency={currency} />
        </aside>
      </div>
    </Form>
  );
}

type FinanceQueryCurrency = NonNullable<Parameters<typeof useEndpoint<typeof previewFinance>>[1]>["query"] extends
  | { currency?: infer C }
  | undefined
  ? C
  : never;

/** Both together name an invoice; nothing where one of them is missing. */
function invoiceOf({
  type,
  supplier,
  invoice_number: number,
}: FinanceValues): Partial<Record<"supplier" | "invoice_number", string>> {
  const [from, of] = [supplier.trim(), number.trim()];
  return hasInvoice(type) && from !== "" && of !== "" ? { supplier: from, invoice_number: of } : {};
}

/** US dollars (specification section 9), unless they aren't used here. */
function startCurrency({ currency, currencies }: FinanceSettings): string {
  return currency === "USD" || currencies.some(({ code }) => code === "USD") ? "USD" : currency;
}

function errorOf(form: Pick<ReturnType<typeof useForm>, "choice">, path: string): string | undefined {
  const { error } = form.choice<unknown>(path);
  return typeof error === "string" ? error : undefined;
}
