import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { listBalanceBatches } from "../../../../../shared/requests/leave/ledger/batches.contract";
import { Message, useText } from "../../../../platform/intl/useText";
import { useAddress } from "../../../../platform/address/useAddress";
import { paths } from "../../../../platform/paths";
import { useEndpoint } from "../../../../platform/query";
import { PageHead } from "../../../../ui/PageHead";
import { Panel } from "../../../../ui/Panel";
import { DayLabel } from "../../../../ui/signs/DayLabel";
import { EmptyState } from "../../../../ui/states/EmptyState";
import { QueryBoundary } from "../../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../../ui/states/Skeleton";
import { LeavePagination } from "../../LeavePagination";
import classes from "./Batches.module.css";
import { useBatchTexts } from "./useBatchTexts";

export function BalanceBatches() {
  const text = useText();
  const { titleOf } = useBatchTexts();
  const [search, setSearch] = useAddress();
  const page = Number(search.get("page")) || 1;
  const query = useEndpoint(
    listBalanceBatches,
    { query: { page, per_page: 50 } },
    { placeholderData: keepPreviousData },
  );
  const showPage = (next: number) =>
    setSearch((now) => {
      const params = new URLSearchParams(now);
      if (next === 1) params.delete("page");
      else params.set("page", String(next));
      return params;
    });
  return (
    <>
      <PageHead title={text("title.leaveBatches")}>
        <Button component={Link} to={paths.leaveBatch("opening")}>
          {text("title.leaveOpening")}
        </Button>
        <Button component={Link} to={paths.leaveBatch("adjust")} variant="filled">
          {text("balanceBatch.adjust")}
        </Button>
      </PageHead>
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={5} />} failed={text("balanceBatch.failed")}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState title={text("balanceBatch.none")} text={text("balanceBatch.none.why")} />
            ) : (
              <>
                <Panel>
                  <ul className={classes.list}>
                    {data.map((batch) => (
                      <li key={batch.id}>
                        <Link to={paths.leaveBatch("view", batch.id)}>{titleOf(batch)}</Link>
                        {batch.undone && <span className={classes.undone}>{text("balanceBatch.undone")}</span>}
                        <span className={classes.more}>
                          <bdi>{batch.note}</bdi>
                          {" · "}
                          <Message
                            id="ledger.by"
                            values={{
                              name: <bdi>{batch.created_by?.fullname ?? text("balanceBatch.formerUser")}</bdi>,
                              day: <DayLabel value={batch.at} style="medium" />,
                            }}
                          />
                        </span>
                      </li>
                    ))}
                  </ul>
                </Panel>
                <LeavePagination
                  mt="md"
                  page={Math.min(page, meta.last_page)}
                  lastPage={meta.last_page}
                  onChange={showPage}
                />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}
