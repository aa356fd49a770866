import { usePeopleOptions } from "../../../../ui/fields/usePeopleOptions";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { listLeaveTypes } from "../../../../../shared/requests/leave/types/types.contract";
import { leaveStatuses } from "../../../../../shared/requests/leave/requests/leave.workflow";
import { listVisiblePeople } from "../../../../../shared/kernel/visible-users.contract";
import type { RequestScope } from "../../../../approvals/approvals/list/useRequestFilter";
import { useNameOf } from "../../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { useEndpoint } from "../../../../platform/query";
import { DateField } from "../../../../ui/fields/DateField";
import { Toolbar } from "../../../../ui/PageHead";
import classes from "./LeaveFilters.module.css";
import { useLeaveDepartments } from "../../types/useLeaveDepartments";
import { clearButton } from "../../../../ui/fields/clear-button";
import type { useLeaveFilter, LeaveFilter } from "./leave-filters";
import { useCan } from "../../../../platform/session";
import { useToday } from "../../../../platform/today";
import { LeaveSheet } from "../../types/LeaveSheet";

export function LeaveFilters({ filter, set, scopes, narrowed, clear }: ReturnType<typeof useLeaveFilter>) {
  const text = useText();
  const types = useEndpoint(listLeaveTypes);
  const nameOf = useNameOf();
  const others = filter.scope !== "mine";
  const people = useEndpoint(listVisiblePeople, {}, { enabled: others });
  const personOptions = usePeopleOptions(people.data?.data ?? []);
  const { departments, read } = useLeaveDepartments(others);
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
        data={(types.data?.data ?? []).map((type) => ({ value: String(type.id), label: nameOf(type) }))}
        hasFailed={types.isLoadingError}
      />
      {others && (
        <Choice
          searchable
          label={text("leave.person")}
          allLabel={text("leave.anyPerson")}
          value={filter.user}
          onChange={(value) => set({ user: Number(value) || null })}
          data={personOptions}
          hasFailed={people.isLoadingError}
        />
      )}
      {others && (departments.length > 1 || read.isLoadingError) && (
        <Choice
          label={text("team.department")}
          allLabel={text("team.anyDepartment")}
          value={filter.department}
          onChange={(value) => set({ department: Number(value) || null })}
          data={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
          hasFailed={read.isLoadingError}
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
  hasFailed?: boolean;
  onChange: (value: string | null) => void;
}

function Choice({ label, allLabel, value, data, searchable, hasFailed, onChange }: ChoiceProps) {
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
      nothingFoundMessage={hasFailed && text("error.notLoaded")}
    />
  );
}

function LeaveExport({ filter }: { filter: LeaveFilter }) {
  const text = useText();
  const can = useCan();
  const { day } = useFormat();
  const year = useToday().slice(0, 4);
  if (!can("leave-request-hr-approve") || filter.scope !== "all") return null;
  const from =
    filter.from ?? (filter.to && filter.to < `${year}-01-01` ? `${filter.to.slice(0, 4)}-01-01` : `${year}-01-01`);
  const to = filter.to ?? (from > `${year}-12-31` ? `${from.slice(0, 4)}-12-31` : `${year}-12-31`);
  const { status, type, user, department } = filter;
  const query = { from, to, status, leave_type_id: type, user_id: user, department_id: department };
  return (
    <LeaveSheet
      path="/leave/export/requests"
      query={query}
      title={text("leave.export.period", { from: day(from, "medium"), to: day(to, "medium") })}
    />
  );
}
