import { Select, TextInput } from "@mantine/core";
import { useRef } from "react";
import { createDepartment, type Department, updateDepartment } from "../../shared/departments/departments.contract";
import { departmentSchema } from "../../shared/departments/departments.schema";
import { PanelForm } from "../organisation/PanelForm";
import { SidePanel } from "../organisation/SidePanel";
import { usePeopleChoices } from "../organisation/usePeopleChoices";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { Optional } from "../ui/fields/Optional";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";
import { withAllBelow } from "./departments.tree";

interface DepartmentPanelProps {
  opened: boolean;
  /** Null: a new one. */
  department: Department | null;
  /** What it can belong to. */
  all: readonly Department[];
  onClose: () => void;
}

export function DepartmentPanel({ opened, department, all, onClose }: DepartmentPanelProps) {
  const text = useText();
  return (
    <SidePanel opened={opened} title={department ? department.name : text("department.new")} onClose={onClose}>
      <Fields department={department} all={all} onClose={onClose} />
    </SidePanel>
  );
}

function Fields({ department, all, onClose }: Omit<DepartmentPanelProps, "opened">) {
  const text = useText();
  const people = usePeopleChoices();
  /** The state that the form began with; after a clash the one that is overwritten knowingly. */
  const version = useRef(department?.version);
  const form = useForm(departmentSchema, {
    initialValues: {
      name: department?.name ?? "",
      code: department?.code ?? "",
      parent_id: department?.parent_id ? String(department.parent_id) : null,
      head_id: department?.head ? String(department.head.id) : null,
    },
    onSubmit: async (values, { idempotencyKey }) => {
      const body = { ...values, version: version.current };
      try {
        const { message } = department
          ? await call(updateDepartment, { params: { id: department.id }, body })
          : await call(createDepartment, { body, idempotencyKey });
        toast.done(message ?? "");
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organisation.stale") {
          version.current = (error.record as Department).version;
        }
        throw error;
      }
    },
  });
  const below = department ? withAllBelow(all, department.id) : new Set<number>();
  // Who has left since can still be seen to lead it.
  const head = department?.head;
  const heads =
    head && !people.some(({ value }) => value === String(head.id))
      ? [...people, { value: String(head.id), label: head.fullname }]
      : people;
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("department.name")} {...form.field("name")} />
      <TextInput
        label={<Optional label={text("department.code")} />}
        description={text("department.code.why")}
        {...form.field("code")}
      />
      <Select
        label={<Optional label={text("department.parent")} />}
        searchable
        clearable
        data={all.filter(({ id }) => !below.has(id)).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.choice<string | null>("parent_id")}
      />
      <Select
        label={<Optional label={text("department.head")} />}
        description={text("department.head.why")}
        searchable
        clearable
        data={heads}
        {...form.choice<string | null>("head_id")}
      />
    </PanelForm>
  );
}
