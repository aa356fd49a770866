import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Select, TextInput } from "@mantine/core";
import { IconGripVertical, IconTrash } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { selectGroups } from "../../../shared/people/groups/groups.contract";
import { onboardingDuties, maxOffsetDays } from "../../../shared/people/onboarding/onboarding.schema";
import { usePeopleChoices } from "../organization/usePeopleChoices";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { NumberField } from "../../ui/fields/NumberField";
import type { useForm } from "../../ui/form/form";
import classes from "./onboarding.module.css";
import type { templateFormSchema, TemplateRow as Row, TemplateValues } from "./template-form";
import { FailedReads } from "../../ui/states/FailedReads";

type TemplateForm = ReturnType<typeof useForm<typeof templateFormSchema, TemplateValues>>;

interface TemplateRowProps {
  form: TemplateForm;
  at: number;
  row: Row;
  name: string;
  lifted: boolean;
  onHandleKey: (event: KeyboardEvent) => void;
  onHandleBlur: () => void;
  onRemove: () => void;
}

export function TemplateRow({ form, at, row, name, lifted, onHandleKey, onHandleBlur, onRemove }: TemplateRowProps) {
  const text = useText();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: row.key,
  });
  /** The form addresses nested fields by path, such as `tasks.0.title`. */
  const path = (field: string) => `tasks.${at}.${field}` as "tasks";
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-lifted={lifted || isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        aria-label={text("subtask.order.handle", { name })}
        aria-pressed={lifted}
        {...listeners}
        onKeyDown={onHandleKey}
        onBlur={onHandleBlur}
      >
        <IconGripVertical size={16} stroke={1.75} aria-hidden />
      </button>
      <TextInput className={classes.title} label={text("onboarding.task")} {...form.field(path("title"))} />
      <Select
        className={classes.duty}
        label={text("onboarding.duty")}
        allowDeselect={false}
        data={onboardingDuties.map((duty) => ({ value: duty, label: text(`onboarding.duty.${duty}`) }))}
        {...form.valueProps<string | null>(path("duty"))}
      />
      {row.duty === "person" && <PersonChoice form={form} path={path("user_id")} />}
      {row.duty === "group" && <GroupChoice form={form} path={path("group_id")} />}
      <NumberField
        className={classes.days}
        label={text("onboarding.days")}
        min={0}
        max={maxOffsetDays}
        {...form.valueProps<number | string>(path("offset_days"))}
      />
      <Select
        className={classes.when}
        label={text("onboarding.when")}
        allowDeselect={false}
        data={(["before", "after"] as const).map((when) => ({ value: when, label: text(`onboarding.when.${when}`) }))}
        {...form.valueProps<string | null>(path("when"))}
      />
      <ActionIcon className={classes.remove} aria-label={text("onboarding.remove", { name })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}

interface ChoiceProps {
  form: TemplateForm;
  path: "tasks";
}

/** Reports what the rows can't offer, once for all of them. */
export function TemplateChoices() {
  return <FailedReads reads={[usePeopleChoices().query, useEndpoint(selectGroups)]} />;
}

function PersonChoice({ form, path }: ChoiceProps) {
  const text = useText();
  const label = text("onboarding.person");
  return (
    <Select
      className={classes.who}
      label={label}
      searchable
      data={usePeopleChoices().options}
      {...form.valueProps<string | null>(path)}
    />
  );
}

function GroupChoice({ form, path }: ChoiceProps) {
  const text = useText();
  const groups = useEndpoint(selectGroups).data?.data ?? [];
  return (
    <Select
      className={classes.who}
      label={text("onboarding.group")}
      searchable
      data={groups.map(({ id, title }) => ({ value: String(id), label: title }))}
      {...form.valueProps<string | null>(path)}
    />
  );
}
