import { Button, Select, TextInput } from "@mantine/core";
import { selectGroups } from "../../../shared/people/groups/groups.contract";
import {
  addOnboardingTask,
  changeOnboardingTask,
  type OnboardingTask,
  removeOnboardingTask,
} from "../../../shared/people/onboarding/onboarding.contract";
import { onboardingDuties, oneTaskSchema } from "../../../shared/people/onboarding/onboarding.schema";
import { PanelForm } from "../../ui/records/PanelForm";
import { SidePanel } from "../../ui/records/SidePanel";
import { usePeopleChoices } from "../organization/usePeopleChoices";
import { useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { toast } from "../../ui/toast/toast";
import classes from "./onboarding.module.css";
import { FailedReads } from "../../ui/states/FailedReads";

interface OnboardingTaskPanelProps {
  personId: number;
  /** "new" creates a task; null closes the panel. */
  task: OnboardingTask | "new" | null;
  onClose: () => void;
}

export function OnboardingTaskPanel({ personId, task, onClose }: OnboardingTaskPanelProps) {
  const text = useText();
  return (
    <SidePanel opened={task !== null} title={text("onboarding.one.title")} onClose={onClose}>
      <p className={classes.why}>{text("onboarding.one.why")}</p>
      {task !== null && <Fields personId={personId} task={task === "new" ? null : task} onClose={onClose} />}
      {task !== null && task !== "new" && <Remove task={task} onClose={onClose} />}
    </SidePanel>
  );
}

const idOf = (record: { id: number } | null | undefined) => (record ? String(record.id) : null);

function Fields({ personId, task, onClose }: { personId: number; task: OnboardingTask | null; onClose: () => void }) {
  const text = useText();
  const people = usePeopleChoices();
  const groups = useEndpoint(selectGroups);
  const form = useRecordForm(oneTaskSchema, {
    record: task,
    valuesOf: (task) => ({
      title: task?.title ?? "",
      duty: task?.duty ?? "hr",
      user_id: idOf(task?.user),
      group_id: idOf(task?.group),
      due_on: task?.due_on ?? null,
    }),
    groups: [["duty", "user_id", "group_id"]],
    create: addOnboardingTask,
    createParams: { id: personId },
    update: changeOnboardingTask,
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <FailedReads reads={[people.query, groups]} />
      <TextInput label={text("onboarding.task")} {...form.field("title")} />
      <Select
        label={text("onboarding.duty")}
        allowDeselect={false}
        data={onboardingDuties.map((duty) => ({ value: duty, label: text(`onboarding.duty.${duty}`) }))}
        {...form.valueProps<string | null>("duty")}
      />
      {form.values.duty === "person" && (
        <Select
          label={text("onboarding.person")}
          searchable
          limit={60}
          data={people.options.filter(({ value }) => value !== String(personId))}
          {...form.valueProps<string | null>("user_id")}
        />
      )}
      {form.values.duty === "group" && (
        <Select
          label={text("onboarding.group")}
          searchable
          data={(groups.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          {...form.valueProps<string | null>("group_id")}
        />
      )}
      <DateField label={text("onboarding.one.due")} {...form.valueProps<string | null>("due_on")} />
    </PanelForm>
  );
}

function Remove({ task, onClose }: { task: OnboardingTask; onClose: () => void }) {
  const text = useText();
  const remove = useAction(removeOnboardingTask, {
    onSuccess: ({ message }) => {
      toast.done(message);
      onClose();
    },
  });
  return (
    <Button
      className={classes.removeOne}
      variant="subtle"
      color="danger"
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { id: task.id } })}
    >
      {text("onboarding.one.remove")}
    </Button>
  );
}
