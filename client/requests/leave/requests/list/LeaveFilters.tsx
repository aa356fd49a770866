import { usePeopleOptions } from "../../../../ui/fields/usePeopleOptions";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { listLeaveTypes } from "../../../../../shared/requests/leave/types/types.contract";
import { leaveStatuses } from "../../../../../shared/requests/leave/requests/leave.workflow";
import { listVisiblePeople } from "../../../../../shared/kernel/visible-users.contract";
import type { RequestScope } from "../../../../approvals/approvals/list/useRequestFilter";
import { useNameOf } from "../../../../platform/intl/useNameOf";
import { useText } from "../../../../platform/intl/useText";
import { useEndpoint } from "../../../../platform/query";
import { DateField } from "../../../../ui/fields/DateField";
import { Toolbar } from "../../../../ui/PageHead";
import classes from "./LeaveFilters.module.css";
import { LeaveExport } from "./LeaveExport";
import { useLeaveDepartments } from "../../types/useLeaveDepartments";
import { clearButton } from "../../../../ui/fields/clear-button";
import type { useLeaveFilter } from "./leave-filters";

export function LeaveFilters({ filter, set, scopes, narrowed, clear }: ReturnType<typeof useLeaveFilter>) {
  const text = useText();
  const types = useEndpoint(listLeaveTypes).data?.data ?? [];
  const nameOf = useNameOf();
  const others = filter.scope !== "mine";
  const people = useEndpoint(listVisiblePeople, {}, { enabled: others }).data?.data ?? [];
  const personOptions = usePeopleOptions(people);
  const departments = useLeaveDepartments(others);
  return (
    <Toolbar>
      {scopes.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={text("leave.scope")}
          value={filter.scope}
          onChange={(value) => set({ scope: value as RequestScope, user: null, department: null })}
          data={scopes.map((one) => ({ value: one, label: text(`leave.scope.${one}`) }))}
        />
      )}
      <Choice
        label={text("leave.statusLabel")}
        allLabel={text("leave.anyStatus")}
        value={filter.status}
        onChange={(value) => set({ status: leaveStatuses.find((one) => one === value) ?? null })}
        data={leaveStatuses
          .filter((one) => one !== "pending")
          .map((one) => ({ value: one, label: text(`leave.status.${one}`) }))}
      />
      <Choice
        label={text("leave.kind")}
        allLabel={text("leave.anyKind")}
        value={filter.type}
        onChange={(value) => set({ type: Number(value) || null })}
        data={types.map((type) => ({ value: String(type.id), label: nameOf(type) }))}
      />
      {others && (
        <Choice
          searchable
          label={text("leave.person")}
          allLabel={text("leave.anyPerson")}
          value={filter.user}
          onChange={(value) => set({ user: Number(value) || null })}
          data={personOptions}
        />
      )}
      {others && departments.length > 1 && (
        <Choice
          label={text("team.department")}
          allLabel={text("team.anyDepartment")}
          value={filter.department}
          onChange={(value) => set({ department: Number(value) || null })}
          data={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <span className={classes.dates}>
        <DateField
          size="xs"
          aria-label={text("leave.from")}
          placeholder={text("leave.from")}
          value={filter.from}
          onChange={(from) => set({ from })}
        />
        <DateField
          size="xs"
          aria-label={text("leave.to")}
          placeholder={text("leave.to")}
          value={filter.to}
          min={filter.from}
          onChange={(to) => set({ to })}
        />
      </span>
      {narrowed && (
        <Button size="xs" variant="subtle" data-keep onClick={clear}>
          {text("leave.clearFilters")}
        </Button>
      )}
      <LeaveExport filter={filter} />
    </Toolbar>
  );
}

interface ChoiceProps {
  label: string;
  allLabel: string;
  value: string | number | null;
  data: { value: string; label: string }[];
  searchable?: boolean;
  onChange: (value: string | null) => void;
}

function Choice({ label, allLabel, value, data, searchable, onChange }: ChoiceProps) {
  const text = useText();
  return (
    <Select
      size="xs"
      clearable
      searchable={searchable}
      className={classes.choice}
      clearButtonProps={clearButton(text("leave.clearOne", { filter: label }))}
      aria-label={label}
      placeholder={allLabel}
      value={value === null ? null : String(value)}
      onChange={onChange}
      data={data}
    />
  );
}
