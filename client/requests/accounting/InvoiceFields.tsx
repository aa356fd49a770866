import { Button, TextInput } from "@mantine/core";
import { type PreviewRequest, previewAccountingExport } from "../../../shared/requests/accounting/accounting.contract";
import { changeCoding, type Coding, readCoding } from "../../../shared/requests/accounting/coding.contract";
import { codingSchema } from "../../../shared/requests/accounting/coding.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch } from "../../platform/query";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { DateField } from "../../ui/fields/DateField";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { mergeChanges, type Merge, useEditedForm } from "../../ui/form/useEditedRecord";
import { toast } from "../../ui/toast/toast";
import classes from "./Accounting.module.css";

type Invoice = NonNullable<PreviewRequest["invoice"]>;

interface InvoiceFieldsProps {
  row: PreviewRequest;
  invoice: Invoice;
}

interface InvoiceValues extends Record<string, unknown> {
  requests: [Record<string, unknown>];
}

const mergeInvoices: Merge<InvoiceValues> = ({ start, typed }, current) => ({
  requests: [mergeChanges({ start: start.requests[0], typed: typed.requests[0] }, current.requests[0])],
});

/** Number and date of the invoice of a row in the preview, without opening the request. */
export function InvoiceFields({ row: { id, number }, invoice }: InvoiceFieldsProps) {
  const text = useText();
  const valuesOf = ({ invoice_number, invoice_date }: Invoice): InvoiceValues => ({
    requests: [{ id, invoice_number: invoice_number ?? "", invoice_date }],
  });
  const today = useOrganizationToday();
  const form = useForm(codingSchema, {
    initialValues: valuesOf(invoice),
    onSubmit: async (_, { idempotencyKey, typedValues }) => {
      const [start, typed] = [form.startValues.requests[0], typedValues.requests[0]];
      const request = mergeChanges<Record<string, unknown>>({ start, typed }, { id, version: edited.version });
      const body = codingSchema.cast({ requests: [request] }, { stripUnknown: true });
      try {
        toast.done((await call(changeCoding, { body, idempotencyKey })).message ?? "");
      } catch (error) {
        const current =
          error instanceof ProblemError && error.code === "organization.stale" && (error.record as Coding);
        if (current && current.invoice) edited.overwrite({ ...current.invoice, version: current.version });
        throw error;
      }
      form.reset({ values: typedValues });
      // The saved record must be read before the user types again, or it would be shown as another user's change.
      await refetch(readCoding, previewAccountingExport);
    },
  });
  const edited = useEditedForm(form, invoice, { valuesOf, merge: mergeInvoices });
  const labelOf = (field: "finance.invoiceNumber" | "finance.invoiceDate") =>
    text("accounting.invoiceOf", { field: text(field), number });
  return (
    <Form form={form}>
      <ChangedRecordNotice edited={edited} />
      <div className={classes.invoice}>
        <TextInput
          size="xs"
          aria-label={labelOf("finance.invoiceNumber")}
          placeholder={text("finance.invoiceNumber")}
          {...form.field("requests.0.invoice_number")}
        />
        <DateField
          size="xs"
          aria-label={labelOf("finance.invoiceDate")}
          placeholder={text("finance.invoiceDate")}
          max={today}
          {...form.valueProps<string | null>("requests.0.invoice_date")}
        />
        {form.dirty && (
          <Button type="submit" size="xs" variant="filled" loading={form.sending}>
            {text("accounting.coding.save")}
          </Button>
        )}
      </div>
    </Form>
  );
}
