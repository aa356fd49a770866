import { IconLayoutKanban } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { Panel } from "../../ui/Panel";
import { TagChip } from "../../ui/signs/TagChip";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { TaskLink } from "../../work/projects/TaskLink";
import { useOpened } from "../../work/projects/recently-opened";
import { StandaloneColumnGlyph } from "../../work/tasks/fields/ColumnPicker";
import { type RecentlyOpened, useRecentlyOpened } from "../../work/tasks/useRecentlyOpened";
import linkRow from "../../ui/LinkRow.module.css";
import classes from "./dashboard.module.css";

const maxShown = 5;

/** The tasks and boards that the user opened last on this device. */
export function ContinuePanel() {
  const text = useText();
  const opened = useOpened().length;
  const { pending, items } = useRecentlyOpened();
  if (opened === 0 || (!pending && items.length === 0)) return null;
  return (
    <Panel title={text("dashboard.continue")}>
      {pending ? (
        <SkeletonRows rows={Math.min(opened, maxShown)} />
      ) : (
        <ul className={classes.list}>
          {items.slice(0, maxShown).map((item) => (
            <Item key={item.kind === "task" ? `task ${item.task.id}` : `board ${item.project.id}`} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({ item }: { item: RecentlyOpened }) {
  const text = useText();
  if (item.kind === "board")
    return (
      <li className={`${linkRow.row} ${classes.task}`}>
        <IconLayoutKanban size={16} stroke={1.75} aria-hidden />
        <span className={`key ${classes.key}`}>{text("dashboard.continue.board")}</span>
        <Link to={paths.board(item.project.id)} className={`${linkRow.link} ${classes.title}`}>
          <TruncatedName>{item.project.title}</TruncatedName>
        </Link>
      </li>
    );
  const { id, key, title, column, project } = item.task;
  return (
    <li className={`${linkRow.row} ${classes.task}`}>
      <StandaloneColumnGlyph column={column} />
      <span className={`key ${classes.key}`}>{key}</span>
      <TaskLink task={{ id, projectId: project.id }} className={`${linkRow.link} ${classes.title}`}>
        <TruncatedName>{title}</TruncatedName>
      </TaskLink>
      <span className={classes.project}>
        <TagChip name={project.title} color={project.color} />
      </span>
    </li>
  );
}
