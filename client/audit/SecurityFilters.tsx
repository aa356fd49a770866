import { listSecurityEvents } from "../../shared/audit/security-log.contract";
import { securityKinds, securityOutcomes } from "../../shared/kernel/security";
import { useText } from "../platform/intl/useText";
import { Choice, LogFilters, PersonChoice } from "./LogFilters";
import { queryOf, type useSecurityFilter } from "./security-log.query";

/** Of whom, what, how it ended, and when. */
export function SecurityFilters({ filter, set, clear, narrowed }: ReturnType<typeof useSecurityFilter>) {
  const text = useText();
  return (
    <LogFilters
      list={listSecurityEvents}
      query={queryOf(filter)}
      name="security-log"
      days={filter}
      onDays={set}
      narrowed={narrowed}
      clear={clear}
    >
      <PersonChoice label={text("securityLog.person")} value={filter.user} onChange={(user) => set({ user })} />
      <Choice
        searchable
        label={text("securityLog.column.kind")}
        value={filter.kind}
        onChange={(value) => set({ kind: securityKinds.find((one) => one === value) ?? null })}
        data={securityKinds.map((one) => ({ value: one, label: text(`securityLog.kind.${one}`) }))}
      />
      <Choice
        label={text("securityLog.column.outcome")}
        value={filter.outcome}
        onChange={(value) => set({ outcome: securityOutcomes.find((one) => one === value) ?? null })}
        data={securityOutcomes.map((one) => ({ value: one, label: text(`securityLog.outcome.${one}`) }))}
      />
    </LogFilters>
  );
}
