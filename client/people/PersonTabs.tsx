import { Suspense } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { listPersonFiles } from "../../shared/people/person-files.contract";
import { userHistory } from "../../shared/people/user-history.contract";
import { useSeesLeave } from "../leave/balances/useSeesLeave";
import type { MessageId } from "../platform/intl/catalogues";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan, useCurrentUser } from "../platform/session";
import { PageTabs } from "../ui/PageTabs";
import { lazyPart } from "../ui/states/chunks";
import { SkeletonRows } from "../ui/states/Skeleton";
import type { EmployeeDetail } from "./EmployeeFacts";
import { EmployeeHistory } from "./EmployeeHistory";
import { EmployeeRecord } from "./EmployeeRecord";
import { PersonFiles } from "./files/PersonFiles";
import { type PersonParts, type PersonTab, tabOf, tabsOf } from "./person-tabs";

const PerformanceTab = lazyPart(async () => (await import("../profile/PerformanceTab")).PerformanceTab);

const PersonLeaveTab = lazyPart(async () => (await import("../leave/list/PersonLeaveTab")).PersonLeaveTab);
const PersonTimeTab = lazyPart(async () => (await import("../time/PersonTimeTab")).PersonTimeTab);

const labels: Record<PersonTab, MessageId> = {
  overview: "profile.tab.overview",
  performance: "people.tab.performance",
  leave: "people.tab.leave",
  time: "people.tab.time",
  history: "people.history",
  documents: "personFiles.title",
};

/** What is known of somebody, tab by tab; the address says which. */
export function PersonTabs({ employee }: { employee: EmployeeDetail }) {
  const text = useText();
  const { number } = useFormat();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const parts = usePersonParts(employee);
  const shown = tabOf(search.get("tab"), parts);
  const tabs = tabsOf(parts);
  const toTab = (tab: PersonTab) => (tab === "overview" ? pathname : `${pathname}?tab=${tab}`);
  const countOf = (tab: PersonTab) => (tab === "history" || tab === "documents" ? parts[tab] : null);
  return (
    <>
      {tabs.length > 1 && (
        <PageTabs label={text("people.tabs")} line>
          {tabs.map((tab) => (
            <Link key={tab} to={toTab(tab)} aria-current={tab === shown ? "page" : undefined}>
              {text(labels[tab])}
              {Boolean(countOf(tab)) && <span>{number(countOf(tab) ?? 0)}</span>}
            </Link>
          ))}
        </PageTabs>
      )}
      {shown === "overview" && <EmployeeRecord employee={employee} toHistory={toTab("history")} />}
      <Suspense key={employee.id} fallback={<SkeletonRows rows={6} />}>
        {shown === "performance" && <PerformanceTab id={employee.id} />}
        {shown === "leave" && <PersonLeaveTab userId={employee.id} managers={employee.managers} />}
        {shown === "time" && <PersonTimeTab userId={employee.id} />}
      </Suspense>
      {shown === "history" && <EmployeeHistory id={employee.id} />}
      {shown === "documents" && <PersonFiles id={employee.id} />}
    </>
  );
}

function usePersonParts(employee: EmployeeDetail): PersonParts {
  const me = useCurrentUser();
  const can = useCan();
  const own = employee.id === me.id;
  const leave = useSeesLeave(employee.id, employee.managers).requests && !employee.external;
  const path = { params: { id: employee.id } };
  const history = useEndpoint(userHistory, path, { enabled: can("user-view") });
  // Whoever reads the salary reads the files: the person, and those who look after records.
  const documents = useEndpoint(listPersonFiles, path, { enabled: "salary" in employee });
  return {
    performance: own || (employee.managers ?? []).some(({ id }) => id === me.id),
    leave,
    time: can("time-tracking-list") && (own || can("time-tracking-all")),
    history: history.isPending ? null : (history.data?.data.length ?? 0),
    documents: "salary" in employee ? (documents.data?.data.personFiles.length ?? null) : undefined,
  };
}
