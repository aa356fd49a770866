import { Button } from "@mantine/core";
import {
  type FinanceSettings,
  readArchiveRun,
  updateFinanceSettings,
} from "../../../../shared/requests/finance/finance-settings.contract";
import { financeSettingsSchema } from "../../../../shared/requests/finance/finance.schema";
import { call } from "../../../platform/api";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { NumberField } from "../../../ui/fields/NumberField";
import { useEndpoint } from "../../../platform/query";
import { ChangedRecordNotice } from "../../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { useEditedForm } from "../../../ui/form/useEditedRecord";
import { Panel } from "../../../ui/Panel";
import { toast } from "../../../ui/toast/toast";
import { ArchiveRunDialog, LastArchiveRun } from "./ArchiveRunDialog";
import classes from "./FinanceSettings.module.css";
import { IconArchive } from "@tabler/icons-react";
import { useState } from "react";
import flow from "../../../ui/layout/flow.module.css";

const valuesOf = ({ archive_days, currency, currencies }: FinanceSettings) => ({
  archive_days: archive_days as number | string,
  currency,
  currencies: currencies.map(({ code, rate }) => ({ code, rate })),
});

export function ArchivePanel({ settings }: { settings: FinanceSettings }) {
  const text = useText();
  const { can } = settings;
  const run = useEndpoint(readArchiveRun, {}, { enabled: can.edit }).data?.data.run;
  const form = useForm(financeSettingsSchema, {
    initialValues: valuesOf(settings),
    onSubmit: async ({ archive_days }) => {
      const values = financeSettingsSchema.cast({ ...valuesOf(edited.base), archive_days });
      const body = { ...values, version: edited.version };
      try {
        const { message, data } = await call(updateFinanceSettings, { body });
        toast.done(message ?? "");
        edited.saved(data);
      } catch (error) {
        // Saving again keeps the other user's currencies.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as FinanceSettings);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, settings, { valuesOf, contentOf: ({ archive_days }) => archive_days });
  return (
    <Panel title={text("finance.archive")} padded end={can.edit && <ArchiveNow />}>
      <Form form={form} className={flow.stackWide}>
        <DraftGuard dirty={form.dirty && !form.sending} />
        <ChangedRecordNotice edited={edited} />
        <NumberField
          className={classes.own}
          label={text("finance.archiveDays")}
          description={text("finance.archiveDays.why")}
          min={0}
          max={3650}
          readOnly={!can.edit}
          {...form.valueProps<number | string>("archive_days")}
        />
        {run && <LastArchiveRun run={run} />}
        {can.edit && (
          <footer className={classes.actions}>
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

function ArchiveNow() {
  const text = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconArchive size={16} stroke={1.75} aria-hidden />} onClick={() => setOpened(true)}>
        {text("finance.archiveNow")}
      </Button>
      <ArchiveRunDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
