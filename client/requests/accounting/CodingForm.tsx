import { Button, Select, TextInput } from "@mantine/core";
import { previewAccountingExport } from "../../../shared/requests/accounting/accounting.contract";
import {
  changeCoding,
  type Coding,
  type CodingLine,
  readCoding,
} from "../../../shared/requests/accounting/coding.contract";
import { codingSchema } from "../../../shared/requests/accounting/coding.schema";
import { selectCostAccounts } from "../../../shared/requests/accounts/accounts.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useEndpoint } from "../../platform/query";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { mergeChanges, type Merge, useEditedForm } from "../../ui/form/useEditedRecord";
import { Money } from "../../ui/signs/Money";
import { FailedReads } from "../../ui/states/FailedReads";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import classes from "./Accounting.module.css";
import { CodingHistory } from "./CodingHistory";
import flow from "../../ui/layout/flow.module.css";

export function CodingForm({ id, onSaved }: { id: number; onSaved?: () => void }) {
  const text = useText();
  const query = useEndpoint(readCoding, { params: { id } });
  const accountsQuery = useEndpoint(selectCostAccounts);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("accounting.coding.failed")}>
      {({ data }) => (
        <div className={flow.stackWide}>
          <FailedReads reads={[accountsQuery]} />
          <Fields key={data.id} coding={data} onSaved={onSaved} />
          <CodingHistory history={data.history} />
        </div>
      )}
    </QueryBoundary>
  );
}

interface RequestValues extends Record<string, unknown> {
  id: number;
  lines: (Record<string, unknown> & { line: number })[];
}
interface CodingValues extends Record<string, unknown> {
  requests: [RequestValues];
}

const changedFields = (start: Record<string, unknown> | undefined, typed: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== start?.[name]));

/** The request with only the changed fields. Each line is sent, because errors are returned by its position. */
function changedRequest({ requests: [start] }: CodingValues, { requests: [typed] }: CodingValues) {
  const lines = typed.lines.map((values, at) => ({ ...changedFields(start.lines[at], values), line: values.line }));
  return { ...changedFields(start, typed), id: typed.id, lines };
}

const mergeRequests: Merge<CodingValues> = (form, { requests: [current] }) => {
  const [start, typed] = [form.start.requests[0], form.typed.requests[0]];
  const lines = current.lines.map((line, at) =>
    mergeChanges({ start: start.lines[at] ?? line, typed: typed.lines[at] ?? line }, line),
  );
  return { requests: [{ ...mergeChanges({ start, typed }, current), lines }] };
};

const valuesOf = (coding: Coding): CodingValues => ({
  requests: [
    {
      id: coding.id,
      ...coding.invoice,
      invoice_number: coding.invoice?.invoice_number ?? "",
      lines: coding.lines.map(({ line, cost_account, tax_key, cost_centre }) => ({
        line,
        cost_account_id: cost_account?.id ?? null,
        tax_key: tax_key ?? "",
        cost_centre: cost_centre ?? "",
      })),
    },
  ],
});

function Fields({ coding, onSaved }: { coding: Coding; onSaved: (() => void) | undefined }) {
  const text = useText();
  const { number } = useFormat();
  const today = useOrganizationToday();
  const form = useForm(codingSchema, {
    initialValues: valuesOf(coding),
    onSubmit: async (_, { idempotencyKey, typedValues }) => {
      const request = { ...changedRequest(form.startValues, typedValues), version: edited.version };
      const body = codingSchema.cast({ requests: [request] }, { stripUnknown: true });
      try {
        toast.done((await call(changeCoding, { body, idempotencyKey })).message ?? "");
      } catch (error) {
        // Saving again overwrites only the fields that the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as Coding);
        throw error;
      }
      form.reset({ values: typedValues });
      onSaved?.();
      // The saved record must be read before the user types again, or it would be shown as another user's change.
      await refetch(readCoding, previewAccountingExport);
    },
  });
  const edited = useEditedForm(form, coding, { valuesOf, merge: mergeRequests });
  const day = (field: "invoice_date" | "service_from" | "service_to") =>
    form.valueProps<string | null>(`requests.0.${field}`);
  return (
    <Form form={form} className={flow.stackWide}>
      <ChangedRecordNotice edited={edited} />
      {coding.export_number !== null && (
        <p className={classes.note}>{text("accounting.coding.exported", { number: number(coding.export_number) })}</p>
      )}
      <fieldset className={classes.coding} disabled={!coding.can.code}>
        <legend className="sr-only">{text("accounting.coding")}</legend>
        {coding.invoice && (
          <div className={classes.fields}>
            <TextInput
              label={<OptionalLabel label={text("finance.invoiceNumber")} />}
              {...form.field("requests.0.invoice_number")}
            />
            <DateField
              label={<OptionalLabel label={text("finance.invoiceDate")} />}
              max={today}
              {...day("invoice_date")}
            />
            <DateField label={<OptionalLabel label={text("finance.serviceFrom")} />} {...day("service_from")} />
            <DateField label={<OptionalLabel label={text("finance.serviceTo")} />} {...day("service_to")} />
          </div>
        )}
        <ol className={classes.rows}>
          {coding.lines.map((line, at) => (
            <Line key={line.line} line={line} path={`requests.0.lines.${at}`} form={form} />
          ))}
        </ol>
      </fieldset>
      {coding.can.code && (
        <footer className={flow.actions}>
          <Button type="submit" loading={form.sending}>
            {text("accounting.coding.save")}
          </Button>
        </footer>
      )}
    </Form>
  );
}

interface LineProps {
  line: CodingLine;
  path: string;
  form: Pick<ReturnType<typeof useForm>, "field" | "valueProps" | "setValue">;
}

function Line({ line, path, form }: LineProps) {
  const text = useText();
  const { number } = useFormat();
  return (
    <li>
      <span className={classes.what}>
        <bdi>{line.details}</bdi>
        {line.problems.map((problem) => (
          <small key={problem} className={classes.problem}>
            {text(`accounting.problem.${problem}`, { line: number(line.line) })}
          </small>
        ))}
      </span>
      <Money amount={line.amount} currency={line.currency} />
      <div className={classes.fields}>
        <AccountSelect current={line.cost_account} path={`${path}.cost_account_id`} form={form} />
        <TextInput label={text("accounting.taxKey")} inputMode="numeric" {...form.field(`${path}.tax_key`)} />
        <TextInput label={text("accounting.costCentre")} {...form.field(`${path}.cost_centre`)} />
      </div>
    </li>
  );
}

interface AccountSelectProps {
  current: CodingLine["cost_account"];
  path: string;
  form: LineProps["form"];
}

/** Also offers the current account if it is archived. */
export function AccountSelect({ current, path, form }: AccountSelectProps) {
  const text = useText();
  const query = useEndpoint(selectCostAccounts);
  const offered = query.data?.data ?? [];
  const accounts = current && !offered.some(({ id }) => id === current.id) ? [current, ...offered] : offered;
  const { value, ...field } = form.valueProps<number | null>(path);
  return (
    <Select
      label={text("accounting.account")}
      nothingFoundMessage={query.isLoadingError && text("error.notLoaded")}
      searchable
      clearable
      data={accounts.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
      {...field}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(id) => form.setValue(path, id === null ? null : Number(id))}
    />
  );
}
