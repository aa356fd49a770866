import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { type InferType, mixed, object } from "yup";
import { string } from "../../../shared/kernel/schemas";
import { minutesOfEntry } from "../../../shared/work/time/sheet.rules";
import type { TimeEntry } from "../../../shared/work/time/time.contract";
import { parseDuration } from "../../../shared/work/time/duration.rules";
import { updateTimeEntrySchema } from "../../../shared/work/time/time.schema";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { DateField } from "../../ui/fields/DateField";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { useEditedForm } from "../../ui/form/useEditedRecord";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import classes from "./EntryForm.module.css";

export interface EntryValues {
  date: string;
  minutes: number;
  note: string | null;
  /** Version of the edited entry; 0 for a new one. */
  version: number;
}

interface EntryFormProps {
  initial: EntryValues;
  /** Whether a date field is shown; in a grid the cell determines the date. */
  withDate?: boolean;
  hint?: ReactNode;
  /** Receives the version that the typed values are based on. */
  onSave: (
    values: InferType<typeof updateTimeEntrySchema>,
    send: { idempotencyKey: string },
    version: number,
  ) => Promise<unknown>;
  onDelete?: () => Promise<unknown>;
}

const maxTypedLength = 24 * 60;

/** Validates only the typed duration, in the format of the time sheet's cells; the endpoint's schema validates the other fields. */
const typedSchema = object({
  date: mixed(),
  note: mixed(),
  length: string()
    .required("field.required")
    .test("length", "time.field.length.wrong", (typed) => parseDuration(typed) !== null)
    .test("some", "field.positive", (typed) => parseDuration(typed) !== 0)
    .test("day", "time.hours", (typed) => (parseDuration(typed) ?? 0) <= maxTypedLength),
});

export function EntryForm({ initial, withDate = false, hint, onSave, onDelete }: EntryFormProps) {
  const text = useText();
  const form = useForm(typedSchema, {
    initialValues: valuesOf(initial),
    onSubmit: async ({ date, length, note }, submission) => {
      const all = parseDuration(length) ?? 0;
      const entryInput = { date, note, hours: Math.floor(all / 60), minutes: all % 60 };
      try {
        await onSave(updateTimeEntrySchema.cast(entryInput), submission, edited.version);
      } catch (error) {
        if (error instanceof ProblemError && error.code === "time.stale") {
          const entry = error.record as TimeEntry;
          edited.overwrite({ ...entry, minutes: minutesOfEntry(entry) });
        }
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, initial, { valuesOf });
  const length = form.field("length");
  return (
    <Form form={form} className={classes.form}>
      <ChangedRecordNotice edited={edited} />
      {withDate && <DateField label={text("time.field.day")} {...form.valueProps<string | null>("date")} />}
      <TextInput
        label={text("time.field.length")}
        placeholder={text("time.field.length.how")}
        autoComplete="off"
        {...length}
        error={length.error ?? form.field("hours").error ?? form.field("minutes").error}
        data-autofocus
      />
      <TextInput label={<OptionalLabel label={text("time.field.note")} />} {...form.field("note")} />
      {hint && <p className={classes.hint}>{hint}</p>}
      <footer className={classes.actions}>
        {onDelete && (
          <Button variant="subtle" color="gray" onClick={() => void onDelete()}>
            {text("action.delete")}
          </Button>
        )}
        <Button type="submit" variant="filled" loading={form.sending}>
          {text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}

const valuesOf = ({ date, minutes, note }: EntryValues) => ({
  date: date as string | null,
  length: minutes > 0 ? clockOf(minutes) : "",
  note: note ?? "",
  // The endpoint's field names, so that errors about them are shown at the single duration field.
  hours: "",
  minutes: "",
});

const clockOf = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
