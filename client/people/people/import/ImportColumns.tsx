import { Checkbox, Select } from "@mantine/core";
import { currencyCodes } from "../../../../shared/kernel/money";
import { importFields } from "../../../../shared/people/people/people-import.contract";
import { useRoleName } from "../../../platform/intl/useRoleName";
import { useText } from "../../../platform/intl/useText";
import { FormatSelect } from "../../../ui/fields/FormatSelect";
import { Panel } from "../../../ui/Panel";
import classes from "./Import.module.css";
import { type ImportTarget, type ColumnFormat, formatKindOf, type ImportState } from "./useImport";
import { FailedReads } from "../../../ui/states/FailedReads";

/** Maps each column to a field, guessed from its title, and sets number and date formats. Each field is used once. */
export function ImportColumns({ state }: { state: ImportState }) {
  const roleName = useRoleName();
  const text = useText();
  const { read, columns, setColumns, formats, setFormats, rolesQuery, roles, role, setRole } = state;
  const set = (at: number, column: ImportTarget) =>
    setColumns(columns.map((now, index) => (index === at ? column : now === column ? "" : now)));
  const setFormat = (at: number, style: ColumnFormat) =>
    setFormats(formats.map((now, index) => (index === at ? style : now)));
  const fields = importFields.map((field) => ({ value: field, label: text(`people.field.${field}`) }));
  return (
    <>
      <Panel>
        <ul className={classes.columns}>
          {read?.columns.map(({ title, samples, numbers, days }, at) => {
            const kind = formatKindOf(columns[at]);
            const found = kind && { numbers, days }[kind];
            return (
              <li key={at}>
                <div className={classes.column}>
                  <b>
                    <bdi>{title || text("people.import.untitled", { number: at + 1 })}</bdi>
                  </b>
                  <small className="clip">
                    <bdi>{samples.join(" · ")}</bdi>
                  </small>
                </div>
                <div className={classes.choices}>
                  <Select
                    aria-label={text("people.import.columnIs", { title })}
                    placeholder={text("people.import.ignored")}
                    data={fields}
                    value={columns[at] || null}
                    onChange={(value) => set(at, (value ?? "") as ImportTarget)}
                    searchable
                    clearable
                  />
                  {kind && found && (
                    <FormatSelect
                      kind={kind}
                      found={found}
                      chosen={formats[at] ?? ""}
                      sample={samples[0] ?? ""}
                      onChange={(style) => setFormat(at, style)}
                    />
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      </Panel>
      {!columns.includes("email") && (
        <p className={classes.missing} role="status">
          {text("people.import.needsEmail")}
        </p>
      )}
      <Panel padded>
        <div className={classes.options}>
          <FailedReads reads={[rolesQuery]} />
          <Select
            label={text("people.import.role")}
            description={text("people.import.role.why")}
            data={roles.map((one) => ({ value: String(one.id), label: roleName(one) ?? "" }))}
            value={role === null ? null : String(role)}
            onChange={(value) => setRole(value === null ? null : Number(value))}
            allowDeselect={false}
          />
          {columns.includes("salary") && (
            <Select
              label={text("people.import.currency")}
              data={[...currencyCodes]}
              value={state.currency}
              onChange={(value) => state.setCurrency(value)}
              allowDeselect={false}
              searchable
            />
          )}
          <Checkbox
            label={text("people.import.create")}
            checked={state.createMissing}
            onChange={(event) => state.setCreateMissing(event.currentTarget.checked)}
          />
        </div>
      </Panel>
    </>
  );
}
