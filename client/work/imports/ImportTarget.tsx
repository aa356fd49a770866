import { Radio } from "@mantine/core";
import { Link } from "react-router-dom";
import type { BoardImport } from "../../../shared/work/imports/imports.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import classes from "./imports.module.css";
import type { BoardImportState } from "./useBoardImport";

interface ImportTargetProps {
  projects: BoardImport["earlier"];
  state: BoardImportState;
}

/** Projects into which the same board was imported, and the choice between updating one of them and creating a new one. */
export function ImportTarget({ projects, state: { targetId, setTarget } }: ImportTargetProps) {
  const text = useText();
  const { dateTime } = useFormat();
  const updatable = projects.filter(({ can_update }) => can_update);
  return (
    <>
      <div role="status">
        <p>{text("projectImport.earlier")}</p>
        <ul>
          {projects.map(({ id, title, at }) => (
            <li key={id}>
              <Link to={paths.board(id)}>
                <bdi>{title}</bdi>
              </Link>
              {" · "}
              {dateTime(at)}
            </li>
          ))}
        </ul>
      </div>
      {updatable.length > 0 && (
        <Radio.Group
          label={text("projectImport.target")}
          value={targetId === null ? "new" : String(targetId)}
          onChange={(value) => setTarget(value === "new" ? null : Number(value))}
        >
          <div className={classes.targets}>
            {updatable.map(({ id, title }) => (
              <Radio
                key={id}
                value={String(id)}
                label={text("projectImport.target.update", { title })}
                description={text("projectImport.target.update.why")}
              />
            ))}
            <Radio value="new" label={text("projectImport.target.new")} />
          </div>
        </Radio.Group>
      )}
    </>
  );
}
