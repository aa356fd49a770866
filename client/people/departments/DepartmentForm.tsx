import { Select } from "@mantine/core";
import {
  createDepartment,
  type Department,
  selectDepartments,
  updateDepartment,
} from "../../../shared/people/departments/departments.contract";
import { departmentSchema } from "../../../shared/people/departments/departments.schema";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { RecordForm } from "../../ui/records/RecordForm";
import { FailedReads } from "../../ui/states/FailedReads";
import { usePeopleChoices } from "../organization/usePeopleChoices";
import { withDescendants } from "./departments.tree";

export function DepartmentForm({ department, onClose }: { department: Department | null; onClose: () => void }) {
  const text = useText();
  const heads = usePeopleChoices(department?.head ? [department.head] : []);
  const query = useEndpoint(selectDepartments);
  const all = query.data?.data ?? [];
  const below = department ? withDescendants(all, department.id) : new Set<number>();
  return (
    <RecordForm
      schema={departmentSchema}
      record={department}
      fields={{ name: "department.name", code: { label: "department.code", description: "department.code.why" } }}
      valuesOf={(department) => ({
        parent_id: department?.parent_id ? String(department.parent_id) : null,
        head_id: department?.head ? String(department.head.id) : null,
      })}
      create={createDepartment}
      update={updateDepartment}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FailedReads reads={[query, heads.query]} />
          <Select
            label={<OptionalLabel label={text("department.parent")} />}
            searchable
            clearable
            data={all.filter(({ id }) => !below.has(id)).map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.valueProps<string | null>("parent_id")}
          />
          <Select
            label={<OptionalLabel label={text("department.head")} />}
            description={text("department.head.why")}
            searchable
            clearable
            data={heads.options}
            {...form.valueProps<string | null>("head_id")}
          />
        </>
      )}
    </RecordForm>
  );
}
