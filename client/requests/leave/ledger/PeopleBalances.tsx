import { Button, Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { listBalancePeople } from "../../../../shared/requests/leave/ledger/balance.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { useEndpoint } from "../../../platform/query";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { useAddress } from "../../../platform/address/useAddress";
import { EmptyState } from "../../../ui/states/EmptyState";
import { PageHead, Toolbar } from "../../../ui/PageHead";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { AdjustDialog } from "./AdjustDialog";
import { BalanceTable } from "./BalanceTable";
import { LeaveSheet } from "../types/LeaveSheet";
import { LeaveTabs } from "../types/LeaveTabs";
import { LeavePagination } from "../LeavePagination";
import { LedgerDialog, type LedgerSubject } from "./LedgerDialog";
import classes from "./PeopleBalances.module.css";

export type PersonBalances = ReplyOf<typeof listBalancePeople>["data"][number];

export function PeopleBalances() {
  const text = useText();
  const { number } = useFormat();
  const [search, setSearch] = useAddress();
  const present = Number(useOrganizationToday().slice(0, 4));
  const year = Number(search.get("year")) || present;
  const q = search.get("q") ?? "";
  const left = search.get("left") === "true";
  const page = Number(search.get("page")) || 1;
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete("page");
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const query = useEndpoint(
    listBalancePeople,
    { query: { year, q, left: left || undefined, page, per_page: 200 } },
    { placeholderData: keepPreviousData },
  );
  const [ledgerSubject, setAsked] = useState<LedgerSubject | null>(null);
  const [adjusted, setAdjusted] = useState<PersonBalances | null>(null);
  return (
    <>
      <PageHead title={text("title.leave")} tabs={<LeaveTabs tab="balances" />}>
        <Button component={Link} to={paths.leaveBatch("list")} variant="subtle">
          {text("balanceBatch.history")}
        </Button>
        <Button component={Link} to={paths.leaveBatch("opening")} variant="subtle">
          {text("title.leaveOpening")}
        </Button>
        <Button component={Link} to={paths.leaveBatch("adjust")}>
          {text("balanceBatch.adjust")}
        </Button>
      </PageHead>
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
          data={[present - 1, present, present + 1].map((one) => ({
            value: String(one),
            label: number(one, { useGrouping: false }),
          }))}
        />
        <Select
          size="xs"
          allowDeselect={false}
          aria-label={text("balances.people")}
          value={left ? "true" : ""}
          onChange={(value) => set("left", value ?? "")}
          data={[
            { value: "", label: text("balances.people.active") },
            { value: "true", label: text("balances.people.left") },
          ]}
        />
        <LeaveSheet path="/leave/export/balances" query={{ year, q: q || null, left: left ? "true" : null }} />
      </Toolbar>
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("balances.failed")}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState title={text("balances.none")} />
            ) : (
              <>
                <BalanceTable rows={data} year={year} onAsk={setAsked} onAdjust={setAdjusted} />
                <LeavePagination
                  mt="md"
                  page={Math.min(page, meta.last_page)}
                  lastPage={meta.last_page}
                  onChange={(next) => set("page", next === 1 ? "" : String(next))}
                />
              </>
            )
          }
        </QueryBoundary>
      </div>
      <LedgerDialog of={ledgerSubject} onClose={() => setAsked(null)} />
      <AdjustDialog row={adjusted} year={year} onClose={() => setAdjusted(null)} />
    </>
  );
}
