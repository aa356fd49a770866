import type { Permission } from "../../../shared/kernel/access";
import { NavLink } from "react-router-dom";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useCan } from "../../platform/session";
import { PageTabs } from "../../ui/PageTabs";

const views: readonly { label: MessageId; to: string; permission?: Permission }[] = [
  // Users may always see their own figures, so this view needs no permission.
  { label: "analytics.view.user", to: paths.analyticsUser() },
  { label: "analytics.view.task", to: paths.analyticsTask(), permission: "analytics-task-list" },
  { label: "analytics.view.project", to: paths.analyticsProject(), permission: "analytics-project-list" },
  { label: "analytics.view.department", to: paths.analyticsDepartment, permission: "analytics-department-list" },
];

export function AnalyticsTabs() {
  const text = useText();
  const can = useCan();
  return (
    <PageTabs label={text("analytics.views")}>
      {views
        .filter(({ permission }) => permission === undefined || can(permission))
        .map(({ label, to }) => (
          <NavLink key={to} to={to}>
            {text(label)}
          </NavLink>
        ))}
    </PageTabs>
  );
}
