import { type ReactNode, Suspense } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { editableUser, readUser } from "../../../shared/people/people/users.contract";
import { lazyScreenPart } from "../../ui/states/chunks";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { useCan } from "../../platform/session";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { EmployeeActions } from "./EmployeeActions";
import { SeatsInUse } from "./Seats";
import { useFollowDirectory } from "./useFollowDirectory";
import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Avatar } from "../../ui/signs/Avatar";
import type { EmployeeDetail } from "./people.slots";
import { EmployeeBadges } from "./EmployeeBadges";
import { PersonTabs } from "./PersonTabs";
import classes from "./EmployeeView.module.css";
import tones from "../../ui/layout/tones.module.css";
import flow from "../../ui/layout/flow.module.css";

const EmployeeCreate = lazyScreenPart(async () => (await import("./EmployeeForm")).EmployeeCreate);
const EmployeeEdit = lazyScreenPart(async () => (await import("./EmployeeForm")).EmployeeEdit);

export function EmployeeViewPage() {
  return <OnePerson id={Number(useParams().id)} />;
}

function OnePerson({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readUser, { params: { id } });
  useFollowDirectory(query.data?.data);
  useScreenTitle(query.data?.data.fullname);
  return (
    <QueryBoundary query={query} failed={text("people.failed.one")}>
      {({ data }) => (
        <EmployeeView employee={data}>
          <EmployeeActions employee={data} />
        </EmployeeView>
      )}
    </QueryBoundary>
  );
}

export function EmployeePage() {
  const text = useText();
  const { mode, id } = useParams();
  const can = useCan();
  if (mode === "view") return <OnePerson id={Number(id)} />;
  if (mode === "edit" && can("user-edit")) return <EditPerson id={Number(id)} />;
  if (mode !== "create" || !can("user-create")) return <Navigate to={paths.noSuchPage} replace />;
  return (
    <>
      <PageHead title={text("title.employeeNew")} sub={<SeatsInUse />} />
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <EmployeeCreate />
      </Suspense>
    </>
  );
}

function EditPerson({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(editableUser, { params: { id } });
  useFollowDirectory(query.data?.data);
  useScreenTitle(query.data?.data.fullname);
  return (
    <>
      <PageHead title={text("title.employeeEdit")} sub={query.data && <bdi>{query.data.data.fullname}</bdi>} />
      <QueryBoundary query={query} failed={text("people.failed.one")}>
        {({ data }) => (
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <EmployeeEdit key={data.id} employee={data} />
          </Suspense>
        )}
      </QueryBoundary>
    </>
  );
}

interface EmployeeViewProps {
  employee: EmployeeDetail;
  children?: ReactNode;
}

function EmployeeView({ employee, children }: EmployeeViewProps) {
  const text = useText();
  const { day } = useFormat();
  const can = useCan();
  const { fullname = "", position } = employee;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        {can(["user-list", "employee-list"]) && (
          <ActionIcon component={Link} to={paths.employees} className={classes.back} aria-label={text("inbox.back")}>
            <IconArrowLeft size={16} stroke={1.75} className="flip" aria-hidden />
          </ActionIcon>
        )}
        <Avatar person={{ ...employee, fullname }} size={40} hasVisibleName />
        <div className={classes.title}>
          <h1 tabIndex={-1} data-page-title>
            <bdi>{fullname}</bdi>
          </h1>
          {position && <bdi className="clip">{position.title}</bdi>}
        </div>
        <EmployeeBadges employee={employee} />
        {employee.invited_on && (
          <span className={tones.quietSmall}>
            {text("people.invitedOn", { day: day(employee.invited_on, "medium") })}
          </span>
        )}
        {employee.invited_until && (
          <span className={tones.quietSmall}>
            {text("people.invitedUntil", { day: day(employee.invited_until, "medium") })}
          </span>
        )}
        <span className={flow.grow} />
        {children}
      </header>
      <PersonTabs employee={employee} />
    </div>
  );
}
