import { ActionIcon, Button, Select } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import {
  type FinanceSettings,
  updateFinanceSettings,
} from "../../../../shared/requests/finance/finance-settings.contract";
import { financeSettingsSchema } from "../../../../shared/requests/finance/finance.schema";
import { type CurrencyCode, currencyCodes } from "../../../../shared/kernel/money";
import { unusualRateFactor } from "../../../../shared/kernel/typed-numbers";
import { call } from "../../../platform/api";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { AmountField } from "../../../ui/fields/AmountField";
import { ChangedRecordNotice } from "../../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { mergeChanges, useEditedForm } from "../../../ui/form/useEditedRecord";
import { Panel } from "../../../ui/Panel";
import { toast } from "../../../ui/toast/toast";
import classes from "./FinanceSettings.module.css";
import flow from "../../../ui/layout/flow.module.css";

interface Rate {
  code: string;
  rate: string;
}

interface Values extends Record<string, unknown> {
  currency: string;
  currencies: Rate[];
  archive_days: number;
}

const valuesOf = ({ currency, currencies, archive_days }: FinanceSettings): Values => ({
  currency,
  currencies: currencies.map(({ code, rate }) => ({ code, rate })),
  archive_days,
});

const ratesOf = ({ currencies }: Values) => Object.fromEntries(currencies.map(({ code, rate }) => [code, rate]));

/** The current settings with the currencies that the user added, changed or removed. Rates belong to the tenant's currency. */
function withTypedRates({ start, typed }: { start: Values; typed: Values }, current: Values): Values {
  const { archive_days } = current;
  if (typed.currency !== start.currency || current.currency !== start.currency) return { ...typed, archive_days };
  const typedRates = ratesOf(typed);
  const merged = mergeChanges({ start: ratesOf(start), typed: typedRates }, ratesOf(current));
  const remaining = Object.entries(merged).filter(([code]) => code in typedRates || !(code in ratesOf(start)));
  return { ...current, currencies: remaining.map(([code, rate]) => ({ code, rate })) };
}

export function CurrenciesPanel({ settings }: { settings: FinanceSettings }) {
  const text = useText();
  const { day } = useFormat();
  const form = useForm(financeSettingsSchema, {
    initialValues: valuesOf(settings),
    onSubmit: async (values) => {
      const body = { ...values, archive_days: edited.base.archive_days, version: edited.version };
      try {
        const { message, data } = await call(updateFinanceSettings, { body });
        toast.done(message ?? "");
        edited.saved(data);
      } catch (error) {
        // Saving again overwrites only the currencies that the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as FinanceSettings);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, settings, {
    valuesOf,
    contentOf: (record) => ({ ...valuesOf(record), archive_days: null }),
    merge: withTypedRates,
  });
  const { base } = edited;
  const { currency: own, currencies } = form.values;
  const chosenCodes = new Set([own, ...currencies.map(({ code }) => code)]);
  const free = currencyCodes.filter((code) => !chosenCodes.has(code));
  const set = (next: Rate[]) => form.setValue("currencies", next);
  const rateTimeOf = (code: string) => base.currencies.find((one) => one.code === code)?.updated_at;
  const readOnly = !settings.can.edit;
  return (
    <Panel title={text("finance.currencies")} padded>
      <Form form={form} className={flow.stackWide}>
        <DraftGuard dirty={form.dirty && !form.sending} />
        <ChangedRecordNotice edited={edited} />
        <p className={classes.why}>{text("finance.currencies.why")}</p>
        <Select
          className={classes.own}
          label={text("finance.homeCurrency")}
          description={text("finance.homeCurrency.why")}
          readOnly={readOnly}
          searchable
          allowDeselect={false}
          data={[...currencyCodes]}
          {...form.valueProps<string | null>("currency")}
          onChange={(code) => {
            if (!code) return;
            form.setValue("currency", code);
            set(currencies.filter((one) => one.code !== code));
          }}
        />
        <ul className={classes.rates} aria-label={text("finance.rates")}>
          {currencies.map(({ code, rate }, at) => (
            <li key={code}>
              <AmountField
                label={<Message id="finance.rateLabel" values={{ code: <bdi>{code}</bdi> }} />}
                aria-label={text("finance.rateFor", { code, own })}
                currency={undefined}
                decimals={8}
                isMostlySmall
                before={base.currencies.find((one) => one.code === code && base.currency === own)?.rate}
                unusualFactor={unusualRateFactor}
                rightSection={<small>{own}</small>}
                rightSectionWidth={48}
                readOnly={readOnly}
                value={rate}
                error={form.valueProps<unknown>(`currencies.${at}.rate` as "currencies").error}
                onChange={(next) => set(currencies.map((one) => (one.code === code ? { code, rate: next } : one)))}
              />
              <span className={classes.when}>
                {rateTimeOf(code) && text("finance.rateSince", { day: day(rateTimeOf(code) as string, "medium") })}
              </span>
              {!readOnly && (
                <ActionIcon
                  aria-label={text("finance.removeCurrency", { code })}
                  onClick={() => set(currencies.filter((one) => one.code !== code))}
                >
                  <IconX size={14} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
        {!readOnly && (
          <footer className={classes.actions}>
            <Select
              aria-label={text("finance.addCurrency")}
              placeholder={text("finance.addCurrency")}
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              searchable
              data={free}
              value={null}
              onChange={(code) => code && set([...currencies, { code: code as CurrencyCode, rate: "" }])}
            />
            <span className={flow.grow} />
            <Button type="submit" variant="filled" disabled={!form.dirty} loading={form.sending}>
              {text("finance.saveChanges")}
            </Button>
          </footer>
        )}
      </Form>
    </Panel>
  );
}
