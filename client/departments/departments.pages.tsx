import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type Department, deleteDepartment, listDepartments } from "../../shared/departments/departments.contract";
import { ListBody, ListLoading } from "../organisation/ListBody";
import { NamedPerson } from "../organisation/NamedPerson";
import { RecordMenu } from "../organisation/RecordMenu";
import { type RecordColumn, RecordTable } from "../organisation/RecordTable";
import { DeleteRecord } from "../organisation/DeleteRecord";
import { useListAddress } from "../organisation/useListAddress";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { SearchField } from "../ui/fields/SearchField";
import { PageHead, Toolbar } from "../ui/PageHead";
import { Clip } from "../ui/signs/Clip";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { DepartmentPanel } from "./DepartmentPanel";
import { asForest, foundDepartments, type PlacedDepartment } from "./departments.tree";
import classes from "./departments.module.css";

type Open = { what: "edit"; department: Department | null } | { what: "delete"; department: Department } | null;

/** `/departments`: what belongs to what, who leads it, and how many people it has. */
export function DepartmentsPage() {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const [open, setOpen] = useState<Open>(null);
  const query = useEndpoint(listDepartments);
  useFollowDirectory(query.data?.revision);
  const all = query.data?.data;
  const close = () => setOpen(null);
  const add = can("department-create") && (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setOpen({ what: "edit", department: null })}
    >
      {text("department.new")}
    </Button>
  );
  return (
    <>
      <PageHead title={text("title.departments")} sub={all && all.length > 0 ? number(all.length) : undefined}>
        {all?.length !== 0 && add}
      </PageHead>
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("department.failed")}>
        {({ data }) => <Departments all={data} add={add} onOpen={setOpen} />}
      </QueryBoundary>
      <DepartmentPanel
        opened={open?.what === "edit"}
        department={open?.what === "edit" ? open.department : null}
        all={all ?? []}
        onClose={close}
      />
      {open?.what === "delete" && (
        <DeleteRecord
          record={open.department}
          successors={all ?? []}
          remove={(successor_id) =>
            call(deleteDepartment, { params: { id: open.department.id }, body: { successor_id } })
          }
          onClose={close}
        />
      )}
    </>
  );
}

interface DepartmentsProps {
  all: readonly Department[];
  add: React.ReactNode;
  onOpen: (open: Open) => void;
}

function Departments({ all, add, onOpen }: DepartmentsProps) {
  const text = useText();
  const { sought, sort, seek, sortBy } = useListAddress("name");
  const columns = useColumns();
  if (all.length === 0) {
    return <EmptyState title={text("department.none")} text={text("department.none.why")} action={add} />;
  }
  // As a tree only where nothing is left out or put into another order.
  const shown = sought || sort !== "name" ? foundDepartments(all, sought, sort) : asForest(all);
  return (
    <>
      <Toolbar>
        <SearchField text={sought} label={text("department.search")} onChange={seek} />
      </Toolbar>
      <ListBody>
        {shown.length === 0 ? (
          <EmptyState title={text("organisation.nothingFound")} text={text("organisation.nothingFound.why")} />
        ) : (
          <RecordTable
            label={text("title.departments")}
            rows={shown}
            columns={columns}
            sort={sort}
            onSort={sortBy}
            actions={(department) => (
              <RecordMenu
                name={department.name}
                can={department.can}
                onEdit={() => onOpen({ what: "edit", department })}
                onDelete={() => onOpen({ what: "delete", department })}
              />
            )}
          />
        )}
      </ListBody>
    </>
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
