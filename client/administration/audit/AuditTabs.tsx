import { Link, useLocation } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { PageTabs } from "../../ui/PageTabs";

export function AuditTabs() {
  const text = useText();
  const { pathname } = useLocation();
  const tabs = [
    [paths.auditList, text("audit.tab.changes")],
    [paths.securityLog, text("audit.tab.access")],
  ] as const;
  return (
    <PageTabs label={text("audit.logs")}>
      {tabs.map(([to, label]) => (
        <Link key={to} to={to} aria-current={pathname === to ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </PageTabs>
  );
}
