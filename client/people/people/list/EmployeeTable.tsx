import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconLayoutSidebarRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { UserSort } from "../../../../shared/people/people/users.contract";
import { paths } from "../../../platform/paths";
import { useText } from "../../../platform/intl/useText";
import { LightCheckbox } from "../../../ui/fields/LightCheckbox";
import { Avatar } from "../../../ui/signs/Avatar";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { DayLabel } from "../../../ui/signs/DayLabel";
import { Table } from "../../../ui/Table";
import type { TableColumn } from "../../../../shared/people/people/people.columns";
import type { PeopleSort } from "./employees.filter";
import { EmployeeBadges } from "../EmployeeBadges";
import { previewOpenerProps } from "./EmployeePreview";
import type { OpenPerson } from "./useOpenPerson";
import type { Employee } from "./useEmployees";
import type { SelectedPeople } from "./useSelectedPeople";
import classes from "./EmployeeTable.module.css";

interface EmployeeTableProps {
  rows: readonly Employee[];
  columns: readonly TableColumn[];
  sort: PeopleSort;
  onSort: (sort: PeopleSort) => void;
  action?: (employee: Employee) => ReactNode;
  selection?: SelectedPeople | null;
  /** Opens rows in the preview; null opens the employee's page. */
  preview?: OpenPerson | null;
}

export function EmployeeTable({
  rows,
  columns,
  sort,
  onSort,
  action,
  selection = null,
  preview = null,
}: EmployeeTableProps) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <div className={classes.frame}>
      <Table className={classes.table} aria-label={text("title.employees")}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.tick}>
                <LightCheckbox
                  label={text("people.selectAll")}
                  checked={selection.ids.size === rows.length}
                  partly={selection.ids.size > 0 && selection.ids.size < rows.length}
                  onToggle={selection.toggleAll}
                />
              </th>
            )}
            <Head field="fullname" sort={sort} onSort={onSort} />
            {columns.map((column) => (
              <Head key={column} field={column} sort={sort} onSort={onSort} />
            ))}
            {action && (
              <th>
                <span className="sr-only">{text("people.field.active")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((employee) => (
            <tr
              key={employee.id}
              data-off={employee.active === false || undefined}
              aria-selected={selection?.ids.has(employee.id)}
              data-open={preview?.id === employee.id || undefined}
              onClick={() =>
                preview
                  ? preview.show(preview.id === employee.id ? null : employee.id)
                  : void navigate(paths.employeeView(employee.id))
              }
            >
              {selection && (
                <td className={classes.tick} onClick={(event) => event.stopPropagation()}>
                  <LightCheckbox
                    label={text("people.select", { name: employee.fullname ?? "" })}
                    checked={selection.ids.has(employee.id)}
                    onToggle={() => selection.toggle(employee.id)}
                  />
                </td>
              )}
              <th scope="row" className={classes.main}>
                <span className={classes.name}>
                  <Avatar person={{ ...employee, fullname: employee.fullname ?? "" }} size={24} hasVisibleName />
                  <Link to={paths.employeeView(employee.id)} onClick={(event) => event.stopPropagation()}>
                    <TruncatedName>{employee.fullname ?? ""}</TruncatedName>
                  </Link>
                  <EmployeeBadges employee={employee} />
                  {preview && <Opener employee={employee} preview={preview} />}
                </span>
              </th>
              {columns.map((column) => (
                <td key={column} data-column={column} className={classes.cell}>
                  <Cell employee={employee} column={column} />
                </td>
              ))}
              {action && (
                <td className={classes.action} onClick={(event) => event.stopPropagation()}>
                  {action(employee)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Opener({ employee: { id, fullname = "" }, preview }: { employee: Employee; preview: OpenPerson }) {
  const text = useText();
  return (
    <ActionIcon
      {...previewOpenerProps(id, preview)}
      className={classes.opener}
      aria-label={text("people.previewOf", { name: fullname })}
      onClick={(event) => {
        event.stopPropagation();
        preview.show(preview.id === id ? null : id);
      }}
    >
      <IconLayoutSidebarRight size={16} stroke={1.75} className="flip" aria-hidden />
    </ActionIcon>
  );
}

interface HeadProps {
  field: UserSort | TableColumn;
  sort: PeopleSort;
  onSort: (sort: PeopleSort) => void;
}

const sortable: Partial<Record<TableColumn | "fullname", UserSort>> = {
  fullname: "fullname",
  position: "position",
  department: "department",
  parent: "parent",
  contract_type: "contract_type",
  date_of_joining: "date_of_joining",
};

function Head({ field, sort, onSort }: HeadProps) {
  const text = useText();
  const by = sortable[field as TableColumn];
  const label = text(`people.field.${field as TableColumn | "fullname"}`);
  if (!by) return <th data-column={field}>{label}</th>;
  const direction = sort === by ? "ascending" : sort === `-${by}` ? "descending" : undefined;
  const Arrow = direction === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <th data-column={field} aria-sort={direction ?? "none"}>
      <button type="button" onClick={() => onSort(direction === "ascending" ? `-${by}` : by)}>
        {label}
        {direction && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
    </th>
  );
}

/** Fields that the viewer may not read, and empty ones, are shown as a dash. */
function Cell({ employee, column }: { employee: Employee; column: TableColumn }) {
  const text = useText();
  switch (column) {
    case "position":
      return employee.position ? <TruncatedName>{employee.position.title}</TruncatedName> : <None />;
    case "department":
      return employee.department ? <TruncatedName>{employee.department.name}</TruncatedName> : <None />;
    case "parent":
      return employee.parent ? <TruncatedName>{employee.parent.fullname}</TruncatedName> : <None />;
    case "contract_type":
      return employee.contract_type ? text(`people.contract.${employee.contract_type}`) : <None />;
    case "date_of_joining":
      return employee.date_of_joining ? <DayLabel value={employee.date_of_joining} style="medium" /> : <None />;
    default: {
      const value = employee[column];
      return value ? <TruncatedName>{value}</TruncatedName> : <None />;
    }
  }
}

const None = () => <span aria-hidden>–</span>;
