import { Button } from "@mantine/core";
import { Navigate, Link, useParams } from "react-router-dom";
import { type LeaveType, readLeaveType } from "../../../../shared/requests/leave/types/types.contract";
import { paths } from "../../../platform/paths";
import { useScreenTitle } from "../../../platform/screen-title";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import classes from "./LeaveTypeForm.module.css";
import { AllowanceRulesPage } from "./AllowanceRules";
import { LeaveTypeForm } from "./LeaveTypeForm";
import { useLeaveTypeTexts } from "./useLeaveTypeTexts";
import { useLeaveTexts } from "./useLeaveTexts";

export function LeaveTypePage() {
  const { mode, id } = useParams();
  const can = useCan();
  if (mode === "rules") {
    return can("leave-type-edit") ? (
      <AllowanceRulesPage id={Number(id)} />
    ) : (
      <Navigate to={paths.leaveTab("types")} replace />
    );
  }
  if (mode !== "create") return <OneType id={Number(id)} editing={mode === "edit"} />;
  return can("leave-type-edit") ? <LeaveTypeForm type={null} /> : <Navigate to={paths.leaveTab("types")} replace />;
}

function OneType({ id, editing }: { id: number; editing: boolean }) {
  const text = useText();
  const nameOf = useNameOf();
  const query = useEndpoint(readLeaveType, { params: { id } });
  useScreenTitle(query.data && nameOf(query.data.data));
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("leaveType.failed")}>
      {({ data: type }) => (editing && type.can.edit ? <LeaveTypeForm type={type} /> : <TypeView type={type} />)}
    </QueryBoundary>
  );
}

function TypeView({ type }: { type: LeaveType }) {
  const text = useText();
  const { datesOf, figureOf } = useLeaveTexts();
  const { rulesOf } = useLeaveTypeTexts();
  const nameOf = useNameOf();
  return (
    <>
      <PageHead title={nameOf(type)}>
        {type.can.edit && (
          <Button component={Link} to={paths.leaveType("edit", type.id)} variant="filled">
            {text("action.edit")}
          </Button>
        )}
      </PageHead>
      <div className={classes.page}>
        <Panel padded>
          <dl className={classes.facts}>
            <dt>{text(type.unit === "hours" ? "leaveType.hours" : "leaveType.days")}</dt>
            <dd>
              {type.days_female === type.days_male || type.gender !== null
                ? figureOf(type.gender === "male" ? type.days_male : type.days_female, type.unit)
                : text("leaveType.daysOfBoth", {
                    female: figureOf(type.days_female, type.unit),
                    male: figureOf(type.days_male, type.unit),
                  })}
            </dd>
            <dt>{text("leaveType.counting")}</dt>
            <dd>{text(`leaveType.counting.${type.counting}`)}</dd>
            <dt>{text("leaveType.rules")}</dt>
            <dd>{rulesOf(type) || text("leaveType.rules.none")}</dd>
            {type.blocks.map((block) => (
              <div key={`${block.start_date} ${block.end_date}`}>
                <dt>{text(block.stop ? "leaveType.block.stop" : "leaveType.block.warn")}</dt>
                <dd>
                  {datesOf(block)} {block.note && <bdi>{block.note}</bdi>}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
    </>
  );
}
