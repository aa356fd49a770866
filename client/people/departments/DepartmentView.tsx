import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type CSSProperties, Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import {
  type DepartmentPage,
  deleteDepartment,
  selectDepartments,
  singleDepartment,
} from "../../../shared/people/departments/departments.contract";
import { DeleteRecord } from "../../ui/records/DeleteRecord";
import { useFollowStream } from "../../platform/live/useFollowStream";
import { useDirectoryStream } from "../organization/useDirectoryStream";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { useCan } from "../../platform/session";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { Money } from "../../ui/signs/Money";
import { toneColor } from "../../ui/signs/tones";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { SidePanel } from "../../ui/records/SidePanel";
import { DepartmentForm } from "./DepartmentForm";
import classes from "./departments.module.css";
import { departmentPanels } from "./departments.slots";

export function DepartmentViewPage() {
  const text = useText();
  const query = useEndpoint(singleDepartment, { params: { id: Number(useParams().id) } });
  useFollowStream(useDirectoryStream(), query.data?.data);
  useScreenTitle(query.data?.data.name);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("department.failed")}>
      {({ data }) => <View department={data} />}
    </QueryBoundary>
  );
}

function View({ department }: { department: DepartmentPage }) {
  const text = useText();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const departments = useEndpoint(selectDepartments, {}, { enabled: open === "delete" });
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
          <Suspense>
            {departmentPanels.entries.map(({ Panel: Part }, at) => (
              <Part key={at} departmentId={department.id} />
            ))}
          </Suspense>
        </div>
        <div>
          <Budget budget={department.budget} />
          <SubDepartments department={department} />
          <Projects projects={department.projects} />
        </div>
      </div>
      <SidePanel opened={open === "edit"} title={department.name} onClose={() => setOpen(null)}>
        <DepartmentForm department={department} onClose={() => setOpen(null)} />
      </SidePanel>
      {open === "delete" && (
        <DeleteRecord
          record={department}
          successors={departments.data?.data ?? []}
          reads={[departments]}
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
    <Panel title={text("organization.people")} count={number(people.length)}>
      {people.length === 0 ? (
        <EmptyState title={text("department.nobody")} text={text("department.nobody.why")} />
      ) : (
        <ul className={classes.rows}>
          {people.map((person) => (
            <li key={person.id}>
              <Avatar person={person} size={28} hasVisibleName />
              <span className={classes.person}>
                {can("user-view") ? (
                  <Link to={paths.employeeView(person.id)}>
                    <TruncatedName>{person.fullname}</TruncatedName>
                  </Link>
                ) : (
                  <TruncatedName>{person.fullname}</TruncatedName>
                )}
                {person.position && <bdi>{person.position}</bdi>}
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
        {(["amount", "spent", "committed", "waiting", "left"] as const).map((part) => (
          <div key={part} style={{ display: "contents" }}>
            <dt>{text(`department.budget.${part}`)}</dt>
            <dd>
              <Money amount={budget[part]} currency={budget.currency} />
            </dd>
          </div>
        ))}
        {budget.owner && (
          <div style={{ display: "contents" }}>
            <dt>{text("department.budget.owner")}</dt>
            <dd>
              <bdi>{budget.owner.fullname}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

function SubDepartments({ department: { below } }: { department: DepartmentPage }) {
  const text = useText();
  if (below.length === 0) return null;
  return (
    <Panel title={text("department.below")}>
      <ul className={classes.rows}>
        {below.map(({ id, name, employee_count }) => (
          <li key={id}>
            <Link to={paths.department(id)}>
              <TruncatedName>{name}</TruncatedName>
            </Link>
            <small>{text("organization.uses.people", { count: employee_count })}</small>
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
              <TruncatedName>{title}</TruncatedName>
            </Link>
            <small className="key">{code}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
