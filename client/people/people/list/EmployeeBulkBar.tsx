import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { IconBriefcase, IconBuilding, IconDownload, IconHierarchy, IconKey, IconPower } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { selectDepartments } from "../../../../shared/people/departments/departments.contract";
import type { BulkResult } from "../../../../shared/kernel/bulk-result";
import { type BulkField, changeUsers } from "../../../../shared/people/people/user-bulk.contract";
import { readUserRoles } from "../../../../shared/people/people/user-changes.contract";
import { selectUsers } from "../../../../shared/people/people/users.contract";
import { selectPositions } from "../../../../shared/people/positions/positions.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { Picker, type PickerOption } from "../../../ui/fields/Picker";
import { ActionBar, ActionProgress, BarAction, type BulkProgress } from "../../../ui/ActionBar";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { RefusedDialog } from "../../../ui/RefusedDialog";
import type { TableColumn } from "../../../../shared/people/people/people.columns";
import { EmployeeExport } from "./EmployeeExport";
import type { SelectedPeople } from "./useSelectedPeople";
import { useRoleName } from "../../../platform/intl/useRoleName";
import type { BodyOf } from "../../../../shared/kernel/endpoint";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { toast } from "../../../ui/toast/toast";
import { refetchEmployees } from "./refetch-employees";

type PeopleChange = Omit<BodyOf<typeof changeUsers>, "ids">;

/** Number of employees changed per call; progress is shown after each call. */
const batchSize = 20;

interface RefusedPerson extends BulkResult {
  fullname: string;
}

/** Changes all selected employees in batches; rejected changes stay listed until dismissed. */
function useBulkChange(selection: SelectedPeople) {
  const text = useText();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [refused, setRefused] = useState<readonly RefusedPerson[]>([]);
  const run = async (change: PeopleChange) => {
    const { people } = selection;
    const names = new Map(people.map(({ id, fullname = "" }) => [id, fullname]));
    const results: BulkResult[] = [];
    setProgress({ done: 0, count: people.length });
    try {
      for (let at = 0; at < people.length; at += batchSize) {
        const ids = people.slice(at, at + batchSize).map(({ id }) => id);
        results.push(...(await call(changeUsers, { body: { ids, ...change } })).data);
        setProgress({ done: Math.min(at + batchSize, people.length), count: people.length });
      }
    } catch (error) {
      reportFailure(error as Error);
    } finally {
      setProgress(null);
      refetchEmployees();
    }
    const count = results.filter(({ done }) => done).length;
    if (count > 0) toast.done(text("people.changedSome", { count }));
    const failed = results.filter(({ done }) => !done);
    setRefused(failed.map((result) => ({ ...result, fullname: names.get(result.id) ?? "" })));
    if (results.length === people.length && failed.length === 0) selection.clear();
  };
  return { run, progress, refused, dismiss: () => setRefused([]) };
}

interface EmployeeBulkBarProps {
  selection: SelectedPeople;
  columns: readonly TableColumn[];
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

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
  const [isConfirming, setConfirming] = useState(false);
  const count = selection.ids.size;
  const hasActive = selection.people.some(({ active }) => active);
  const hasInactive = selection.people.some(({ active }) => active === false);
  return (
    <>
      <ActionBar label={text("people.bulk")} selected={text("bulk.selected", { count })} onClear={selection.clear}>
        <AssignmentPickers run={run} />
        {hasInactive && (
          <BarAction
            icon={<IconPower {...icon} />}
            label={text("people.bulk.activate")}
            onClick={() => void run({ active: true })}
          />
        )}
        {hasActive && (
          <BarAction
            icon={<IconPower {...icon} />}
            label={text("people.bulk.deactivate")}
            onClick={() => setConfirming(true)}
          />
        )}
        <EmployeeExport query={{}} columns={columns} ids={[...selection.ids]}>
          <BarAction icon={<IconDownload {...icon} />} label={text("sheet.export")} />
        </EmployeeExport>
      </ActionBar>
      <ConfirmDialog
        opened={isConfirming}
        title={text("people.bulk.deactivate.ask", { count })}
        confirmLabel={text("people.bulk.deactivate")}
        onConfirm={() => {
          setConfirming(false);
          void run({ active: false });
        }}
        onClose={() => setConfirming(false)}
      >
        {text("people.bulk.deactivate.why")}
      </ConfirmDialog>
    </>
  );
}

function AssignmentPickers({ run }: { run: Run }) {
  const text = useText();
  const roleName = useRoleName();
  const departments = useEndpoint(selectDepartments);
  const positions = useEndpoint(selectPositions);
  const people = useEndpoint(selectUsers);
  const leaders = usePeoplePickerOptions(people.data?.data ?? []);
  const roles = useEndpoint(readUserRoles);
  const none = { value: "", label: text("people.bulk.none") };
  return (
    <>
      <Choice
        field="department_id"
        label={text("people.field.department")}
        icon={<IconBuilding {...icon} />}
        options={[none, ...(departments.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        reads={[departments]}
        run={run}
      />
      <Choice
        field="position_id"
        label={text("people.field.position")}
        icon={<IconBriefcase {...icon} />}
        options={[none, ...(positions.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))]}
        reads={[positions]}
        run={run}
      />
      <Choice
        field="parent_id"
        label={text("people.field.parent")}
        icon={<IconHierarchy {...icon} />}
        options={[none, ...leaders]}
        reads={[people]}
        run={run}
      />
      <Choice
        field="role_id"
        label={text("people.field.role")}
        icon={<IconKey {...icon} />}
        options={(roles.data?.data ?? []).map((one) => ({ value: String(one.id), label: roleName(one) ?? "" }))}
        reads={[roles]}
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
  reads: ComponentProps<typeof Picker>["reads"];
  run: Run;
}

function Choice({ field, label, icon: sign, run, ...picker }: ChoiceProps) {
  return (
    <Picker
      {...picker}
      chosen={[]}
      searchLabel={label}
      onPick={(value) => void run({ [field]: value === "" ? null : Number(value) })}
    >
      {(button) => <BarAction icon={sign} label={label} {...button} />}
    </Picker>
  );
}
