import { recentActivity } from "../../shared/activity/activity.contract";
import { ActivityFeed } from "../activity/ActivityFeed";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import type { Project } from "../../shared/projects/projects.contract";
import { EmptyState } from "../ui/states/EmptyState";
import { ErrorState } from "../ui/states/ErrorState";
import { Panel } from "../ui/Panel";
import { SkeletonRows } from "../ui/states/Skeleton";
import { TagChip } from "../ui/signs/TagChip";

const latest = 14;

/** What others and oneself did in the projects one is in. */
export function Lately({ projects }: { projects: readonly Project[] | undefined }) {
  const text = useText();
  const query = useEndpoint(recentActivity, { query: { per_page: latest } });
  const items = query.data?.data;
  const byId = new Map(projects?.map((project) => [project.id, project]));
  return (
    <Panel title={text("dashboard.lately")}>
      {query.isPending && <SkeletonRows rows={6} height={28} />}
      {query.error && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {items?.length === 0 && (
        <EmptyState title={text("dashboard.lately.none")} text={text("dashboard.lately.none.why")} />
      )}
      {items && items.length > 0 && (
        <ActivityFeed
          items={items}
          placeOf={({ project_id }) => {
            const project = byId.get(project_id);
            return project && <TagChip name={project.title} color={project.color} />;
          }}
        />
      )}
    </Panel>
  );
}
