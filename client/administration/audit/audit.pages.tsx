import { listSecurityEvents } from "../../../shared/administration/audit/security-log.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { AuditTabs } from "./AuditTabs";
import { LogList, pageSize, logQueryOptions } from "./LogList";
import { SecurityTable } from "./SecurityTable";
import { toSecurityLogQuery, useSecurityFilter } from "./security-log.query";
import { securityKinds, securityOutcomes } from "../../../shared/kernel/security";
import { LogSelect, LogFilters, LogPersonSelect } from "./LogFilters";

export function SecurityLogPage() {
  const text = useText();
  const filters = useSecurityFilter();
  const { filter, page, narrowed, turnTo } = filters;
  const pageQuery = { ...toSecurityLogQuery(filter), page, per_page: pageSize };
  const query = useEndpoint(listSecurityEvents, { query: pageQuery }, logQueryOptions(page));
  const days = query.data?.kept_days;
  const title = text("title.securityLog");
  return (
    <>
      <PageHead title={text("title.auditList")} tabs={<AuditTabs />} sub={days && text("securityLog.kept", { days })} />
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

function SecurityFilters({ filter, set, clear, narrowed }: ReturnType<typeof useSecurityFilter>) {
  const text = useText();
  return (
    <LogFilters
      list={listSecurityEvents}
      query={toSecurityLogQuery(filter)}
      days={filter}
      onDays={set}
      narrowed={narrowed}
      clear={clear}
    >
      <LogPersonSelect label={text("securityLog.person")} value={filter.user} onChange={(user) => set({ user })} />
      <LogSelect
        searchable
        label={text("securityLog.column.kind")}
        value={filter.kind}
        onChange={(value) => set({ kind: securityKinds.find((one) => one === value) ?? null })}
        data={securityKinds.map((one) => ({ value: one, label: text(`securityLog.kind.${one}`) }))}
      />
      <LogSelect
        label={text("securityLog.column.outcome")}
        value={filter.outcome}
        onChange={(value) => set({ outcome: securityOutcomes.find((one) => one === value) ?? null })}
        data={securityOutcomes.map((one) => ({ value: one, label: text(`securityLog.outcome.${one}`) }))}
      />
    </LogFilters>
  );
}
