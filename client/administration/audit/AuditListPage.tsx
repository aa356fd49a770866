import { listAuditChanges } from "../../../shared/administration/audit/audit-changes.contract";
import { auditKinds } from "../../../shared/administration/audit/audit-changes.rules";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { auditQueryOf, useAuditFilter } from "./audit-list.query";
import { AuditTable } from "./AuditTable";
import { AuditTabs } from "./AuditTabs";
import { LogSelect, LogFilters, LogPersonSelect } from "./LogFilters";
import { LogList, pageSize, logQueryOptions } from "./LogList";

export function AuditListPage() {
  const text = useText();
  const filters = useAuditFilter();
  const { filter, page, narrowed, turnTo } = filters;
  const pageQuery = { ...auditQueryOf(filter), page, per_page: pageSize };
  const query = useEndpoint(listAuditChanges, { query: pageQuery }, logQueryOptions(page));
  const title = text("title.auditList");
  return (
    <>
      <PageHead title={title} tabs={<AuditTabs />} />
      <Filters {...filters} />
      <LogList
        query={query}
        title={title}
        sub={text("audit.sub")}
        failed={text("audit.failed")}
        narrowed={narrowed}
        empty={{ title: text("audit.none"), text: text("audit.none.why") }}
        turnTo={turnTo}
      >
        {(changes) => <AuditTable changes={changes} />}
      </LogList>
    </>
  );
}

function Filters({ filter, set, clear, narrowed }: ReturnType<typeof useAuditFilter>) {
  const text = useText();
  return (
    <LogFilters
      list={listAuditChanges}
      query={auditQueryOf(filter)}
      days={filter}
      onDays={set}
      narrowed={narrowed}
      clear={clear}
    >
      <LogPersonSelect label={text("audit.column.actor")} value={filter.by} onChange={(by) => set({ by })} />
      <LogPersonSelect label={text("audit.column.subject")} value={filter.whose} onChange={(whose) => set({ whose })} />
      <LogSelect
        searchable
        label={text("audit.column.kind")}
        value={filter.kind}
        onChange={(value) => set({ kind: auditKinds.find((one) => one === value) ?? null })}
        data={auditKinds.map((one) => ({ value: one, label: text(`audit.kind.${one}`) }))}
      />
    </LogFilters>
  );
}
