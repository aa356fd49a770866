import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { BoardImport, ImportCounts } from "../../../shared/work/imports/imports.contract";
import { useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import classes from "./imports.module.css";

const counted = [
  "tasks",
  "archived",
  "subtasks",
  "comments",
  "tags",
  "fields",
  "dependencies",
  "files",
  "views",
  "task_templates",
  "series",
] as const satisfies readonly (keyof ImportCounts)[];

/** Counts of the records that an import creates, and a list of those that it leaves out. */
export function ImportReport({ counts, losses }: Pick<BoardImport, "counts" | "losses">) {
  const text = useText();
  return (
    <>
      <Panel title={text("projectImport.found")} padded>
        <ul className={classes.counts}>
          {counted
            .filter((name) => counts[name] > 0)
            .map((name) => (
              <li key={name}>{text(`projectImport.count.${name}`, { count: counts[name] })}</li>
            ))}
        </ul>
      </Panel>
      <ImportLosses losses={losses} />
    </>
  );
}

export function ImportLosses({ losses }: Pick<BoardImport, "losses">) {
  const text = useText();
  return (
    <Panel title={text("projectImport.losses")} padded>
      {losses.length === 0 ? (
        <p className={classes.line}>
          <IconCheck size={16} stroke={1.75} aria-hidden />
          {text("projectImport.noLosses")}
        </p>
      ) : (
        <ul className={classes.losses}>
          {losses.map(({ code, name, count }) => (
            <li key={`${code} ${name}`} className={classes.line}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              <span>
                {text(`projectImport.loss.${code}`, { count })}
                {name !== null && (
                  <>
                    {": "}
                    <bdi>{name}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
