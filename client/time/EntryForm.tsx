import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { InferType } from "yup";
import { updateTimeEntrySchema } from "../../shared/time/time.schema";
import { useText } from "../platform/intl/useText";
import { DateField } from "../ui/DateField";
import { Form } from "../ui/Form";
import { useForm } from "../ui/form";
import { Optional } from "../ui/Optional";
import classes from "./EntryForm.module.css";

export interface EntryValues {
  date: string;
  minutes: number;
  note: string | null;
}

interface EntryFormProps {
  initial: EntryValues;
  /** Which day can be chosen here; in a grid the cell says it. */
  withDate?: boolean;
  /** Below the fields: what the day holds already. */
  hint?: ReactNode;
  onSave: (values: InferType<typeof updateTimeEntrySchema>, send: { idempotencyKey: string }) => Promise<unknown>;
  onDelete?: () => Promise<unknown>;
}

/** Hours, minutes, note; what the server refuses stands at its field. */
export function EntryForm({ initial, withDate = false, hint, onSave, onDelete }: EntryFormProps) {
  const text = useText();
  const known = initial.minutes > 0;
  const form = useForm(updateTimeEntrySchema, {
    initialValues: {
      date: initial.date as string | null,
      hours: known ? String(Math.floor(initial.minutes / 60)) : "",
      minutes: known ? String(initial.minutes % 60) : "",
      note: initial.note ?? "",
    },
    onSubmit: onSave,
  });
  const figure = { inputMode: "numeric", autoComplete: "off", maxLength: 3 } as const;
  return (
    <Form form={form} className={classes.form}>
      {withDate && <DateField label={text("time.field.day")} {...form.choice<string | null>("date")} />}
      <div className={classes.length}>
        <TextInput label={text("time.field.hours")} {...figure} {...form.field("hours")} data-autofocus />
        <TextInput label={text("time.field.minutes")} {...figure} {...form.field("minutes")} />
      </div>
      <TextInput label={<Optional label={text("time.field.note")} />} maxLength={500} {...form.field("note")} />
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
