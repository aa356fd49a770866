import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type CSSProperties, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import {
  type DepartmentPage,
  deleteDepartment,
  listDepartments,
  singleDepartment,
} from "../../shared/departments/departments.contract";
import { DeleteRecord } from "../organisation/DeleteRecord";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useScreenTitle } from "../platform/screen-title";
import { useCan } from "../platform/session";
import { PageHead } from "../ui/PageHead";
import { Panel } from "../ui/Panel";
import { Avatar } from "../ui/signs/Avatar";
import { Clip } from "../ui/signs/Clip";
import { Money } from "../ui/signs/Money";
import { toneColor } from "../ui/signs/tones";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { DepartmentLeave } from "./DepartmentLeave";
import { DepartmentPanel } from "./DepartmentPanel";
import classes from "./departments.module.css";

/** `/departments/7/view`: who is in it, what is below it, what it works on, and what it has left to spend. */
export function DepartmentViewPage() {
  const text = useText();
  const query = useEndpoint(singleDepartment, { params: { id: Number(useParams().id) } });
  useFollowDirectory(query.data?.data.revision);
  useScreenTitle(query.data?.data.name);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("department.failed")}>
      {({ data }) => <View department={data} />}
    </QueryBoundary>
  );
}

function View({ department }: { department: DepartmentPage }) {
  const text = useText();
  const can = useCan();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const all = useEndpoint(listDepartments, {}, { enabled: can("department-list") }).data?.data ?? [];
  return (
    <>
      {department.above.length > 0 && (
        <nav className={classes.path} aria-label={text("department.parent")}>
          {department.above.map(({ id, name }) => (
            <span key={id}>
              <Link to={paths.department(id)}>
                <bdi>{name}</bdi>
              </Link>{" "}
              <IconChevronRight size={12} stroke={1.75} className="flip" aria-hidden />
            </span>
          ))}
        </nav>
      )}
      <PageHead title={department.name} sub={department.code ?? undefined}>
        {department.can.delete && (
          <Button variant="subtle" color="gray" onClick={() => setOpen("delete")}>
            {text("action.delete")}
          </Button>
        )}
        {department.can.edit && <Button onClick={() => setOpen("edit")}>{text("action.edit")}</Button>}
      </PageHead>
      <div className={classes.page}>
        <div>
          <People department={department} />
          <DepartmentLeave id={department.id} />
        </div>
        <div>
          <Budget budget={department.budget} />
          <Below department={department} />
          <Projects projects={department.projects} />
        </div>
      </div>
      <DepartmentPanel opened={open === "edit"} department={department} all={all} onClose={() => setOpen(null)} />
      {open === "delete" && (
        <DeleteRecord
          record={department}
          successors={all}
          remove={(successor_id) => call(deleteDepartment, { params: { id: department.id }, body: { successor_id } })}
          onClose={() => setOpen(null)}
          onDeleted={() => void navigate(paths.departments, { replace: true })}
        />
      )}
    </>
  );
}

function People({ department: { people, head } }: { department: DepartmentPage }) {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  return (
    <Panel title={text("organisation.people")} count={number(people.length)}>
      {people.length === 0 ? (
        <EmptyState title={text("department.nobody")} text={text("department.nobody.why")} />
      ) : (
        <ul className={classes.rows}>
          {people.map((person) => (
            <li key={person.id}>
              <Avatar person={person} size={28} named />
              <span className={classes.person}>
                {can("user-view") ? (
                  <Link to={paths.employeeView(person.id)}>
                    <Clip>{person.fullname}</Clip>
                  </Link>
                ) : (
                  <Clip>{person.fullname}</Clip>
                )}
                {person.position && <span>{person.position}</span>}
              </span>
              {(person.id === head?.id || person.external) && (
                <small>{text(person.external ? "department.external" : "department.head")}</small>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Budget({ budget }: { budget: DepartmentPage["budget"] }) {
  const text = useText();
  if (!budget) return null;
  return (
    <Panel title={text("department.budget")} padded>
      <dl className={classes.facts}>
        {(["amount", "spent", "waiting", "left"] as const).map((part) => (
          <div key={part} style={{ display: "contents" }}>
            <dt>{text(`department.budget.${part}`)}</dt>
            <dd>
              <Money amount={budget[part]} currency={budget.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Below({ department: { below } }: { department: DepartmentPage }) {
  const text = useText();
  if (below.length === 0) return null;
  return (
    <Panel title={text("department.below")}>
      <ul className={classes.rows}>
        {below.map(({ id, name, employee_count }) => (
          <li key={id}>
            <Link to={paths.department(id)}>
              <Clip>{name}</Clip>
            </Link>
            <small>{text("organisation.uses.people", { count: employee_count })}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Projects({ projects }: { projects: DepartmentPage["projects"] }) {
  const text = useText();
  if (projects.length === 0) return null;
  return (
    <Panel title={text("title.projects")}>
      <ul className={classes.rows}>
        {projects.map(({ id, title, code, color }) => (
          <li key={id} style={{ "--dot": toneColor(color) } as CSSProperties}>
            <i className={classes.dot} aria-hidden />
            <Link to={paths.board(id)}>
              <Clip>{title}</Clip>
            </Link>
            <small className="key">{code}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
