import { Suspense } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { listPersonFiles } from "../../../shared/people/people/person-files.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import { PageTabs } from "../../ui/PageTabs";
import { lazyScreenPart } from "../../ui/states/chunks";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { EmployeeRecord } from "./EmployeeRecord";
import { PersonFiles } from "./files/PersonFiles";
import { type EmployeeDetail, type EmployeeTab, employeeParts, type TabState } from "./people.slots";

const PersonTimeTab = lazyScreenPart(async () => (await import("../../work/time/PersonTimeTab")).PersonTimeTab);

const ownTabs: readonly EmployeeTab[] = [
  {
    key: "time",
    label: "people.tab.time",
    order: 3,
    useTab: ({ id }) => {
      const can = useCan();
      const own = id === useCurrentUser().id;
      return { available: can("time-tracking-list") && (own || can("time-tracking-all")) };
    },
    Tab: ({ employee }) => <PersonTimeTab userId={employee.id} />,
  },
  {
    key: "documents",
    label: "personFiles.title",
    order: 5,
    useTab: (employee) => {
      // Users who may read the salary may also read files: the employee and record managers. The tab is shown when empty, because the first
      // file is added there.
      const available = "salary" in employee;
      const files = useEndpoint(listPersonFiles, { params: { id: employee.id } }, { enabled: available });
      return { available, count: files.data?.data.personFiles.length ?? null };
    },
    Tab: ({ employee }) => <PersonFiles id={employee.id} />,
  },
];

/** The tab in the URL, if it is available or its content is still loading; undefined for the overview. */
export const selectedTab = <Tab extends TabState & { key: string }>(
  key: string | null,
  tabs: readonly Tab[],
): Tab | undefined => tabs.find((tab) => tab.key === key && tab.available !== false);

/** The tabs of an employee's page; the overview has no value in the URL. */
export function PersonTabs({ employee }: { employee: EmployeeDetail }) {
  const text = useText();
  const { number } = useFormat();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const tabs = useTabs(employee);
  const available = tabs.filter((tab) => tab.available === true);
  const currentTab = selectedTab(search.get("tab"), tabs);
  const toTab = (key: string) => `${pathname}?tab=${key}`;
  return (
    <>
      {available.length > 0 && (
        <PageTabs label={text("people.tabs")} line>
          <Link to={pathname} aria-current={currentTab ? undefined : "page"}>
            {text("profile.tab.overview")}
          </Link>
          {available.map(({ key, label, count }) => (
            <Link key={key} to={toTab(key)} aria-current={key === currentTab?.key ? "page" : undefined}>
              {text(label)}
              {Boolean(count) && <span>{number(count ?? 0)}</span>}
            </Link>
          ))}
        </PageTabs>
      )}
      {currentTab ? (
        <Suspense key={employee.id} fallback={<SkeletonRows rows={6} />}>
          <currentTab.Tab employee={employee} />
        </Suspense>
      ) : (
        <EmployeeRecord employee={employee} toTab={toTab} />
      )}
    </>
  );
}

/** The tabs are the same on each render, so they may call hooks. */
function useTabs(employee: EmployeeDetail) {
  return [...ownTabs, ...employeeParts().tabs]
    .toSorted((a, b) => a.order - b.order)
    .map((tab) => ({ ...tab, ...tab.useTab(employee) }));
}
