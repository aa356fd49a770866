import type { Permission } from "../../../../shared/kernel/access";
import { Link, useSearchParams } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { useScreenTitle } from "../../../platform/screen-title";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useText } from "../../../platform/intl/useText";
import { useCan } from "../../../platform/session";
import { PageTabs } from "../../../ui/PageTabs";

interface Tab {
  key: LeaveTab;
  label: MessageId;
  permission?: Permission | readonly Permission[];
}

export type LeaveTab = "requests" | "types" | "team" | "holidays" | "balances";

const leaveTabs: readonly Tab[] = [
  { key: "requests", label: "leave.tab.requests" },
  { key: "types", label: "leave.tab.types" },
  { key: "team", label: "leave.tab.team" },
  { key: "holidays", label: "leave.tab.holidays" },
  { key: "balances", label: "leave.tab.balances", permission: "leave-balance-edit" },
];

/** The tab in the URL if the user may open it, otherwise the first. */
export function useLeaveTab(): LeaveTab {
  const [search] = useSearchParams();
  const can = useCan();
  const tab = leaveTabs.find(({ key }) => key === search.get("tab"));
  const allowed = tab && (tab.permission === undefined || can(tab.permission));
  return allowed ? tab.key : "requests";
}

export function LeaveTabs({ tab }: { tab: LeaveTab }) {
  const text = useText();
  useScreenTitle(text(`leave.tab.${tab}`));
  const can = useCan();
  const permittedTabs = leaveTabs.filter(({ permission }) => permission === undefined || can(permission));
  return (
    <PageTabs label={text("leave.tabs")}>
      {permittedTabs.map(({ key, label }) => (
        <Link
          key={key}
          to={key === "requests" ? paths.leaves : paths.leaveTab(key)}
          aria-current={key === tab ? "page" : undefined}
        >
          {text(label)}
        </Link>
      ))}
    </PageTabs>
  );
}
