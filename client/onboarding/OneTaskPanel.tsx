import { Button, Select, TextInput } from "@mantine/core";
import { useRef } from "react";
import { selectGroups } from "../../shared/groups/groups.contract";
import {
  addOnboardingTask,
  changeOnboardingTask,
  type OnboardingTask,
  removeOnboardingTask,
} from "../../shared/onboarding/onboarding.contract";
import { duties, oneTaskSchema } from "../../shared/onboarding/onboarding.schema";
import { PanelForm } from "../organisation/PanelForm";
import { SidePanel } from "../organisation/SidePanel";
import { usePeopleChoices } from "../organisation/usePeopleChoices";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useAction, useEndpoint } from "../platform/query";
import { DateField } from "../ui/fields/DateField";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";
import classes from "./onboarding.module.css";

interface OneTaskPanelProps {
  personId: number;
  /** "new": one that isn't there yet; null: closed. */
  task: OnboardingTask | "new" | null;
  onClose: () => void;
}

/** A task of one newcomer's list: what, who and until when. */
export function OneTaskPanel({ personId, task, onClose }: OneTaskPanelProps) {
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
  const people = usePeopleChoices().filter(({ value }) => value !== String(personId));
  const groups = useEndpoint(selectGroups).data?.data ?? [];
  /** The state that the form began with; after a clash the one that is overwritten knowingly. */
  const version = useRef(task?.version);
  const form = useForm(oneTaskSchema, {
    initialValues: {
      title: task?.title ?? "",
      duty: task?.duty ?? "hr",
      user_id: idOf(task?.user),
      group_id: idOf(task?.group),
      due_on: task?.due_on ?? null,
    },
    onSubmit: async (values, { idempotencyKey }) => {
      const body = { ...values, version: version.current };
      try {
        const { message } = task
          ? await call(changeOnboardingTask, { params: { id: task.id }, body })
          : await call(addOnboardingTask, { params: { id: personId }, body, idempotencyKey });
        toast.done(message ?? "");
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organisation.stale")
          version.current = (error.record as OnboardingTask).version;
        throw error;
      }
    },
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput label={text("onboarding.task")} maxLength={200} {...form.field("title")} />
      <Select
        label={text("onboarding.duty")}
        allowDeselect={false}
        data={duties.map((duty) => ({ value: duty, label: text(`onboarding.duty.${duty}`) }))}
        {...form.choice<string | null>("duty")}
      />
      {form.values.duty === "person" && (
        <Select
          label={text("onboarding.person")}
          searchable
          limit={60}
          data={people}
          {...form.choice<string | null>("user_id")}
        />
      )}
      {form.values.duty === "group" && (
        <Select
          label={text("onboarding.group")}
          searchable
          data={groups.map(({ id, title }) => ({ value: String(id), label: title }))}
          {...form.choice<string | null>("group_id")}
        />
      )}
      <DateField label={text("onboarding.one.due")} {...form.choice<string | null>("due_on")} />
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
