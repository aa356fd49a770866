import { Button, FileButton, Select } from "@mantine/core";
import { IconFileImport, IconServer } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { BoardImport } from "../../../shared/work/imports/imports.contract";
import { type CardRole, cardRoles } from "../../../shared/work/imports/imports.schema";
import { useText } from "../../platform/intl/useText";
import { FileTextFields } from "../../ui/fields/FileTextFields";
import { TableLayoutFields } from "../../ui/fields/TableLayoutFields";
import { Panel } from "../../ui/Panel";
import { ChooseBoard } from "./ChooseBoard";
import { ImportReport } from "./ImportReport";
import { ImportTarget } from "./ImportTarget";
import classes from "./imports.module.css";
import { PlankaForm } from "./PlankaForm";
import type { BoardImportState } from "./useBoardImport";

const accepted =
  ".zip,.json,.csv,.tsv,.txt,.xlsx,application/zip,application/json,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function ImportSourceFile({ state }: { state: BoardImportState }) {
  const text = useText();
  const { file, found, isReading, chooseFile, chooseBoard, readAs } = state;
  const resetInput = useRef<() => void>(null);
  /** A closed form keeps the address and key that were typed, until a board is read. */
  const [planka, setPlanka] = useState<"none" | "open" | "closed">("none");
  const isBoardMissing = found !== null && found.boards.length > 0 && found.board === null;
  return (
    <>
      <Panel padded>
        <div className={classes.file}>
          <p>{text("projectImport.why")}</p>
          <div className={classes.sources}>
            <FileButton
              accept={accepted}
              resetRef={resetInput}
              onChange={(chosen) => {
                chooseFile(chosen);
                // The same file can be chosen again after it was corrected or couldn't be read.
                resetInput.current?.();
              }}
            >
              {(props) => (
                <Button
                  {...props}
                  loading={isReading}
                  leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
                >
                  {text(file ? "people.import.another" : "people.import.choose")}
                </Button>
              )}
            </FileButton>
            <Button
              aria-expanded={planka === "open"}
              disabled={isReading}
              leftSection={<IconServer size={16} stroke={1.75} aria-hidden />}
              onClick={() => setPlanka(planka === "open" ? "closed" : "open")}
            >
              {text("projectImport.planka.open")}
            </Button>
          </div>
          {planka !== "none" && (
            <div hidden={planka === "closed"}>
              <PlankaForm
                onRead={(read) => {
                  setPlanka("none");
                  chooseFile(read);
                }}
              />
            </div>
          )}
          {file && found && (
            <p role="status">
              <bdi>{file.name}</bdi>: {text(`projectImport.source.${found.source}`)}
            </p>
          )}
          {found && found.boards.length > 0 && (
            <ChooseBoard boards={found.boards} board={state.board} disabled={isReading} onChoose={chooseBoard} />
          )}
          {found && found.earlier.length > 0 && <ImportTarget projects={found.earlier} state={state} />}
          {found?.table?.text && <FileTextFields text={found.table.text} disabled={isReading} onChange={readAs} />}
          {found?.table && <TableLayoutFields layout={found.table.layout} disabled={isReading} onChange={readAs} />}
        </div>
      </Panel>
      {found && !isBoardMissing && <ImportReport counts={found.counts} losses={found.losses} />}
      {found?.table && <TableColumns columns={found.table.columns} state={state} />}
    </>
  );
}

interface TableColumnsProps {
  columns: NonNullable<BoardImport["table"]>["columns"];
  state: BoardImportState;
}

/** Contents of each column of a table, guessed from its title. */
function TableColumns({ columns, state: { roles, setRole } }: TableColumnsProps) {
  const text = useText();
  const options = cardRoles
    .filter((role) => role !== "ignored")
    .map((role) => ({ value: role, label: text(`projectImport.role.${role}`) }));
  return (
    <Panel title={text("projectImport.columns")}>
      <ul className={classes.choices}>
        {columns.map(({ title, samples }, at) => {
          const role = roles?.[at];
          return (
            <li key={at}>
              <div className={classes.named}>
                <b>
                  <bdi>{title || text("people.import.untitled", { number: at + 1 })}</bdi>
                </b>
                <small className="clip">
                  <bdi>{samples.join(" · ")}</bdi>
                </small>
              </div>
              <Select
                aria-label={text("people.import.columnIs", { title })}
                placeholder={text("people.import.ignored")}
                data={options}
                value={role && role !== "ignored" ? role : null}
                onChange={(value) => setRole(at, (value ?? "") as CardRole | "")}
                searchable
                clearable
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
