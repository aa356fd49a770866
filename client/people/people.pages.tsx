import { Suspense } from "react";
import { Navigate, useParams } from "react-router-dom";
import { editableUser, readUser } from "../../shared/people/users.contract";
import { lazyPart } from "../ui/states/chunks";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useScreenTitle } from "../platform/screen-title";
import { useCan } from "../platform/session";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { EmployeeActions } from "./EmployeeActions";
import { EmployeeView } from "./EmployeeView";
import { SeatsInUse } from "./Seats";
import { useFollowDirectory } from "./useFollowDirectory";

const EmployeeCreate = lazyPart(async () => (await import("./EmployeeForm")).EmployeeCreate);
const EmployeeEdit = lazyPart(async () => (await import("./EmployeeForm")).EmployeeEdit);

/** One person, as far as one may read of them. */
export function EmployeeViewPage() {
  return <OnePerson id={Number(useParams().id)} />;
}

function OnePerson({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readUser, { params: { id } });
  useFollowDirectory(query.data?.data.revision);
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

/** `/employees/{create | view | edit}/{id?}` */
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
