import { Link } from "react-router-dom";
import {
  type Department,
  deleteDepartment,
  listDepartments,
  selectDepartments,
} from "../../../shared/people/departments/departments.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useCan } from "../../platform/session";
import { PersonCell } from "../../ui/records/PersonCell";
import { RecordPage } from "../../ui/records/RecordPage";
import type { RecordColumn } from "../../ui/records/RecordTable";
import { useRecordList } from "../../ui/records/useRecordList";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { useDirectoryStream } from "../organization/useDirectoryStream";
import { DepartmentForm } from "./DepartmentForm";
import { departmentForest, type DepartmentNode } from "./departments.tree";
import classes from "./departments.module.css";

export function DepartmentsPage() {
  const list = useRecordList(listDepartments, { sort: "name", pageSize: null });
  const { address, open } = list;
  return (
    <RecordPage<Department, DepartmentNode>
      noun="department"
      failed="department.failed"
      list={list}
      stream={useDirectoryStream()}
      // Shows a tree only without a search and in the default order; otherwise a flat list.
      shown={(rows) =>
        address.sought || address.sort !== address.usual
          ? rows.map((row) => ({ ...row, level: 0 }))
          : departmentForest(rows)
      }
      columns={useColumns()}
      nameOf={({ name }) => name}
      form={(department) => <DepartmentForm department={department} onClose={open.close} />}
      successors={selectDepartments}
      remove={deleteDepartment}
    />
  );
}

function useColumns(): RecordColumn<DepartmentNode>[] {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  return [
    {
      key: "name",
      label: text("department.name"),
      sort: "name",
      cell: ({ id, name, level }) => (
        <span className={classes.name} style={{ "--level": level } as React.CSSProperties}>
          {can(["department-view", "department-edit"]) ? (
            <Link to={paths.department(id)}>
              <TruncatedName>{name}</TruncatedName>
            </Link>
          ) : (
            <TruncatedName>{name}</TruncatedName>
          )}
        </span>
      ),
    },
    {
      key: "code",
      label: text("department.code"),
      sort: "code",
      cell: ({ code }) => code && <span className="key">{code}</span>,
    },
    {
      key: "head",
      label: text("department.head"),
      cell: ({ head }) => head && <PersonCell person={head} />,
    },
    {
      key: "people",
      label: text("organization.people"),
      sort: "employees",
      figure: true,
      onPhone: true,
      cell: ({ employee_count }) => number(employee_count),
    },
  ];
}
