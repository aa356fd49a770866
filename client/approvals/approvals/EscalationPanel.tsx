import { Button, Select } from "@mantine/core";
import {
  readWaiting,
  updateWaiting,
  type EscalationSetting,
} from "../../../shared/approvals/approvals/approval-rules.contract";
import { escalationSchema, escalationUnits } from "../../../shared/approvals/approvals/approval-rules.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { NumberField } from "../../ui/fields/NumberField";
import { useEndpoint } from "../../platform/query";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { mergeChanges, useEditedForm } from "../../ui/form/useEditedRecord";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import classes from "./ApprovalRules.module.css";
import flow from "../../ui/layout/flow.module.css";

export function EscalationPanel() {
  const text = useText();
  const query = useEndpoint(readWaiting);
  return (
    <Panel title={text("waiting.title")} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("waiting.failed")}>
        {({ data }) => <EscalationForm setting={data} />}
      </QueryBoundary>
    </Panel>
  );
}

const kinds = ["remind", "escalate", "absent"] as const;

interface Values extends Record<string, unknown> {
  remind_after: number | string | null;
  remind_unit: string;
  escalate_after: number | string | null;
  escalate_unit: string;
  absent_after: number | string | null;
  absent_unit: string;
}

const valuesOf = ({ version: _, four_eyes: __, ...values }: EscalationSetting): Values => values;

/** A number and its unit are one value: another user's number may have another unit. */
const pairs = kinds.map((kind) => [`${kind}_after`, `${kind}_unit`] as const);

function EscalationForm({ setting }: { setting: EscalationSetting }) {
  const text = useText();
  const form = useForm(escalationSchema, {
    initialValues: valuesOf(setting),
    onSubmit: async (values) => {
      const body = { ...values, version: edited.version };
      try {
        const { message, data } = await call(updateWaiting, { body });
        toast.done(message ?? "");
        edited.saved(data);
      } catch (error) {
        // Saving again overwrites only the times that the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as EscalationSetting);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, setting, {
    valuesOf,
    merge: (changes, current) => mergeChanges(changes, current, pairs),
  });
  const units = escalationUnits.map((unit) => ({ value: unit, label: text(`waiting.unit.${unit}`) }));
  return (
    <Form form={form} className={flow.stackWide}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <ChangedRecordNotice edited={edited} />
      <p className={classes.quiet}>{text("waiting.why")}</p>
      {kinds.map((kind) => (
        <div key={kind} className={classes.after}>
          <NumberField
            label={text(`waiting.${kind}`)}
            placeholder={text("waiting.never")}
            min={1}
            max={1_000}
            {...form.valueProps<string | number>(`${kind}_after`)}
            value={form.values[`${kind}_after`] ?? ""}
          />
          <Select
            aria-label={text(`waiting.${kind}.unit`)}
            allowDeselect={false}
            data={units}
            {...form.valueProps<string | null>(`${kind}_unit`)}
          />
        </div>
      ))}
      <footer className={flow.actions}>
        <Button type="submit" variant="filled" disabled={!form.dirty} loading={form.sending}>
          {text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
