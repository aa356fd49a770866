import { MultiSelect, TextInput } from "@mantine/core";
import { useRef } from "react";
import { createGroup, type GroupRecord, updateGroup } from "../../shared/groups/groups.contract";
import { groupSchema } from "../../shared/groups/groups.schema";
import { PanelForm } from "../organisation/PanelForm";
import { SidePanel } from "../organisation/SidePanel";
import { usePeopleChoices } from "../organisation/usePeopleChoices";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";

interface GroupPanelProps {
  opened: boolean;
  /** Null: a new one. */
  group: GroupRecord | null;
  onClose: () => void;
}

export function GroupPanel({ opened, group, onClose }: GroupPanelProps) {
  const text = useText();
  return (
    <SidePanel opened={opened} title={group ? group.title : text("group.new")} onClose={onClose}>
      <Fields group={group} onClose={onClose} />
    </SidePanel>
  );
}

function Fields({ group, onClose }: Omit<GroupPanelProps, "opened">) {
  const text = useText();
  const active = usePeopleChoices();
  // Who has left stays until they are taken out.
  const gone = (group?.users ?? []).filter(({ id }) => !active.some(({ value }) => value === String(id)));
  const people = [...active, ...gone.map(({ id, fullname }) => ({ value: String(id), label: fullname }))];
  const version = useRef(group?.version);
  const form = useForm(groupSchema, {
    initialValues: { title: group?.title ?? "", users: (group?.users ?? []).map(({ id }) => String(id)) },
    onSubmit: async (values, { idempotencyKey }) => {
      const body = { ...values, version: version.current };
      try {
        const { message } = group
          ? await call(updateGroup, { params: { id: group.id }, body })
          : await call(createGroup, { body, idempotencyKey });
        toast.done(message ?? "");
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organisation.stale") {
          version.current = (error.record as GroupRecord).version;
        }
        throw error;
      }
    },
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("group.title")} {...form.field("title")} />
      <MultiSelect
        label={text("organisation.people")}
        description={group && group.project_count > 0 ? text("group.people.why") : undefined}
        searchable
        data={people}
        {...form.choice<string[]>("users")}
      />
    </PanelForm>
  );
}
