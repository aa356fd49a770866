import { Select, TextInput } from "@mantine/core";
import {
  createHoliday,
  type HolidayRecord,
  updateHoliday,
} from "../../../../shared/requests/leave/calendar/holidays.contract";
import { holidaySchema } from "../../../../shared/requests/leave/calendar/calendar.schema";
import { useText } from "../../../platform/intl/useText";
import { DateField } from "../../../ui/fields/DateField";
import { DialogForm } from "../../../ui/form/DialogForm";
import { useRecordForm } from "../../../ui/records/useRecordForm";
import { TranslatedNameFields } from "../types/TranslatedNameFields";
import { type NameInputs, toNameInputs } from "../types/name-inputs";
import { HolidayLocation } from "./HolidayLocation";
import classes from "./Holidays.module.css";
import { Dialog } from "../../../ui/Dialog";

interface HolidayDialogProps {
  opened: boolean;
  holiday: HolidayRecord | null;
  onClose: () => void;
}

export function HolidayDialog({ opened, holiday, onClose }: HolidayDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={460} title={text(holiday ? "holiday.change" : "holiday.new")}>
      {opened && <Fields holiday={holiday} onClose={onClose} />}
    </Dialog>
  );
}

interface HolidayValues extends Record<string, unknown> {
  date: string | null;
  name: string;
  translations: NameInputs;
  half: string | null;
  location: string;
}

function Fields({ holiday, onClose }: Omit<HolidayDialogProps, "opened">) {
  const text = useText();
  const form = useRecordForm<typeof holidaySchema, HolidayRecord, HolidayValues>(holidaySchema, {
    record: holiday,
    valuesOf: (holiday) => ({
      date: holiday?.date ?? null,
      name: holiday?.name ?? "",
      translations: toNameInputs(holiday?.translations),
      half: holiday?.half ?? null,
      location: holiday?.location ?? "",
    }),
    entries: ["translations"],
    create: createHoliday,
    update: updateHoliday,
    onClose,
  });
  return (
    <DialogForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("holiday.name")} {...form.field("name")} />
      <DateField label={text("holiday.date")} {...form.valueProps<string | null>("date")} />
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
      <HolidayLocation description={text("holiday.location.why")} {...form.valueProps<string>("location")} />
      <fieldset className={classes.names}>
        <legend>{text("leaveType.names")}</legend>
        <p className={classes.why}>{text("leaveType.names.why")}</p>
        <TranslatedNameFields form={form} />
      </fieldset>
      <p className={classes.why}>{text("holiday.recounts")}</p>
    </DialogForm>
  );
}
