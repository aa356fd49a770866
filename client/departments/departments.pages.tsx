import { Link } from "react-router-dom";
import { type Department, deleteDepartment, listDepartments } from "../../shared/departments/departments.contract";
import { NamedPerson } from "../organisation/NamedPerson";
import { RecordPage } from "../organisation/RecordPage";
import type { RecordColumn } from "../organisation/RecordTable";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Clip } from "../ui/signs/Clip";
import { DepartmentPanel } from "./DepartmentPanel";
import { asForest, foundDepartments, type PlacedDepartment } from "./departments.tree";
import classes from "./departments.module.css";

/** `/departments`: what belongs to what, who leads it, and how many people it has. */
export function DepartmentsPage() {
  const text = useText();
  const can = useCan();
  const open = useOpenRecord<Department>();
  const address = useListAddress("name");
  const { sought, sort } = address;
  const query = useEndpoint(listDepartments);
  const all = query.data?.data ?? [];
  return (
    <RecordPage<Department, PlacedDepartment>
      words={{
        title: text("title.departments"),
        add: text("department.new"),
        search: text("department.search"),
        none: text("department.none"),
        noneWhy: text("department.none.why"),
        failed: text("department.failed"),
      }}
      mayAdd={can("department-create")}
      address={address}
      query={query}
      // As a tree only where nothing is left out or put into another order.
      shown={(rows) => (sought || sort !== "name" ? foundDepartments(rows, sought, sort) : asForest(rows))}
      columns={useColumns()}
      nameOf={({ name }) => name}
      open={open}
      successors={all}
      remove={(id, successor_id) => call(deleteDepartment, { params: { id }, body: { successor_id } })}
    >
      <DepartmentPanel
        opened={open.edited !== undefined}
        department={open.edited ?? null}
        all={all}
        onClose={open.close}
      />
    </RecordPage>
  );
}

function useColumns(): RecordColumn<PlacedDepartment>[] {
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
              <Clip>{name}</Clip>
            </Link>
          ) : (
            <Clip>{name}</Clip>
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
      cell: ({ head }) => head && <NamedPerson person={head} />,
    },
    {
      key: "people",
      label: text("organisation.people"),
      sort: "employees",
      figure: true,
      onPhone: true,
      cell: ({ employee_count }) => number(employee_count),
    },
  ];
}
