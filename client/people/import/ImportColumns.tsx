import { Select } from "@mantine/core";
import { importFields } from "../../../shared/people/people-import.contract";
import { useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import classes from "./Import.module.css";
import type { Column, ImportState } from "./useImport";

/** What each column of the file is: guessed by its title, chosen by the person. Each thing once. */
export function ImportColumns({ state }: { state: ImportState }) {
  const text = useText();
  const { read, columns, setColumns, roles, role, setRole } = state;
  const set = (at: number, column: Column) =>
    setColumns(columns.map((now, index) => (index === at ? column : now === column ? "" : now)));
  const fields = importFields.map((field) => ({ value: field, label: text(`people.field.${field}`) }));
  return (
    <>
      <Panel>
        <ul className={classes.columns}>
          {read?.columns.map(({ title, samples }, at) => (
            <li key={at}>
              <div className={classes.column}>
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
                data={fields}
                value={columns[at] || null}
                onChange={(value) => set(at, (value ?? "") as Column)}
                searchable
                clearable
              />
            </li>
          ))}
        </ul>
      </Panel>
      {!columns.includes("email") && (
        <p className={classes.missing} role="status">
          {text("people.import.needsEmail")}
        </p>
      )}
      <Panel padded>
        <Select
          className={classes.role}
          label={text("people.import.role")}
          description={text("people.import.role.why")}
          data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={role === null ? null : String(role)}
          onChange={(value) => setRole(value === null ? null : Number(value))}
          allowDeselect={false}
        />
      </Panel>
    </>
  );
}
