import { Button, Select, TextInput } from "@mantine/core";
import {
  type AccountingSettingsRecord,
  readAccountingSettings,
  updateAccountingSettings,
} from "../../../shared/requests/accounting/accounting.contract";
import { accountingSettingsSchema } from "../../../shared/requests/accounting/accounting.schema";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useEndpoint } from "../../platform/query";
import { NumberField } from "../../ui/fields/NumberField";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { useEditedForm } from "../../ui/form/useEditedRecord";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { FinanceSettingsTabs } from "../accounts/FinanceSettingsTabs";
import classes from "./Accounting.module.css";
import flow from "../../ui/layout/flow.module.css";

export function AccountingSettingsPage() {
  const text = useText();
  const query = useEndpoint(readAccountingSettings, {}, { staleTime: 0 });
  return (
    <>
      <PageHead title={text("title.accountingSettings")} tabs={<FinanceSettingsTabs />} />
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("accounting.failed")}>
          {({ data }) => <SettingsPanel settings={data} />}
        </QueryBoundary>
      </div>
    </>
  );
}

const months = Array.from({ length: 12 }, (_, at) => at + 1);

type Values = Record<keyof Omit<AccountingSettingsRecord, "version">, number | string | null>;
const valuesOf = ({ version: _, ...values }: AccountingSettingsRecord): Values => values;

function SettingsPanel({ settings }: { settings: AccountingSettingsRecord }) {
  const text = useText();
  const { day, number } = useFormat();
  const form = useForm(accountingSettingsSchema, {
    initialValues: valuesOf(settings),
    onSubmit: async (values, { idempotencyKey }) => {
      const body = { ...values, version: edited.version };
      try {
        const { message, data } = await call(updateAccountingSettings, { body, idempotencyKey });
        toast.done(message ?? "");
        edited.saved(data);
      } catch (error) {
        // Saving again overwrites only the fields that the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as AccountingSettingsRecord);
        throw error;
      }
      void refetch(readAccountingSettings);
    },
  });
  const edited = useEditedForm(form, settings, { valuesOf });
  return (
    <Panel title={text("title.accountingExport")} padded>
      <Form form={form} className={flow.stackWide}>
        <DraftGuard dirty={form.dirty && !form.sending} />
        <ChangedRecordNotice edited={edited} />
        <p className={classes.note}>{text("accounting.settings.why")}</p>
        <div className={classes.fields}>
          <TextInput
            label={text("accounting.settings.clearing")}
            description={text("accounting.settings.clearing.why")}
            inputMode="numeric"
            dir="ltr"
            {...form.field("clearing_account")}
          />
          <TextInput
            label={text("accounting.settings.fallback")}
            description={text("accounting.settings.fallback.why")}
            inputMode="numeric"
            dir="ltr"
            {...form.field("fallback_account")}
          />
          <NumberField
            label={text("accounting.settings.length")}
            description={text("accounting.settings.length.why", { min: number(4), max: number(8) })}
            min={4}
            max={8}
            {...form.valueProps<number | string>("account_length")}
          />
          <Select
            label={text("accounting.settings.fiscalMonth")}
            allowDeselect={false}
            data={months.map((month) => ({
              value: String(month),
              label: day(`2026-${String(month).padStart(2, "0")}-01`, "month"),
            }))}
            {...form.valueProps<unknown>("fiscal_month")}
            value={String(form.values.fiscal_month)}
            onChange={(month) => form.setValue("fiscal_month", Number(month))}
          />
          <NumberField
            label={text("accounting.settings.consultant")}
            description={text("accounting.settings.datev")}
            min={1_001}
            max={9_999_999}
            {...form.valueProps<number | string | null>("consultant_number")}
          />
          <NumberField
            label={text("accounting.settings.client")}
            description={text("accounting.settings.datev")}
            min={1}
            max={99_999}
            {...form.valueProps<number | string | null>("client_number")}
          />
        </div>
        <footer className={flow.actions}>
          <Button type="submit" variant="filled" disabled={!form.dirty} loading={form.sending}>
            {text("finance.saveChanges")}
          </Button>
        </footer>
      </Form>
    </Panel>
  );
}
