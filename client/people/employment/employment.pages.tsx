import { useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import { type EmploymentChange, readChange } from "../../../shared/people/employment/employment.contract";
import { readLeaving } from "../../../shared/people/employment/leaving.contract";
import { editableUser } from "../../../shared/people/people/users.contract";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { LeavingWizard } from "./LeavingWizard";
import { PromotionForm } from "./PromotionForm";

const modes = ["create", "view", "edit"];

/** `/employees/promotion/{create | view | edit}/{id?}`: the id is the employee's for `create`, otherwise the change's. */
export function PromotionPage() {
  const { mode = "", id } = useParams();
  if (!modes.includes(mode) || !id) return <Navigate to={paths.noSuchPage} replace />;
  if (mode === "create") return <Promotion userId={Number(id)} />;
  return <PlannedPromotion id={Number(id)} view={mode === "view"} />;
}

function PlannedPromotion({ id, view }: { id: number; view: boolean }) {
  const text = useText();
  const query = useEndpoint(readChange, { params: { id } });
  return (
    <QueryBoundary query={query} failed={text("people.failed.one")}>
      {({ data }) => <Promotion userId={data.user_id} change={data} view={view || data.status !== "planned"} />}
    </QueryBoundary>
  );
}

interface PromotionProps {
  userId: number;
  change?: EmploymentChange;
  view?: boolean;
}

function Promotion({ userId, change, view = false }: PromotionProps) {
  const text = useText();
  const query = useEndpoint(editableUser, { params: { id: userId } });
  useFollowDirectory(query.data?.data);
  useScreenTitle(query.data?.data.fullname);
  return (
    <>
      <PageHead title={text("title.promotion")} sub={query.data && <bdi>{query.data.data.fullname}</bdi>} />
      <QueryBoundary query={query} failed={text("people.failed.one")}>
        {({ data }) => (
          <PromotionForm
            key={`${data.id}.${change?.id ?? "new"}`}
            employee={data}
            change={change}
            view={view || !data.can.change_employment}
          />
        )}
      </QueryBoundary>
    </>
  );
}

/** `/employees/terminate/{create | view | edit}/{id?}`: the id is the employee's for `create`, otherwise the plan's. */
export function TerminationPage() {
  const { mode = "", id } = useParams();
  if (!modes.includes(mode) || !id) return <Navigate to={paths.noSuchPage} replace />;
  if (mode === "create") return <Leaver userId={Number(id)} />;
  return <PlannedLeaver id={Number(id)} view={mode === "view"} />;
}

function PlannedLeaver({ id, view }: { id: number; view: boolean }) {
  const text = useText();
  const query = useEndpoint(readChange, { params: { id } });
  return (
    <QueryBoundary query={query} failed={text("people.failed.one")}>
      {({ data }) => <Leaver userId={data.user_id} view={view || data.status !== "planned"} />}
    </QueryBoundary>
  );
}

function Leaver({ userId, view = false }: { userId: number; view?: boolean }) {
  const text = useText();
  const person = useEndpoint(editableUser, { params: { id: userId } });
  const leaving = useEndpoint(readLeaving, { params: { id: userId } });
  useFollowDirectory(person.data?.data);
  // When another user replaces the plan, the form stays editable and offers the new one.
  const [isReadOnly] = useState(view);
  useScreenTitle(person.data?.data.fullname);
  return (
    <QueryBoundary query={person} failed={text("people.failed.one")}>
      {({ data: employee }) => (
        <QueryBoundary query={leaving} failed={text("people.failed.one")}>
          {({ data }) => <LeavingWizard key={employee.id} employee={employee} leaving={data} view={isReadOnly} />}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}
