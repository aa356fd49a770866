import { Button, Select } from "@mantine/core";
import { readWaiting, updateWaiting, type WaitingSetting } from "../../shared/approvals/approval-rules.contract";
import { waitingSchema, waitingUnits } from "../../shared/approvals/approval-rules.schema";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { NumberField } from "../ui/fields/NumberField";
import { useEndpoint } from "../platform/query";
import { DraftGuard } from "../ui/form/DraftGuard";
import { Form } from "../ui/form/Form";
import { useForm } from "../ui/form/form";
import { Panel } from "../ui/Panel";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { toast } from "../ui/toast/toast";
import classes from "./ApprovalRules.module.css";

/** When who lets a request wait is reminded, and when it goes upward. */
export function WaitingPanel() {
  const text = useText();
  const query = useEndpoint(readWaiting);
  return (
    <Panel title={text("waiting.title")} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("waiting.failed")}>
        {({ data }) => <WaitingForm key={timesOf(data)} setting={data} />}
      </QueryBoundary>
    </Panel>
  );
}

/** What the form begins anew with: nothing typed is lost over a change of something else. */
const timesOf = ({ remind_after, remind_unit, escalate_after, escalate_unit }: WaitingSetting) =>
  [remind_after, remind_unit, escalate_after, escalate_unit].join(" ");

interface Values extends Record<string, unknown> {
  remind_after: number | string | null;
  remind_unit: string;
  escalate_after: number | string | null;
  escalate_unit: string;
}

function WaitingForm({ setting }: { setting: WaitingSetting }) {
  const text = useText();
  const { version, four_eyes: _, ...values } = setting;
  const form = useForm(waitingSchema, {
    initialValues: values as Values,
    onSubmit: async (body) => {
      toast.done((await call(updateWaiting, { body: { ...body, version } })).message ?? "");
    },
  });
  const units = waitingUnits.map((unit) => ({ value: unit, label: text(`waiting.unit.${unit}`) }));
  return (
    <Form form={form} className={classes.form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <p className={classes.quiet}>{text("waiting.why")}</p>
      {(["remind", "escalate"] as const).map((what) => (
        <div key={what} className={classes.after}>
          <NumberField
            label={text(`waiting.${what}`)}
            placeholder={text("waiting.never")}
            min={1}
            max={1_000}
            {...form.choice<string | number>(`${what}_after`)}
            value={form.values[`${what}_after`] ?? ""}
          />
          <Select
            aria-label={text(`waiting.${what}.unit`)}
            allowDeselect={false}
            data={units}
            {...form.choice<string | null>(`${what}_unit`)}
          />
        </div>
      ))}
      <footer className={classes.actions}>
        <Button type="submit" variant="filled" disabled={!form.dirty} loading={form.sending}>
          {text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
