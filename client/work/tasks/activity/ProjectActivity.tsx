import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { listRecentActivity } from "../../../../shared/work/activity/activity.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { Panel } from "../../../ui/Panel";
import { EmptyState } from "../../../ui/states/EmptyState";
import { ErrorState } from "../../../ui/states/ErrorState";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { ActivityFeed } from "./ActivityFeed";
import classes from "./ActivityFeed.module.css";

const step = 15;
const maxEntries = 100; // maximum page size of the endpoint

export function ProjectActivity({ projectId }: { projectId: number }) {
  const text = useText();
  const [count, setCount] = useState(step);
  const query = useEndpoint(
    listRecentActivity,
    { query: { project_id: projectId, per_page: count } },
    { placeholderData: keepPreviousData },
  );
  const items = query.data?.data;
  return (
    <Panel title={text("projects.activity")}>
      {query.isPending && <SkeletonRows rows={6} height={28} />}
      {query.error && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {items?.length === 0 && (
        <EmptyState title={text("projects.activity.none")} text={text("projects.activity.none.why")} />
      )}
      {items && items.length > 0 && <ActivityFeed items={items} />}
      {items && items.length >= count && count < maxEntries && (
        <div className={classes.moreActivity}>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={query.isPlaceholderData}
            onClick={() => setCount(Math.min(maxEntries, count + step * 2))}
          >
            {text("projects.activity.more")}
          </Button>
        </div>
      )}
    </Panel>
  );
}
