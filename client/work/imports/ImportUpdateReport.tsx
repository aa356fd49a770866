import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { ImportUpdateCounts } from "../../../shared/work/imports/imports.contract";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { Panel } from "../../ui/Panel";
import { ImportLosses } from "./ImportReport";
import classes from "./imports.module.css";
import type { UpdatedProject } from "./useBoardImport";

const countNames = [
  "created",
  "updated",
  "comments",
  "files",
  "dependencies",
  "unchanged",
  "conflicts",
  "deleted",
  "moved",
  "missing",
] as const satisfies readonly (keyof ImportUpdateCounts)[];

type Conflict = UpdatedProject["conflicts"][number];

/** Changes that an update makes in a project, and values that it keeps. */
export function ImportUpdateReport({ counts, conflicts, losses }: Omit<UpdatedProject, "project">) {
  const text = useText();
  return (
    <>
      <Panel title={text("projectImport.update.counts")} padded>
        <ul className={classes.counts}>
          {countNames
            .filter((name) => counts[name] > 0)
            .map((name) => (
              <li key={name}>{text(`projectImport.update.${name}`, { count: counts[name] })}</li>
            ))}
        </ul>
        <p>{text("projectImport.update.order")}</p>
      </Panel>
      <Panel title={text("projectImport.conflicts")} padded>
        {conflicts.length === 0 ? (
          <p className={classes.line}>
            <IconCheck size={16} stroke={1.75} aria-hidden />
            {text("projectImport.noConflicts")}
          </p>
        ) : (
          <>
            <p>{text("projectImport.conflicts.why")}</p>
            <ul className={classes.conflicts}>
              {conflicts.map((conflict) => (
                <ConflictItem key={`${conflict.field} ${conflict.name}`} conflict={conflict} />
              ))}
            </ul>
          </>
        )}
      </Panel>
      {losses.length > 0 && <ImportLosses losses={losses} />}
    </>
  );
}

function ConflictItem({ conflict: { field, name, count, tasks } }: { conflict: Conflict }) {
  const text = useText();
  return (
    <li>
      <b>{name === null ? text(`projectImport.field.${field}`) : <bdi>{name}</bdi>}</b>{" "}
      {text("projectImport.conflicts.tasks", { count })}
      <ul>
        {tasks.map(({ id, key, title }) => (
          <li key={id}>
            <Link to={paths.task(id)}>
              <bdi>
                {key} {title}
              </bdi>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
