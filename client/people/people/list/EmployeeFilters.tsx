import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { Menu, UnstyledButton } from "@mantine/core";
import { IconColumns, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { contractTypes } from "../../../../shared/people/people/people.fields";
import { selectUsers } from "../../../../shared/people/people/users.contract";
import { listProjectChoices } from "../../../../shared/work/projects/projects.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useToday } from "../../../platform/today";
import { useCan } from "../../../platform/session";
import { DayPopover } from "../../../work/tasks/fields/DayPopover";
import { FilterPill } from "../../../ui/fields/FilterPill";
import { SearchField } from "../../../ui/fields/SearchField";
import { Toolbar } from "../../../ui/PageHead";
import type { TableColumn } from "../../../../shared/people/people/people.columns";
import { isPeopleFiltered, type PeopleFilter } from "./employees.filter";
import classes from "./EmployeeFilters.module.css";
import { FilterPicker } from "../../../ui/fields/FilterPicker";

interface EmployeeFiltersProps {
  filter: PeopleFilter;
  onChange: (changes: Partial<PeopleFilter>) => void;
  onClear: () => void;
  columns: readonly TableColumn[];
  offered: readonly TableColumn[];
  onToggle: ((column: TableColumn) => void) | null;
  children?: ReactNode;
}

export function EmployeeFilters(props: EmployeeFiltersProps) {
  const { filter, onChange, onClear, columns, offered, onToggle, children } = props;
  const text = useText();
  const can = useCan();
  const peopleQuery = useEndpoint(selectUsers);
  const people = usePeoplePickerOptions(peopleQuery.data?.data ?? []);
  const choices = useEndpoint(listProjectChoices);
  const departments = choices.data?.data.departments ?? [];
  const department = departments.find(({ id }) => id === filter.department_id);
  const manager = people.find(({ id }) => id === filter.parent_id);
  const toggled = (now: number | null, value: string) => (Number(value) === now ? null : Number(value));
  const end = (
    <>
      {children}
      {onToggle && (
        <Menu position="bottom-end" closeOnItemClick={false} width={208}>
          <Menu.Target>
            <button type="button" className={classes.columns}>
              <IconColumns size={16} stroke={1.75} aria-hidden />
              {text("people.columns")}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((column) => (
              <Menu.CheckboxItem key={column} checked={columns.includes(column)} onChange={() => onToggle(column)}>
                {text(`people.field.${column}`)}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
  return (
    <Toolbar end={end}>
      <SearchField text={filter.q} label={text("people.search")} onChange={(q) => onChange({ q })} />
      <FilterPicker
        label={text("people.field.department")}
        value={department && <bdi>{department.name}</bdi>}
        chosen={department ? [String(department.id)] : []}
        reads={[choices]}
        options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
        onPick={(value) => onChange({ department_id: toggled(filter.department_id, value) })}
      />
      {can(["organization-chart-view", "user-edit"]) && (
        <FilterPicker
          label={text("people.field.parent")}
          value={manager && <bdi>{manager.label}</bdi>}
          chosen={manager ? [manager.value] : []}
          reads={[peopleQuery]}
          options={people}
          onPick={(value) => onChange({ parent_id: toggled(filter.parent_id, value) })}
        />
      )}
      {can("user-edit") && (
        <FilterPicker
          label={text("people.field.contract_type")}
          value={filter.contract_type && text(`people.contract.${filter.contract_type}`)}
          chosen={filter.contract_type ? [filter.contract_type] : []}
          options={contractTypes.map((type) => ({ value: type, label: text(`people.contract.${type}`) }))}
          onPick={(value) =>
            onChange({
              contract_type: contractTypes.find((type) => type === value && type !== filter.contract_type) ?? null,
            })
          }
        />
      )}
      <Switch label={text("people.awayToday")} on={filter.away} onChange={(away) => onChange({ away })} />
      <Switch label={text("people.external")} on={filter.external} onChange={(external) => onChange({ external })} />
      <AsOf value={filter.as_of} onChange={(as_of) => onChange({ as_of })} />
      {isPeopleFiltered(filter) && (
        <UnstyledButton className={classes.clear} data-keep onClick={onClear}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("people.filter.clear")}
        </UnstyledButton>
      )}
    </Toolbar>
  );
}

function AsOf({ value, onChange }: { value: string | null; onChange: (day: string | null) => void }) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  return (
    <DayPopover value={value} max={today} label={text("people.asOf")} onChange={onChange}>
      {(button) => <FilterPill label={text("people.asOf")} value={value && day(value, "medium")} {...button} />}
    </DayPopover>
  );
}

function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <UnstyledButton className={classes.switch} aria-pressed={on} onClick={() => onChange(!on)}>
      {label}
    </UnstyledButton>
  );
}
