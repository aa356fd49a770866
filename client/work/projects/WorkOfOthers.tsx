import { readWorkOfOthers } from "../../../shared/work/projects/work-of-others.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";

/** Work of other users in a project, shown before its deletion. */
export function WorkOfOthers({ projectId }: { projectId: number }) {
  const text = useText();
  const { dateTime } = useFormat();
  const work = useEndpoint(readWorkOfOthers, { params: { id: projectId } }).data?.data;
  if (!work || work.people.length === 0) return null;
  const { imported_at: importedAt, people, other_people_count: otherCount } = work;
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
}
