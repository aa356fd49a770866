import { Button, Modal, Select, TextInput } from "@mantine/core";
import { createHoliday, type HolidayRecord, updateHoliday } from "../../../shared/leave/holidays.contract";
import { holidaySchema } from "../../../shared/leave/leave.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { DateField } from "../../ui/fields/DateField";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Optional } from "../../ui/fields/Optional";
import { toast } from "../../ui/toast/toast";
import { NamesInLanguages } from "../NamesInLanguages";
import { type TypedNames, typedNames } from "../typed-names";
import classes from "./Holidays.module.css";

interface HolidayDialogProps {
  opened: boolean;
  /** Null: a new one. */
  holiday: HolidayRecord | null;
  onClose: () => void;
}

export function HolidayDialog({ opened, holiday, onClose }: HolidayDialogProps) {
  const text = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={460}
      title={text(holiday ? "holiday.change" : "holiday.new")}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {opened && <Fields holiday={holiday} onClose={onClose} />}
    </Modal>
  );
}

interface HolidayValues extends Record<string, unknown> {
  date: string | null;
  name: string;
  translations: TypedNames;
  half: string | null;
  location: string;
}

function Fields({ holiday, onClose }: Omit<HolidayDialogProps, "opened">) {
  const text = useText();
  const form = useForm<typeof holidaySchema, HolidayValues>(holidaySchema, {
    initialValues: {
      date: holiday?.date ?? null,
      name: holiday?.name ?? "",
      translations: typedNames(holiday?.translations),
      half: holiday?.half ?? null,
      location: holiday?.location ?? "",
    },
    onSubmit: async (body, { idempotencyKey }) => {
      const { message } = holiday
        ? await call(updateHoliday, { params: { id: holiday.id }, body })
        : await call(createHoliday, { body, idempotencyKey });
      toast.done(message ?? "");
      onClose();
    },
  });
  return (
    <Form form={form}>
      <TextInput data-autofocus label={text("holiday.name")} {...form.field("name")} />
      <DateField label={text("holiday.date")} {...form.choice<string | null>("date")} />
      <Select
        label={text("holiday.part")}
        allowDeselect={false}
        value={form.values.half ?? ""}
        onChange={(half) => form.setValue("half", half || null)}
        data={[
          { value: "", label: text("holiday.wholeDay") },
          { value: "morning", label: text("holiday.half.morning") },
          { value: "afternoon", label: text("holiday.half.afternoon") },
        ]}
      />
      <TextInput
        label={<Optional label={text("holiday.location")} />}
        description={text("holiday.location.why")}
        {...form.field("location")}
      />
      <fieldset className={classes.names}>
        <legend>{text("leaveType.names")}</legend>
        <p className={classes.why}>{text("leaveType.names.why")}</p>
        <NamesInLanguages form={form} />
      </fieldset>
      <p className={classes.why}>{text("holiday.recounts")}</p>
      <footer className={classes.footer}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button type="submit" variant="filled" loading={form.sending}>
          {text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
