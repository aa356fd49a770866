import { IconBriefcase, IconBuilding, IconDownload, IconHierarchy, IconKey, IconPower } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { selectDepartments } from "../../../shared/departments/departments.contract";
import type { BulkField } from "../../../shared/people/user-bulk.contract";
import { userRoles } from "../../../shared/people/user-changes.contract";
import { selectUsers } from "../../../shared/people/users.contract";
import { selectPositions } from "../../../shared/positions/positions.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Picker, type PickerOption } from "../../tasks/fields/Picker";
import { ActionBar, ActionProgress, BarAction } from "../../ui/ActionBar";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { RefusedDialog } from "../../ui/RefusedDialog";
import { Avatar } from "../../ui/signs/Avatar";
import type { TableColumn } from "../../../shared/people/people.columns";
import { EmployeeExport } from "./EmployeeExport";
import { type PeopleChange, useBulkChange } from "./useBulkChange";
import type { SelectedPeople } from "./useSelectedPeople";

interface EmployeeBulkBarProps {
  selection: SelectedPeople;
  columns: readonly TableColumn[];
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** What can be done with the selected people. Each is changed by themself: who can't be is named, with the reason. */
export function EmployeeBulkBar({ selection, columns }: EmployeeBulkBarProps) {
  const text = useText();
  const { run, progress, refused, dismiss } = useBulkChange(selection);
  return (
    <>
      {progress && <ActionProgress label={text("people.bulk")} progress={progress} />}
      {!progress && selection.ids.size > 0 && <Bar selection={selection} columns={columns} run={run} />}
      <RefusedDialog
        title={text("people.bulk.refused", { count: refused.length })}
        refused={refused.map((one) => ({ ...one, name: one.fullname }))}
        onClose={dismiss}
      />
    </>
  );
}

type Run = (change: PeopleChange) => Promise<void>;

function Bar({ selection, columns, run }: EmployeeBulkBarProps & { run: Run }) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const count = selection.ids.size;
  const on = selection.people.some(({ active }) => active);
  const off = selection.people.some(({ active }) => active === false);
  return (
    <>
      <ActionBar label={text("people.bulk")} selected={text("bulk.selected", { count })} onClear={selection.clear}>
        <Places run={run} />
        {off && (
          <BarAction
            icon={<IconPower {...icon} />}
            label={text("people.bulk.activate")}
            onClick={() => void run({ active: true })}
          />
        )}
        {on && (
          <BarAction
            icon={<IconPower {...icon} />}
            label={text("people.bulk.deactivate")}
            onClick={() => setAsks(true)}
          />
        )}
        <EmployeeExport query={{}} columns={columns} ids={[...selection.ids]}>
          <BarAction icon={<IconDownload {...icon} />} label={text("sheet.export")} />
        </EmployeeExport>
      </ActionBar>
      <ConfirmDialog
        opened={asks}
        title={text("people.bulk.deactivate.ask", { count })}
        confirmLabel={text("people.bulk.deactivate")}
        onConfirm={() => {
          setAsks(false);
          void run({ active: false });
        }}
        onClose={() => setAsks(false)}
      >
        {text("people.bulk.deactivate.why")}
      </ConfirmDialog>
    </>
  );
}

/** Where they belong and what they may do: each from its list. */
function Places({ run }: { run: Run }) {
  const text = useText();
  const departments = useEndpoint(selectDepartments).data?.data ?? [];
  const positions = useEndpoint(selectPositions).data?.data ?? [];
  const people = useEndpoint(selectUsers).data?.data ?? [];
  const roles = useEndpoint(userRoles).data?.data ?? [];
  const none = { value: "", label: text("people.bulk.none") };
  const leaders = people.map((person) => ({
    value: String(person.id),
    label: person.fullname,
    icon: <Avatar person={person} size={20} named />,
  }));
  return (
    <>
      <Choice
        field="department_id"
        label={text("people.field.department")}
        icon={<IconBuilding {...icon} />}
        options={[none, ...departments.map(({ id, name }) => ({ value: String(id), label: name }))]}
        run={run}
      />
      <Choice
        field="position_id"
        label={text("people.field.position")}
        icon={<IconBriefcase {...icon} />}
        options={[none, ...positions.map(({ id, title }) => ({ value: String(id), label: title }))]}
        run={run}
      />
      <Choice
        field="parent_id"
        label={text("people.field.parent")}
        icon={<IconHierarchy {...icon} />}
        options={[none, ...leaders]}
        run={run}
      />
      <Choice
        field="role_id"
        label={text("people.field.role")}
        icon={<IconKey {...icon} />}
        options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        run={run}
      />
    </>
  );
}

interface ChoiceProps {
  field: Exclude<BulkField, "active">;
  label: string;
  icon: ReactNode;
  options: readonly PickerOption[];
  run: Run;
}

function Choice({ field, label, icon: sign, options, run }: ChoiceProps) {
  return (
    <Picker
      options={options}
      chosen={[]}
      searchLabel={label}
      onPick={(value) => void run({ [field]: value === "" ? null : Number(value) })}
    >
      {(button) => <BarAction icon={sign} label={label} {...button} />}
    </Picker>
  );
}
