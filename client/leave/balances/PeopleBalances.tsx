import { ActionIcon, Select, TextInput } from "@mantine/core";
import { IconAdjustments, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { balancePeople } from "../../../shared/leave/leave-balance.contract";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useToday } from "../../platform/today";
import { Avatar } from "../../ui/signs/Avatar";
import { EmptyState } from "../../ui/states/EmptyState";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { AdjustDialog } from "./AdjustDialog";
import { BalancesExport } from "../LeaveExport";
import { LeaveSign } from "../LeaveSign";
import { LeaveTabs } from "../LeaveTabs";
import { LedgerDialog, type LedgerOf } from "./LedgerDialog";
import classes from "./PeopleBalances.module.css";

export type PersonBalances = ReplyOf<typeof balancePeople>["data"][number];

/** What everyone has left, for HR: each figure says why, and can be adjusted with a reason. */
export function PeopleBalances() {
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const present = Number(useToday().slice(0, 4));
  const year = Number(search.get("year")) || present;
  const q = search.get("q") ?? "";
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const query = useEndpoint(
    balancePeople,
    { query: { year, q, per_page: 200 } },
    { placeholderData: keepPreviousData },
  );
  const [asked, setAsked] = useState<LedgerOf | null>(null);
  const [adjusted, setAdjusted] = useState<PersonBalances | null>(null);
  return (
    <>
      <PageHead title={text("title.leave")} tabs={<LeaveTabs tab="balances" />} />
      <Toolbar>
        <TextInput
          size="xs"
          type="search"
          aria-label={text("balances.search")}
          placeholder={text("balances.search")}
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          value={q}
          onChange={(event) => set("q", event.currentTarget.value)}
        />
        <Select
          size="xs"
          allowDeselect={false}
          aria-label={text("balances.year")}
          value={String(year)}
          onChange={(value) => set("year", value === String(present) ? "" : (value ?? ""))}
          data={[present - 1, present, present + 1].map(String)}
        />
        <BalancesExport year={year} />
      </Toolbar>
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("balances.failed")}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title={text("balances.none")} />
            ) : (
              <Panel>
                <ul className={classes.rows}>
                  {data.map((row) => (
                    <Row key={row.person.id} row={row} year={year} onAsk={setAsked} onAdjust={() => setAdjusted(row)} />
                  ))}
                </ul>
              </Panel>
            )
          }
        </QueryBoundary>
      </div>
      <LedgerDialog of={asked} onClose={() => setAsked(null)} />
      <AdjustDialog row={adjusted} year={year} onClose={() => setAdjusted(null)} />
    </>
  );
}

interface RowProps {
  row: PersonBalances;
  year: number;
  onAsk: (of: LedgerOf) => void;
  onAdjust: () => void;
}

function Row({ row: { person, department, balances }, year, onAsk, onAdjust }: RowProps) {
  const text = useText();
  const { number } = useFormat();
  const nameOf = useNameOf();
  return (
    <li>
      <span className={classes.who}>
        <Avatar person={person} size={24} named />
        <span>
          <bdi>{person.fullname}</bdi>
          {department && <small>{department}</small>}
        </span>
      </span>
      <span className={classes.figures}>
        {balances.map(({ leave_type: leaveType, balance, waiting }) => (
          <button
            key={leaveType.id}
            type="button"
            data-below={balance < 0 || undefined}
            aria-label={text("ledger.why", { type: nameOf(leaveType), days: number(balance) })}
            onClick={() => onAsk({ userId: person.id, name: person.fullname, leaveType, year })}
          >
            <LeaveSign icon={leaveType.icon} />
            <bdi>{nameOf(leaveType)}</bdi>
            <b>{number(balance)}</b>
            {waiting !== 0 && <small>{text("balances.waiting", { days: number(-waiting) })}</small>}
          </button>
        ))}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.adjust}
        aria-label={text("balances.adjust", { name: person.fullname })}
        onClick={onAdjust}
      >
        <IconAdjustments size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}
