import { listSecurityEvents } from "../../shared/audit/security-log.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { PageHead } from "../ui/PageHead";
import { AuditTabs } from "./AuditTabs";
import { LogList, pageSize, readsLog } from "./LogList";
import { SecurityFilters } from "./SecurityFilters";
import { SecurityTable } from "./SecurityTable";
import { queryOf, useSecurityFilter } from "./security-log.query";

/** Who came in, who was refused, and what was changed about it. */
export function SecurityLogPage() {
  const text = useText();
  const filters = useSecurityFilter();
  const { filter, page, narrowed, turnTo } = filters;
  const asked = { ...queryOf(filter), page, per_page: pageSize };
  const query = useEndpoint(listSecurityEvents, { query: asked }, readsLog(page));
  const days = query.data?.kept_days;
  const title = text("title.securityLog");
  return (
    <>
      <PageHead title={title} tabs={<AuditTabs />} sub={days && text("securityLog.kept", { days })} />
      <SecurityFilters {...filters} />
      <LogList
        query={query}
        title={title}
        failed={text("securityLog.failed")}
        narrowed={narrowed}
        empty={{ title: text("securityLog.none"), text: text("securityLog.none.why") }}
        turnTo={turnTo}
      >
        {(events) => <SecurityTable events={events} />}
      </LogList>
    </>
  );
}
