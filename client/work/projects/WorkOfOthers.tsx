import type { ReactNode } from "react";
import { readWorkOfOthers } from "../../../shared/work/projects/work-of-others.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./projects.module.css";

/** Work of other users in a project, shown before its deletion. Its place is reserved, so that the buttons below don't move. */
export function WorkOfOthers({ projectId }: { projectId: number }) {
  const text = useText();
  const { dateTime } = useFormat();
  const query = useEndpoint(readWorkOfOthers, { params: { id: projectId } });
  const content = (): ReactNode => {
    if (query.isPending) return <SkeletonRows rows={2} height={24} />;
    if (query.isLoadingError) {
      const retry = () => void query.refetch();
      const title = text("projects.delete.othersNotLoaded");
      return <ErrorState error={query.error} title={title} onRetry={retry} retrying={query.isFetching} />;
    }
    const { imported_at: importedAt, people, other_people_count: otherCount } = query.data.data;
    if (people.length === 0) return <p role="status">{text("projects.delete.noOthers")}</p>;
    return (
      <div role="status">
        <p>
          {importedAt === null
            ? text("projects.delete.others")
            : text("projects.delete.othersSinceImport", { day: dateTime(importedAt) })}
        </p>
        <ul>
          {people.map(({ person, task_count: tasks, comment_count: comments }) => (
            <li key={person.id}>{text("projects.delete.other", { name: person.fullname, tasks, comments })}</li>
          ))}
          {otherCount > 0 && <li>{text("projects.delete.moreOthers", { count: otherCount })}</li>}
        </ul>
      </div>
    );
  };
  return <div className={classes.workOfOthers}>{content()}</div>;
}
