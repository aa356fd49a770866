import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { recentActivity } from "../../shared/activity/activity.contract";
import { ActivityFeed } from "../activity/ActivityFeed";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { EmptyState } from "../ui/states/EmptyState";
import { ErrorState } from "../ui/states/ErrorState";
import { Panel } from "../ui/Panel";
import { SkeletonRows } from "../ui/states/Skeleton";
import classes from "./ProjectView.module.css";

const step = 15;
const most = 100; // what the call gives at once

/** The latest of its history, live. */
export function ProjectActivity({ projectId }: { projectId: number }) {
  const text = useText();
  const [count, setCount] = useState(step);
  const query = useEndpoint(
    recentActivity,
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
      {items && items.length >= count && count < most && (
        <div className={classes.more}>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={query.isPlaceholderData}
            onClick={() => setCount(Math.min(most, count + step * 2))}
          >
            {text("projects.activity.more")}
          </Button>
        </div>
      )}
    </Panel>
  );
}
